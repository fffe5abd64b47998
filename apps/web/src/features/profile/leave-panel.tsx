/** Taking one's data along, and closing the account for good. */
import { useState } from 'react';
import { apiUrl } from '../../shared/api/endpoints.ts';
import { isApiError } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { endSession } from '../../entities/session/session.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FormFailure } from '../../shared/ui/form-parts.tsx';
import { useContractForm } from '../../shared/forms/use-contract-form.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { openSiteDialog } from '../../shared/ui/site-dialogs.ts';
import { toast } from '../../shared/ui/toast.ts';
import { Panel } from '../../shared/ui/panel.tsx';

const loadSchema = async () => (await import('./form-schemas.ts')).closeForm;

export function LeavePanel({ isGuest }: { isGuest: boolean }) {
  const t = useT();
  const [closing, setClosing] = useState(false);
  return (
    <Panel title={t('profile.data')}>
      <p className="mb-4 text-quiet">{t(isGuest ? 'profile.guestData' : 'profile.dataText')}</p>
      <div className="flex flex-wrap gap-3">
        <a href={apiUrl('/user/export')} download className={buttonClass({ variant: 'secondary' })}>
          {t('profile.export')}
        </a>
        {isGuest ? (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => openSiteDialog('keep')}>
            {t('guest.keep')}
          </Button>
        ) : (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setClosing(true)}>
            {t('profile.close')}
          </Button>
        )}
      </div>
      <CloseDialog open={closing} onOpenChange={setClosing} />
    </Panel>
  );
}

function CloseDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('profile.close')}
      description={t('profile.closeText')}
      className="max-w-[460px]"
    >
      <CloseForm />
    </Dialog>
  );
}

function CloseForm() {
  const t = useT();
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    send: (body) => request('/user/me', { method: 'DELETE', body }),
    fieldOf: (refusal) =>
      isApiError(refusal) && refusal.code === 'wrong_credentials'
        ? { field: 'password', sentence: 'profile.wrongPassword' }
        : null,
    onDone: () => {
      toast({ title: t('profile.closed'), description: t('profile.closedText') });
      // From here the guard leads to the login, as after logging out.
      endSession();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant="danger" size="large" busy={busy}>
        {t(busy ? 'profile.closing' : 'profile.closeForGood')}
      </Button>
    </form>
  );
}
