/** Six signs of the fair instead of a chat: the pictures, and the bar that sends one or switches all of them off. */
import { useState, type ReactNode } from 'react';
import { live } from '@fairground/site-kit/live/live.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { createSwitch } from '@fairground/site-kit/store/switch.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { signEveryMs, tableSigns, type TableSign } from '../../table-contract.ts';
import { useTexts } from '../texts.ts';

const pictures: Record<TableSign, ReactNode> = {
  balloon: (
    <>
      <path d="M12 18.4c0 2-1.6 2-1.6 4" fill="none" stroke="#b8ad99" strokeWidth="1.4" />
      <path d="M12 2c4 0 6.6 3 6.6 6.9 0 4.3-3.6 8.3-6.6 8.3s-6.6-4-6.6-8.3C5.4 5 8 2 12 2z" fill="#ff6b6b" />
      <path d="m12 16.6 1.8 2.300h-3.600z" fill="#d94a52" />
      <path
        d="M9 5.200c-1 .8-1.5 2-1.5 3.3"
        fill="none"
        stroke="#fff8ea"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  ),
  star: (
    <>
      <path d="m12 1.8 3.1 6.5 7 .9-5.2 4.9 1.3 7-6.2-3.5-6.2 3.5 1.3-7L1.9 9.200l7-.9z" fill="#ffd166" />
      <path d="m12 1.8 3.1 6.5 7 .9-10.1 4z" fill="#ffb627" />
    </>
  ),
  lantern: (
    <>
      <path d="M12 1v3" stroke="#b8ad99" strokeWidth="1.6" />
      <path d="M8.5 4h7v2h-7zM8.5 18h7v2h-7z" fill="#8c3648" />
      <path d="M8 6h8c3 3.5 3 8.5 0 12H8c-3-3.5-3-8.5 0-12z" fill="#ffb627" />
      <path
        d="M12 6v12M9.3 6c-1.5 3.6-1.5 8.4 0 12M14.7 6c1.5 3.6 1.5 8.4 0 12"
        fill="none"
        stroke="#b9770f"
        strokeWidth="1.2"
      />
      <path d="M12 20v3" stroke="#ff6b6b" strokeWidth="1.8" />
    </>
  ),
  clover: (
    <>
      <path
        d="M12.5 12c.5 4 1.5 7 4 9.5"
        fill="none"
        stroke="#2f8087"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path
        d={
          'M12 11.500C8.5 9 7.5 6.5 8.5 4.500S11.5 3 12 5c.5-2 2.5-2.5 3.5-.5s0 4.5-3.5 7z' +
          'M12 12c3-3.2 5.6-3.8 7.4-2.500s1.2 3.5-.8 3.800c1.8 1 1.6 3.2-.6 3.700s-4.5-1-6-5z' +
          'M12 12c-3-3.2-5.6-3.8-7.4-2.500s-1.2 3.5.8 3.800c-1.8 1-1.6 3.2.6 3.700s4.5-1 6-5z'
        }
        fill="#4fe0b0"
      />
    </>
  ),
  candyfloss: (
    <>
      <path d="m9 14 3 9 3-9z" fill="#efdfb8" />
      <path
        d={
          'M12 2c2.5 0 4 1.5 4.3 3.2 2.2.2 3.7 1.8 3.4 4 .3 3-2 5.6-5 5.600' +
          'H9.300c-3 0-5.3-2.6-5-5.6-.3-2.2 1.2-3.8 3.4-4C8 3.5 9.5 2 12 2z'
        }
        fill="#f7a6d0"
      />
      <path
        d="M7 10.500c2 1.8 4.5 2 6.5.8M11 6c1.5-.6 3-.2 4 1"
        fill="none"
        stroke="#fff8ea"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  ),
  bell: (
    <>
      <path d="M12 2v2.5" stroke="#b9770f" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M12 3.500c4 0 6 3 6 7 0 3.5.8 5 2.5 6.500h-17C5.2 15.5 6 14 6 10.500c0-4 2-7 6-7z"
        fill="#ffd166"
      />
      <path d="M3.5 17h17v2h-17z" fill="#ffb627" />
      <circle cx="12" cy="20.5" r="2" fill="#b9770f" />
      <path
        d="M9.5 6.500C8.5 7.6 8.2 9 8.2 10.5"
        fill="none"
        stroke="#fff8ea"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  ),
};

export const Sign = ({ sign, size }: { sign: TableSign; size: number }) => (
  <svg aria-hidden viewBox="0 0 24 24" width={size} height={size}>
    {pictures[sign]}
  </svg>
);

export const signsSwitch = createSwitch('signs', true);

/** One press switches the signs off, those of others and the bar; the choice is remembered. */
export function SignSwitch() {
  // Rendered again by each message about the table.
  'use memo';
  const t = useTexts('table');
  const on = useStore(signsSwitch);
  return (
    <Button variant="quiet" size="small" aria-pressed={on} onClick={() => signsSwitch.set(!on)}>
      {t('aviator.signsSwitch')}
      <span aria-hidden className="ml-1.5 text-quiet">
        {t(on ? 'sound.on' : 'sound.off')}
      </span>
    </Button>
  );
}

export function SignBar({ club }: { club: string | undefined }) {
  // Rendered again by each message about the table.
  'use memo';
  const t = useTexts('table');
  const on = useStore(signsSwitch);
  const user = useUser();
  const [isWaiting, setIsWaiting] = useState(false);
  const send = (sign: TableSign): void => {
    if (isWaiting) return;
    setIsWaiting(true);
    setTimeout(() => setIsWaiting(false), signEveryMs);
    void live.send('aviatorSign', { sign, ...(club !== undefined && { club }) });
  };
  // A visitor only sees the signs of others.
  if (!on || user === null) return null;
  return (
    <div
      className="-ml-2 flex flex-wrap gap-x-1"
      role="group"
      aria-label={t(club === undefined ? 'aviator.signs' : 'aviator.clubSigns')}
    >
      {tableSigns.map((sign) => (
        <button
          key={sign}
          type="button"
          aria-label={t(`aviator.sign.${sign}`)}
          aria-disabled={isWaiting}
          className="grid size-11 place-items-center rounded-control hover:bg-raised aria-disabled:opacity-45"
          onClick={() => send(sign)}
        >
          <Sign sign={sign} size={26} />
        </button>
      ))}
    </div>
  );
}
