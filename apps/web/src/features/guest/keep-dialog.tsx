/** A guest's account gets a name, an email address and a password, and stays as it is. */
import { keepAnswer } from '@fairground/contract/auth';
import type { User } from '@fairground/contract/user';
import { request } from '@fairground/site-kit/api/request.ts';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { EmailField, UsernameField } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { NewPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { givenRef, invitedBy } from '@fairground/site-kit/session/invited-by.ts';
import { setUser, useUser } from '@fairground/site-kit/session/session.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).keepForm;

interface KeepDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function KeepDialog({ open, onOpenChange }: KeepDialogProps) {
  'use memo';
  const t = useTexts('guest');
  const user = useUser();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('guest.keep')}
      description={t('guest.keepText')}
      className="max-w-[460px]"
    >
      {user === null ? null : <KeepForm user={user} onDone={() => onOpenChange(false)} />}
    </Dialog>
  );
}

const sentences = {
  username: 'auth.errorUsername',
  email: 'auth.errorEmail',
  password: 'auth.errorShort',
  ref: 'error.unexpected',
} as const;

function KeepForm({ user, onDone }: { user: User; onDone: () => void }) {
  'use memo';
  const t = useTexts('guest');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: (name) => sentences[name],
    values: { username: user.username, email: '', password: '' },
    send: async (values) => {
      const body = { ...values, ...givenRef() };
      const { user: owner } = await request('/user/keep', { method: 'POST', body, answer: keepAnswer });
      invitedBy.remove();
      setUser(owner);
    },
    onDone: ({ email }) => {
      toast({ title: t('guest.saved'), description: t('guest.savedText', { email }), variant: 'success' });
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <UsernameField {...field('username', trimmed)} />
      <EmailField label={t('auth.email')} {...field('email', trimmed)} />
      <NewPasswordField label={t('auth.password')} hint={t('auth.passwordHint')} {...field('password')} />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('guest.save')} busyLabel={t('profile.saving')} />
    </form>
  );
}
