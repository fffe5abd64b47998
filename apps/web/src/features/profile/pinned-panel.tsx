/** The round that a player has pinned: its result, what it paid, and the way to it. */
import type { PinnedRound } from '@fairground/contract/user';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { Badge, Net } from '@fairground/site-kit/ui/badge.tsx';
import { linkClass } from '@fairground/site-kit/ui/form-parts.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts.ts';

/** `children` stand below it. */
export function PinnedPanel({ pinned, children }: { pinned: PinnedRound; children?: ReactNode }) {
  'use memo';
  const t = useTexts('profile');
  const { formatCoins } = useFormat();
  const { title, summary } = pinned.texts[useLanguage()];
  const { stake, payout } = pinned;
  return (
    <Panel title={t('profile.pinned')}>
      <div className="grid justify-items-start gap-2">
        <Link to={`/rounds/${pinned.game}/${pinned.id}`} className={linkClass}>
          {title}
        </Link>
        <p>{summary}</p>
        <Badge tone={payout > stake ? 'win' : payout === 0 ? 'loss' : 'even'}>
          <span>
            <span>
              {stake === 0
                ? t('profile.pinnedCredited', { payout: formatCoins(payout) })
                : t('profile.pinnedPaid', { stake: formatCoins(stake), payout: formatCoins(payout) })}
            </span>
            {stake > 0 && <Net coins={payout - stake} />}
          </span>
        </Badge>
        {children}
      </div>
    </Panel>
  );
}
