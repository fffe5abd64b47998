/** The player's last games, newest first. */
import type { MinefieldGame } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { HistoryList, OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import type { Minefield } from '../use-minefield.ts';
import { useTexts } from '../texts.ts';

export function GameHistory({ minefield }: { minefield: Minefield }) {
  'use memo';
  const t = useTexts('page');
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
  const t = useTexts('page');
  const { formatTwoDecimals } = useFormat();
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-rule pb-2 text-14 leading-5 last:border-b-0">
      <span className="grid min-w-0 grow">
        <span className="font-bold">
          {game.gameState === 'Playing' ? (
            t(`minefield.level.${game.difficulty}`)
          ) : (
            <RoundLink game="mineField" id={game.id} isPassed={!isFirst}>
              {t(`minefield.level.${game.difficulty}`)}
            </RoundLink>
          )}
        </span>
        <span className="figures text-quiet">
          <span>{t('minefield.gems', { n: game.gemsFound })}</span>
          {game.gameState === 'CashedOut' && <span>{` · ${formatTwoDecimals(game.multiplier)}x`}</span>}
        </span>
      </span>
      <Outcome game={game} />
    </li>
  );
}

const outcomes = { CashedOut: 'win', Lost: 'loss', Playing: 'pending' } as const;

function Outcome({ game: { gameState, bidAmount, coinsWon } }: { game: MinefieldGame }) {
  const t = useTexts('page');
  const outcome = outcomes[gameState];
  return (
    <OutcomeBadge outcome={outcome} word={t(`minefield.${outcome}`)} stake={bidAmount} paid={coinsWon} />
  );
}
