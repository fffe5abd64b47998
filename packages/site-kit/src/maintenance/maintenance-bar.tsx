/** Announces quietly that no bets are taken, and why. It stays until it is dismissed, and comes back when the site has closed. */
import type { Maintenance } from '@fairground/contract/maintenance';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { stayClear } from '../ui/use-toast-place.ts';

export function MaintenanceBar({ maintenance: { reason, since, running } }: { maintenance: Maintenance }) {
  const t = useT();
  const language = useLanguage();
  const stage = running > 0 ? 'running' : 'closed';
  const [dismissed, setDismissed] = useState('');
  const isShown = dismissed !== `${since} ${stage}`;
  const bar = useRef<HTMLDivElement>(null);
  // A flight of the player's may be on: the multiplier under the bar would be what they need most.
  useLayoutEffect(() => (isShown && bar.current ? stayClear(bar.current) : undefined), [isShown, stage]);
  if (!isShown) return null;
  const shownLanguage = reason[language] === undefined ? 'en' : language;
  return (
    <div
      ref={bar}
      className="fixed z-40 flex w-[min(420px,100vw-16px)] items-start gap-2 rounded-panel border-2 border-edge bg-panel py-2 pr-1 pl-4 text-text"
    >
      <div className="min-w-0 grow py-1">
        <p className="font-bold">{t(`maintenance.${stage}`)}</p>
        <p lang={shownLanguage} className="text-14 leading-5 wrap-anywhere text-quiet">
          {reason[shownLanguage]}
        </p>
      </div>
      <Button
        size="icon"
        variant="quiet"
        aria-label={t('ui.close')}
        onClick={() => setDismissed(`${since} ${stage}`)}
      >
        <X aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
