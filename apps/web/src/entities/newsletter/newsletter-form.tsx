/** Asks for the newsletter at an address; it comes once its owner has opened the link that is mailed there. */
import { useState } from 'react';
import { request } from '../../shared/api/request.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormFailure } from '../../shared/ui/form-parts.tsx';
import { looksLikeEmail, text, useErrorTexts } from '../../shared/ui/form-values.ts';
import { useForm, type FieldErrors } from '../../shared/ui/use-form.ts';

export function NewsletterForm() {
  const t = useT();
  const texts = useErrorTexts();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { submit, errors, failure, busy } = useForm<{ email: string }>({
    read: (data) => {
      const email = text(data, 'email').trim();
      const found: FieldErrors = looksLikeEmail(email) ? {} : { email: texts.email };
      return { values: { email }, errors: found };
    },
    send: (body) => request('/newsletter', { method: 'POST', body }),
    onDone: ({ email }) => setSentTo(email),
  });
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-2">
      <div className="grid gap-3 xs:grid-cols-[minmax(0,1fr)_auto] xs:items-start">
        <Field
          label={t('newsletter.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={errors['email']}
        />
        {/* Beside the input, whose label stands above it. */}
        <Button type="submit" busy={busy} className="xs:mt-6.5">
          {busy ? t('newsletter.subscribing') : t('newsletter.subscribe')}
        </Button>
      </div>
      <p role="status" className="text-[14px] leading-5 text-win empty:hidden">
        {sentTo === null || failure ? null : t('newsletter.sent', { email: sentTo })}
      </p>
      <FormFailure text={failure} />
    </form>
  );
}
