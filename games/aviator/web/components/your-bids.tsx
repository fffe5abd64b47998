/** The player's own bets, newest first. */
import { OutcomeBadge, RoundLink } from '@fairground/game-kit/web';
import type { Aviator } from '../use-aviator.ts';
import { BadgeStrip, NoBadges } from './badge-strip.tsx';
import { ParachuteMark } from './parachute-mark.tsx';
import { useTexts } from '../texts.ts';

export function YourBids({ aviator }: { aviator: Aviator }) {
  const t = useTexts('page');
  const firstOver = aviator.bets?.find(({ crashMultiplier }) => crashMultiplier !== null);
  return (
    <BadgeStrip title={t('aviator.bids')} failed={aviator.betsFailed} onRetry={aviator.reload}>
      {aviator.bets?.length === 0 && <NoBadges text={t('aviator.noBets')} />}
      {aviator.bets?.map((bet) => {
        const { id, outcome, amount, amountWon, roundId } = bet;
        const badge = (
          <OutcomeBadge
            outcome={outcome}
            word={t(`aviator.${outcome}`)}
            stake={amount}
            paid={amountWon}
            mark={outcome === 'pending' && bet.parachute && <ParachuteMark />}
          />
        );
        return (
          <li key={id}>
            {bet.crashMultiplier === null ? (
              badge
            ) : (
              <RoundLink game="aviator" id={roundId} isPassed={bet !== firstOver} className="block">
                {badge}
              </RoundLink>
            )}
          </li>
        );
      })}
    </BadgeStrip>
  );
}
