/** /contact-us: a message to whoever runs the site. */
import type { ContactBody } from '@fairground/contract/contact';
import { useId, useRef, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { ApiError, isApiError } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { ScenePage } from '../../shared/art/scene-page.tsx';
import { Field, inputClass } from '../../shared/ui/field.tsx';
import { FormFailure, linkClass, SubmitButton } from '../../shared/ui/form-parts.tsx';
import { looksLikeEmail, text, useErrorTexts } from '../../shared/ui/form-values.ts';
import { toast } from '../../shared/ui/toast.ts';
import { useForm, type FieldErrors } from '../../shared/ui/use-form.ts';

/** As the contract bounds them. */
const longest = { name: 100, email: 254, title: 200, description: 5_000 };

export function ContactPage() {
  const t = useT();
  const texts = useErrorTexts();
  const form = useRef<HTMLFormElement>(null);
  const { submit, errors, failure, busy } = useForm<ContactBody>({
    read: (data) => {
      const read = (name: keyof ContactBody) => text(data, name).trim();
      const values = {
        name: read('name'),
        email: read('email'),
        title: read('title'),
        description: read('description'),
      };
      const found: FieldErrors = {};
      for (const [name, value] of Object.entries(values)) if (value === '') found[name] = texts.required;
      if (values.email !== '' && !looksLikeEmail(values.email)) found['email'] = texts.email;
      return { values, errors: found };
    },
    send: async (body) => {
      try {
        await request('/contactus/create', { method: 'POST', body });
      } catch (error) {
        throw inOurWords(error);
      }
    },
    onDone: () => {
      form.current?.reset();
      toast({ title: t('contact.sent'), description: t('contact.sentText'), variant: 'success' });
    },
  });

  /** The server's sentence, and where it gave none the one of this page. */
  function inOurWords(error: unknown): unknown {
    if (isApiError(error) && error.isServersWord) return error;
    return new ApiError({ status: 0, code: 'network', detail: t('contact.failed') });
  }

  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="contact-title"
        className="bites-top w-full max-w-[640px] rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-8"
      >
        <h1 id="contact-title" className="poster-title text-[36px] leading-10">
          {t('contact.title')}
        </h1>
        <p className="mt-3 mb-6 text-[17px] leading-6 text-quiet">
          {t('contact.lead')}{' '}
          <Link to="/faq" className={linkClass}>
            {t('contact.faq')}
          </Link>
        </p>
        <form ref={form} onSubmit={submit} noValidate method="post" className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('contact.name')}
              name="name"
              autoComplete="name"
              required
              maxLength={longest.name}
              error={errors['name']}
            />
            <Field
              label={t('contact.email')}
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={longest.email}
              error={errors['email']}
            />
          </div>
          <Field
            label={t('contact.subject')}
            name="title"
            autoComplete="off"
            required
            maxLength={longest.title}
            error={errors['title']}
          />
          <TextArea
            label={t('contact.message')}
            name="description"
            rows={7}
            required
            maxLength={longest.description}
            error={errors['description']}
          />
          <FormFailure text={failure} />
          <SubmitButton busy={busy} label={t('contact.send')} busyLabel={t('contact.sending')} />
        </form>
      </section>
    </ScenePage>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string;
  error: string | undefined;
}

function TextArea({ label, error, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[14px] leading-5 font-bold">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`${inputClass} min-h-40 resize-y py-3`}
        {...area}
      />
      {error ? (
        <p id={`${id}-error`} className="text-[14px] leading-5 text-loss">
          {error}
        </p>
      ) : null}
    </div>
  );
}
