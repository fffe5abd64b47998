/** Another email address: it counts once links that were mailed to both addresses were used. */
import { emailChangeAnswer, type EmailChange } from '@fairground/contract/email-change';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { PasskeyButton } from '@fairground/site-kit/forms/passkey-button.tsx';
import { trimmed } from '@fairground/site-kit/forms/use-contract-form.ts';
import { useProofForm } from '@fairground/site-kit/forms/use-proof-form.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { EmailField } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { CurrentPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).emailForm;
const queryKey = ['user', 'email-change'];

interface EmailDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function EmailDialog({ open, onOpenChange }: EmailDialogProps) {
  const t = useTexts('email');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('email.title')}
      description={t('email.text')}
      className="max-w-[460px]"
    >
      <EmailChangeState />
    </Dialog>
  );
}

function EmailChangeState() {
  const t = useTexts('email');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request('/user/email', { answer: emailChangeAnswer, signal }),
    staleTime: 0,
  });
  if (data?.pending) return <Pending pending={data.pending} />;
  if (data) return <EmailForm />;
  if (error === null) return <Skeleton className="h-40 w-full" />;
  return <LoadFailed text={readableError(error, t('email.failed'))} retry={refetch} />;
}

function Pending({ pending }: { pending: NonNullable<EmailChange['pending']> }) {
  'use memo';
  const t = useTexts('email');
  const { formatMoment } = useFormat();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => request('/user/email', { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <div role="status" className="grid gap-3">
      <p className="wrap-anywhere">
        {t('email.waiting', { email: pending.email, at: formatMoment(pending.expiresAt) })}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t(pending.newConfirmed ? 'email.newConfirmed' : 'email.newMissing')}</li>
        <li>{t(pending.oldConfirmed ? 'email.oldConfirmed' : 'email.oldMissing')}</li>
      </ul>
      <FormFailure text={cancel.error && readableError(cancel.error, t('error.unexpected'))} />
      <Button variant="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('email.cancel')}
      </Button>
    </div>
  );
}

const sentences = { email: 'auth.errorEmail', password: 'auth.errorRequired' } as const;

function EmailForm() {
  'use memo';
  const t = useTexts('email');
  const client = useQueryClient();
  const { onSubmit, field, failure, busy } = useProofForm({
    schema: loadSchema,
    sentenceOf: (name) => sentences[name],
    send: async (body) => {
      client.setQueryData(
        queryKey,
        await request('/user/email', { method: 'POST', body, answer: emailChangeAnswer }),
      );
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <EmailField label={t('email.new')} {...field('email', trimmed)} />
      <CurrentPasswordField {...field('password')} />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('email.send')} busyLabel={t('profile.saving')} />
      <PasskeyButton busy={busy} />
    </form>
  );
}
