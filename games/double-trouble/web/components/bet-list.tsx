/** The player's bets, newest first: on what, how much, and how it went. */
import type { DoubleTroubleBet } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { HistoryList, OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import { sideText } from './side.tsx';
import type { DoubleTrouble } from '../use-double-trouble.ts';
import { useTexts, type Translate } from '../texts.ts';

export const betName = ({ drawType, number }: Pick<DoubleTroubleBet, 'drawType' | 'number'>, t: Translate) =>
  drawType === 'Number' ? t('doubleTrouble.numberN', { n: number ?? 0 }) : t(sideText[drawType]);

export function BetList({ game }: { game: DoubleTrouble }) {
  'use memo';
  const t = useTexts('page');
  const { formatFactor } = useFormat();
  const { bets } = game;
  const newest = bets?.[0];
  const firstOver = bets?.find(({ status }) => status !== 'pending');
  return (
    <HistoryList
      title={t('doubleTrouble.yourBets')}
      // On a phone the docked controls may hide the list, so that the newest bet shows next to its title.
      aside={
        newest && (
          <span className="lg:hidden" aria-hidden="true">
            <Outcome bet={newest} />
          </span>
        )
      }
      entries={bets}
      failed={game.betsFailed}
      failedText={t('doubleTrouble.betsFailed')}
      emptyText={t('doubleTrouble.noBets')}
      onRetry={game.reload}
      skeletonClass="h-9"
      className="flex min-h-0 flex-col"
      listClass="grid gap-1 overflow-y-auto max-lg:max-h-56"
    >
      {(bet) => (
        <li key={bet.id} className="flex min-h-9 items-center gap-3 text-15">
          <span className="mr-auto font-bold">
            {bet.status === 'pending' ? (
              betName(bet, t)
            ) : (
              <RoundLink game="doubleTrouble" id={bet.drawId} isPassed={bet !== firstOver}>
                {betName(bet, t)}
              </RoundLink>
            )}
          </span>
          <span className="figures text-quiet">{`${formatFactor(bet.multiplier)}x`}</span>
          <Outcome bet={bet} />
        </li>
      )}
    </HistoryList>
  );
}

function Outcome({ bet: { status, amount, amountWon } }: { bet: DoubleTroubleBet }) {
  const t = useTexts('page');
  return (
    <OutcomeBadge
      outcome={status}
      word={t(`doubleTrouble.${status}`)}
      isWordShown
      stake={amount}
      paid={amountWon}
    />
  );
}
