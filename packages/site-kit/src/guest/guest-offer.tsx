/** Playing without signing up: one press, next to the sentence that it confirms. Only visitors are offered it. */
import { useState } from 'react';
import { readableError } from '../api/api-error.ts';
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { playAsGuest } from '../session/session.ts';

interface GuestOfferProps {
  /** For the button. */
  className?: string;
  /** `primary` where it is the first action of the page. */
  variant?: 'primary' | 'secondary';
  /** Called once the guest is signed in. */
  onSignedIn?: () => void;
}

/** Its two parts are placed by the layout of the page around it. */
export function GuestOffer({ className, variant = 'secondary', onSignedIn }: GuestOfferProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const play = (): void => {
    setBusy(true);
    setFailure(null);
    void playAsGuest().then(
      () => onSignedIn?.(),
      (error: unknown) => {
        setFailure(readableError(error, t('error.unexpected')));
        setBusy(false);
      },
    );
  };

  return (
    <>
      <Button
        variant={variant}
        size="large"
        // Where it is the first action, that of a player takes its place.
        className={cn('guest-offer', variant === 'primary' && 'visitor-only', className)}
        busy={busy}
        aria-describedby="guest-adult"
        onClick={play}
      >
        {t(busy ? 'guest.starting' : 'guest.play')}
      </Button>
      <div className="guest-offer w-full order-last text-14 leading-5">
        <p id="guest-adult">{t('guest.adult')}</p>
        {failure === null ? null : (
          <p role="alert" className="font-bold text-loss">
            {failure}
          </p>
        )}
      </div>
    </>
  );
}
