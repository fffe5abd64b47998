/** Asks for the newsletter at an address; it comes once its owner has opened the link that is mailed there. */
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useLanguage } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { EmailField } from '../ui/field.tsx';
import { FormFailure } from '../ui/form-parts.tsx';
import { NeedsScripts } from '../ui/needs-scripts.tsx';
import { trimmed, useContractForm } from '../forms/use-contract-form.ts';
import { useTexts } from '../texts.ts';

const loadSchema = async () => (await import('@fairground/contract/contact')).newsletterBody;

export function NewsletterForm() {
  'use memo';
  const t = useTexts('mailing-form');
  const language = useLanguage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorEmail',
    send: (body) => request('/newsletter', { method: 'POST', body: { ...body, language } }),
    onDone: ({ email }) => setSentTo(email),
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-2">
      <NeedsScripts />
      <div className="grid gap-3 xs:grid-cols-[minmax(0,1fr)_auto] xs:items-start">
        <EmailField label={t('newsletter.email')} {...field('email', trimmed)} />
        {/* Next to the input; its label is above. */}
        <Button type="submit" busy={busy} className="xs:mt-6.5">
          {busy ? t('newsletter.subscribing') : t('newsletter.subscribe')}
        </Button>
      </div>
      <p role="status" className="text-14 leading-5 text-win empty:sr-only">
        {sentTo === null || failure ? null : t('newsletter.sent', { email: sentTo })}
      </p>
      <FormFailure text={failure} />
    </form>
  );
}
