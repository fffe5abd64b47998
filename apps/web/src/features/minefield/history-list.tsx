/** The player's last games, newest first. */
import type { MinefieldGame } from '@fairground/game-minefield/contract';
import { formatCoins, formatMultiplier } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { Minefield } from './use-minefield.ts';

export function HistoryList({ minefield }: { minefield: Minefield }) {
  const t = useT();
  const { history, historyFailed, reload } = minefield;
  return (
    <section aria-labelledby="minefield-history" className="grid content-start gap-3">
      <h2 id="minefield-history" className="text-[17px] leading-6 font-bold">
        {t('minefield.history')}
      </h2>
      {historyFailed ? (
        <div className="flex items-center justify-between gap-3 text-[14px]">
          <p>{t('minefield.historyFailed')}</p>
          <Button variant="secondary" size="small" onClick={reload}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : history === null ? (
        <Skeleton className="h-28 w-full" />
      ) : history.length === 0 ? (
        <p className="text-quiet">{t('minefield.noGames')}</p>
      ) : (
        <ul
          // It scrolls, so the keyboard must be able to get there.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-labelledby="minefield-history"
          className="grid max-h-[500px] gap-2 overflow-y-auto"
        >
          {history.map((game) => (
            <Record key={game.id} game={game} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Record({ game }: { game: MinefieldGame }) {
  const t = useT();
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-rule pb-2 text-[14px] leading-5 last:border-b-0">
      <span className="grid min-w-0 grow">
        <span className="font-bold">{t(`minefield.level.${game.difficulty}`)}</span>
        <span className="figures text-quiet">
          {t('minefield.gems', { n: game.gemsFound })}
          {game.gameState === 'CashedOut' ? ` · ${formatMultiplier(game.multiplier)}x` : ''}
        </span>
      </span>
      <Outcome game={game} />
    </li>
  );
}

function Outcome({ game }: { game: MinefieldGame }) {
  const t = useT();
  switch (game.gameState) {
    case 'CashedOut':
      return (
        <Badge tone="win" label={t('minefield.win')}>
          +{formatCoins(game.coinsWon)}
        </Badge>
      );
    case 'Lost':
      return (
        <Badge tone="loss" label={t('minefield.loss')}>
          {formatCoins(game.bidAmount)}
        </Badge>
      );
    case 'Playing':
      return (
        <Badge tone="pending" label={t('minefield.pending')}>
          {formatCoins(game.bidAmount)}
        </Badge>
      );
  }
}
