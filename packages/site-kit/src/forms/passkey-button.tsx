/** Sends a form that asks for the password with a passkey instead. Nothing is shown to players who have none. */
import { useQuery } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { passkeysQuery } from './passkeys-query.ts';
import { passkeyButton } from './use-proof-form.ts';

/** After the button that sends the password, so that the Enter key presses that one. */
export function PasskeyButton({ busy }: { busy: boolean }) {
  const t = useT();
  const { data = [] } = useQuery(passkeysQuery);
  // Browsers have no passkeys on a page without TLS.
  if (data.length === 0 || !('PublicKeyCredential' in globalThis)) return null;
  return (
    <Button
      type="submit"
      name="proof"
      value={passkeyButton}
      variant="secondary"
      size="large"
      className="w-full"
      busy={busy}
    >
      {t('auth.passkey')}
    </Button>
  );
}
