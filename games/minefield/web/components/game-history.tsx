/** The player's last games, newest first. */
import type { MinefieldGame } from '../../contract.ts';
import { formatMultiplier, useFormat } from '@fairground/web/shared/format/format.ts';
import { useT } from '../texts.ts';
import { Badge } from '@fairground/web/shared/ui/badge.tsx';
import { HistoryList, RoundLink } from '@fairground/game-kit/web';
import type { Minefield } from '../use-minefield.ts';

export function GameHistory({ minefield }: { minefield: Minefield }) {
  const t = useT();
  return (
    <HistoryList
      title={t('minefield.history')}
      entries={minefield.history}
      failed={minefield.historyFailed}
      failedText={t('minefield.historyFailed')}
      emptyText={t('minefield.noGames')}
      onRetry={minefield.reload}
      skeletonClass="h-28"
      emptyClass=""
      listClass="grid max-h-[500px] gap-2 overflow-y-auto"
    >
      {(game, isFirst) => <Record key={game.id} game={game} isFirst={isFirst} />}
    </HistoryList>
  );
}

function Record({ game, isFirst }: { game: MinefieldGame; isFirst: boolean }) {
  const t = useT();
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-rule pb-2 text-14 leading-5 last:border-b-0">
      <span className="grid min-w-0 grow">
        <span className="font-bold">
          {game.gameState === 'Playing' ? (
            t(`minefield.level.${game.difficulty}`)
          ) : (
            <RoundLink of={{ game: 'mineField', id: game.id }} isPassed={!isFirst}>
              {t(`minefield.level.${game.difficulty}`)}
            </RoundLink>
          )}
        </span>
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
  const { formatCoins } = useFormat();
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
