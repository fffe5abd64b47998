/** The line itself. It stays once it is shown, and is closed for the visit. */
import X from '@fairground/site-kit/icons/x';
import { useState } from 'react';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { createNote, tabStorage } from '@fairground/site-kit/store/note.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';

export interface KeepOfferProps {
  /** A bet of the player is not settled yet: the line waits for its end. */
  isAtStake?: boolean | undefined;
}

const closedNote = createNote('keep-offer', (stored) => stored, tabStorage);

export function KeepLine({ isAtStake = false }: KeepOfferProps) {
  const t = useT();
  const [isDue, setDue] = useState(!isAtStake);
  const [isClosed, setClosed] = useState(() => closedNote.read() !== null);
  if (!isAtStake && !isDue) setDue(true);
  if (!isDue || isClosed) return null;
  return (
    <div
      className="flex w-full items-center gap-3 rounded-panel bg-panel pl-3 text-14 leading-5 text-quiet"
      data-part="keep"
    >
      <p className="min-w-0 grow">
        {t('guest.status')}{' '}
        <button
          type="button"
          className="min-h-11 font-bold text-text underline underline-offset-4"
          onClick={() => openSiteDialog('keep')}
        >
          {t('guest.keep')}
        </button>
      </p>
      <Button
        size="icon"
        variant="quiet"
        aria-label={t('ui.close')}
        onClick={() => {
          closedNote.write('closed');
          setClosed(true);
        }}
      >
        <X aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
