/** /contact-us: a message to the operator of the site. */
import { useId, type ComponentProps } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { ApiError, isApiError } from '@fairground/site-kit/api/api-error.ts';
import { NeedsScripts } from '@fairground/site-kit/ui/needs-scripts.tsx';
import { request } from '@fairground/site-kit/api/request.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { EmailField, Field, inputClass } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure, linkClass, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('@fairground/contract/contact')).contactBody;

/** As the contract bounds them. */
const longest = { name: 100, email: 254, title: 200, description: 5_000 };

export function ContactPage() {
  'use memo';
  const t = useTexts('contact');
  const { onSubmit, field, failure, busy, reset } = useContractForm({
    schema: loadSchema,
    sentenceOf: (name, entered) =>
      name === 'email' && entered !== '' ? 'auth.errorEmail' : 'auth.errorRequired',
    send: async (body) => {
      try {
        await request('/contactus/create', { method: 'POST', body });
      } catch (error) {
        throw inOurWords(error);
      }
    },
    onDone: () => {
      reset();
      toast({ title: t('contact.sent'), description: t('contact.sentText'), variant: 'success' });
    },
  });

  /** The server's sentence, and where it gave none the one of this page. */
  function inOurWords(error: unknown): unknown {
    if (!isApiError(error) || error.isServersWord) return error;
    return new ApiError({ status: 0, code: 'network', detail: t('contact.failed') });
  }

  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="contact-title"
        className="bites-top w-full max-w-[640px] rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-8"
      >
        <h1 id="contact-title" className="poster-title text-36 leading-10">
          {t('contact.title')}
        </h1>
        <p className="mt-3 mb-6 text-17 leading-6 text-quiet">
          {t('contact.lead')}{' '}
          <Link to="/faq" className={linkClass}>
            {t('contact.faq')}
          </Link>
          .
        </p>
        <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
          <NeedsScripts />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('contact.name')}
              autoComplete="name"
              required
              maxLength={longest.name}
              {...field('name', trimmed)}
            />
            <EmailField label={t('contact.email')} maxLength={longest.email} {...field('email', trimmed)} />
          </div>
          <Field
            label={t('contact.subject')}
            autoComplete="off"
            required
            maxLength={longest.title}
            {...field('title', trimmed)}
          />
          <TextArea
            label={t('contact.message')}
            rows={7}
            required
            maxLength={longest.description}
            {...field('description', trimmed)}
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
      <label htmlFor={id} className="text-14 leading-5 font-bold">
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
        <p id={`${id}-error`} className="text-14 leading-5 text-loss">
          {error}
        </p>
      ) : null}
    </div>
  );
}
