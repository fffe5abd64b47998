/** The player's bets, newest first: on what, how much, and how it went. */
import type { DoubleTroubleBet } from '@fairground/game-double-trouble/contract';
import { formatCoins } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import type { Translate } from '../../shared/i18n/i18n.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { sideText } from './side.tsx';
import type { DoubleTrouble } from './use-double-trouble.ts';

export const betName = ({ drawType, number }: Pick<DoubleTroubleBet, 'drawType' | 'number'>, t: Translate) =>
  drawType === 'Number' ? t('doubleTrouble.numberN', { n: number ?? 0 }) : t(sideText[drawType]);

export function BetList({ game }: { game: DoubleTrouble }) {
  const t = useT();
  const { bets } = game.state;
  return (
    <section aria-labelledby="dt-bets">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <h2 id="dt-bets" className="text-[17px] leading-6 font-bold">
          {t('doubleTrouble.yourBets')}
        </h2>
        {/* On a phone the docked controls may hide the list, so that the newest bet shows beside its title. */}
        {bets?.[0] && (
          <span className="lg:hidden" aria-hidden="true">
            <Outcome bet={bets[0]} />
          </span>
        )}
      </div>
      {game.betsFailed ? (
        <div className="flex min-h-11 items-center gap-3 text-[14px] leading-5 text-quiet">
          {t('doubleTrouble.betsFailed')}
          <Button variant="secondary" size="small" onClick={game.reload}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : bets === null ? (
        <Skeleton className="h-9 w-full" />
      ) : bets.length === 0 ? (
        <p className="min-h-9 text-[14px] leading-5 text-quiet">{t('doubleTrouble.noBets')}</p>
      ) : (
        <ul
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-labelledby="dt-bets"
          className="dt-bets"
        >
          {bets.map((bet) => (
            <li key={bet.id}>
              <span className="mr-auto font-bold">{betName(bet, t)}</span>
              <span className="figures text-quiet">{bet.multiplier.toFixed(1)}x</span>
              <Outcome bet={bet} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const outcomes = {
  pending: 'doubleTrouble.pending',
  win: 'doubleTrouble.win',
  loss: 'doubleTrouble.loss',
  void: 'doubleTrouble.void',
} as const;

/** A loss shows the stake, otherwise what came of it. */
function Outcome({ bet }: { bet: DoubleTroubleBet }) {
  const t = useT();
  return (
    <Badge tone={bet.status}>
      {t(outcomes[bet.status])}{' '}
      {bet.status === 'win' ? `+${formatCoins(bet.amountWon)}` : formatCoins(bet.amount)}
    </Badge>
  );
}
