/** The player's last strikes, newest first. */
import { HistoryList, RoundLink } from '@fairground/game-kit/web';
import { formatMultiplier, useFormat } from '@fairground/web/shared/format/format.ts';
import { Badge } from '@fairground/web/shared/ui/badge.tsx';
import type { Strike } from '../../contract.ts';
import { useT } from '../texts.ts';

interface StrikeHistoryProps {
  strikes: readonly Strike[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

export function StrikeHistory({ strikes, failed, onRetry }: StrikeHistoryProps) {
  const t = useT();
  const { formatCoins } = useFormat();
  return (
    <HistoryList
      title={t('highStriker.history')}
      entries={strikes}
      failed={failed}
      failedText={t('highStriker.historyFailed')}
      emptyText={t('highStriker.noStrikes')}
      onRetry={onRetry}
      skeletonClass="h-28"
      listClass="grid max-h-[420px] gap-2 overflow-y-auto"
    >
      {(strike, isFirst) => (
        <li
          key={strike.id}
          className="flex min-h-11 items-center gap-3 border-b border-rule pb-2 text-14 leading-5 last:border-b-0"
        >
          <span className="figures grid min-w-0 grow">
            <RoundLink
              of={{ game: 'highStriker', id: strike.id }}
              isPassed={!isFirst}
              className="justify-self-start font-bold"
            >
              {t('highStriker.recordTarget', { m: formatMultiplier(strike.target) })}
            </RoundLink>
            <span className="text-quiet">
              {t('highStriker.recordHeight', { h: formatMultiplier(strike.height) })}
            </span>
          </span>
          {strike.outcome === 'won' ? (
            <Badge tone="win" label={t('highStriker.win')}>
              +{formatCoins(strike.coinsWon)}
            </Badge>
          ) : (
            <Badge tone="loss" label={t('highStriker.loss')}>
              {formatCoins(strike.amount)}
            </Badge>
          )}
        </li>
      )}
    </HistoryList>
  );
}
