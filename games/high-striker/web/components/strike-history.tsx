/** The player's last strikes, newest first. */
import { HistoryList, OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { Strike } from '../../contract.ts';
import { useT } from '../texts.ts';

interface StrikeHistoryProps {
  strikes: readonly Strike[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

export function StrikeHistory({ strikes, failed, onRetry }: StrikeHistoryProps) {
  'use memo';
  const t = useT();
  const { formatMultiplier } = useFormat();
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
              game="highStriker"
              id={strike.id}
              isPassed={!isFirst}
              className="justify-self-start font-bold"
            >
              {t('highStriker.recordTarget', { m: formatMultiplier(strike.target) })}
            </RoundLink>
            <span className="text-quiet">
              {t('highStriker.recordHeight', { h: formatMultiplier(strike.height) })}
            </span>
          </span>
          <Outcome strike={strike} />
        </li>
      )}
    </HistoryList>
  );
}

function Outcome({ strike: { outcome, amount, coinsWon } }: { strike: Strike }) {
  const t = useT();
  const shown = outcome === 'won' ? 'win' : 'loss';
  return <OutcomeBadge outcome={shown} word={t(`highStriker.${shown}`)} stake={amount} paid={coinsWon} />;
}
