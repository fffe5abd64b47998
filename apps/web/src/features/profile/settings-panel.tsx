/** Name and password. */
import { userSchema, type User } from '@fairground/contract/user';
import { useState } from 'react';
import { request } from '@fairground/site-kit/api/request.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Field, UsernameField } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { SendingCancelled, trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { VisibilitySwitch } from './visibility-switch.tsx';

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).default);

const PasswordDialog = lazyPart(async () => (await import('./password-dialog.tsx')).PasswordDialog);

const loadSchema = async () => (await import('./form-schemas.ts')).usernameForm;

/** A dialog that was opened once stays loaded. */
type DialogState = 'unused' | 'open' | 'closed';

export function SettingsPanel({ user }: { user: User }) {
  'use memo';
  const t = useT();
  const [passwordDialog, setPasswordDialog] = useState<DialogState>('unused');
  const [emailDialog, setEmailDialog] = useState<DialogState>('unused');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorUsername',
    values: { username: user.username },
    send: async (body) => {
      if (body.username === user.username) {
        toast({ title: t('profile.unchanged'), variant: 'info' });
        throw new SendingCancelled();
      }
      try {
        setUser(await request('/user/update', { method: 'POST', body, answer: userSchema }));
      } catch (error) {
        toast({ title: t('profile.updateFailed'), variant: 'destructive' });
        throw error;
      }
    },
    onDone: () => toast({ title: t('profile.updated'), variant: 'success' }),
  });
  return (
    <Panel title={t('profile.settings')}>
      <form onSubmit={onSubmit} noValidate method="post" className="grid gap-3">
        <UsernameField {...field('username', trimmed)} />
        {user.email === null ? null : <Field label={t('auth.email')} value={user.email} readOnly disabled />}
        <FormFailure text={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {t(busy ? 'profile.saving' : 'profile.save')}
          </Button>
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            onClick={() => (user.guest === true ? openSiteDialog('keep') : setPasswordDialog('open'))}
          >
            {t('profile.changePassword')}
          </Button>
          {user.email === null ? null : (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setEmailDialog('open')}>
              {t('profile.changeEmail')}
            </Button>
          )}
          <ButtonLink to="/profile/notices" variant="secondary">
            {t('notices.title')}
          </ButtonLink>
        </div>
      </form>
      <VisibilitySwitch playerId={user.id} />
      {emailDialog === 'unused' ? null : (
        <LazyBoundary>
          <EmailDialog
            open={emailDialog === 'open'}
            onOpenChange={(open) => setEmailDialog(open ? 'open' : 'closed')}
          />
        </LazyBoundary>
      )}
      {passwordDialog === 'unused' ? null : (
        <LazyBoundary>
          <PasswordDialog
            username={user.username}
            open={passwordDialog === 'open'}
            onOpenChange={(open) => setPasswordDialog(open ? 'open' : 'closed')}
          />
        </LazyBoundary>
      )}
    </Panel>
  );
}
