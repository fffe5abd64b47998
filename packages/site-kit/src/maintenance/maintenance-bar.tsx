/**
 * Announces quietly that no bets are taken, and why. It stays until it is dismissed, and comes
 * back when the site has closed.
 */
import type { Maintenance } from '@fairground/contract/maintenance';
import X from '@fairground/site-kit/icons/x';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';

export function MaintenanceBar({ maintenance: { reason, since, running } }: { maintenance: Maintenance }) {
  const t = useT();
  const language = useLanguage();
  const stage = running > 0 ? 'running' : 'closed';
  const [dismissed, setDismissed] = useState('');
  if (dismissed === `${since} ${stage}`) return null;
  const shownLanguage = reason[language] === undefined ? 'en' : language;
  return (
    // Over the header of a phone: a flight of the player's may be on below it.
    <div
      className={cn(
        'fixed inset-x-2 top-1 z-40 flex max-w-[420px] items-start gap-2 rounded-panel border-2',
        'border-edge bg-panel py-1 pr-1 pl-4 text-text',
        'lg:top-auto lg:bottom-4 lg:left-4',
      )}
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
