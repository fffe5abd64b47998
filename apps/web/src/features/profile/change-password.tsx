/** The button that opens the password dialog, on the profile and among what keeps the account safe. */
import { useState } from 'react';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useTexts } from '../../texts.ts';

const PasswordDialog = lazyDialog(async () => (await import('./password-dialog.tsx')).PasswordDialog);

/** A dialog that was opened once stays loaded. */
export type DialogState = 'unused' | 'open' | 'closed';

export function ChangePassword({ username }: { username: string }) {
  const t = useTexts('profile');
  const [dialog, setDialog] = useState<DialogState>('unused');
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog('open')}>
        {t('profile.changePassword')}
      </Button>
      {dialog === 'unused' ? null : (
        <PasswordDialog
          username={username}
          open={dialog === 'open'}
          onOpenChange={(open) => setDialog(open ? 'open' : 'closed')}
        />
      )}
    </>
  );
}
