/** A bet on its own page: what was rolled, and its figures. */
import type { InstantRound } from '@fairground/game-kit/instant';
import { defineGameRound } from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import game from '../game.ts';
import { useRoundT } from './texts.ts';

type Round = InstantRound<typeof game.choice, typeof game.drawn>;

export default defineGameRound<Round>({ schema: game.roundSchema, Replay, Facts });

function Replay({ round: { roll } }: { round: Round }) {
  const { formatCoins } = useFormat();
  return <p className="figures grid min-h-40 place-items-center font-display text-36">{formatCoins(roll)}</p>;
}

function Facts({ round: { chance, roll, outcome } }: { round: Round }) {
  const t = useRoundT();
  const { formatCoins } = useFormat();
  return (
    <>
      <Stat name={t('ringToss.round.chance')}>{chance}</Stat>
      <Stat name={t('ringToss.round.roll')}>{formatCoins(roll)}</Stat>
      <Stat name={t('ringToss.round.result')}>{t(`ringToss.round.outcome.${outcome}`)}</Stat>
    </>
  );
}
