/** Name, password and email address. */
import { userSchema, type User } from '@fairground/contract/user';
import { useState } from 'react';
import { request } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field, UsernameField } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { SendingCancelled, trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { ChangePassword, type DialogState } from './change-password.tsx';
import { useTexts } from '../../texts.ts';

const EmailDialog = lazyDialog(async () => (await import('./email-dialog.tsx')).default);

const loadSchema = async () => (await import('./form-schemas.ts')).usernameForm;

export function SettingsPanel({ user }: { user: User }) {
  'use memo';
  const t = useTexts('profile');
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
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={busy}>
            {t(busy ? 'profile.saving' : 'profile.save')}
          </Button>
          {user.guest === true ? null : <ChangePassword username={user.username} />}
          {user.email === null ? null : (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setEmailDialog('open')}>
              {t('profile.changeEmail')}
            </Button>
          )}
        </div>
      </form>
      {emailDialog === 'unused' ? null : (
        <EmailDialog
          open={emailDialog === 'open'}
          onOpenChange={(open) => setEmailDialog(open ? 'open' : 'closed')}
        />
      )}
    </Panel>
  );
}
