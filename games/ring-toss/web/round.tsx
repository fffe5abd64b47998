/** A toss on its own page: the ring flies again, and its figures. */
import { defineInstantRound, type RoundSceneProps } from '@fairground/game-kit/web/instant-round';
import type { InstantRound } from '@fairground/game-kit/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import game from '../game.ts';
import styles from './ring-toss.module.css';
import { Stall } from './scene/stall.tsx';
import { sign, signFigure } from './scene/sign.ts';
import { Strip } from './scene/strip.tsx';
import { winningRange, type Choice, type Drawn } from './toss.ts';
import { useTexts, type Texts } from './texts.ts';

/** As long as the flight of the style sheet. */
const flightMs = 1_100;

export default defineInstantRound<Texts['round'], Choice, Drawn>(game, {
  styles,
  motionMs: flightMs,
  restMs: 1_000,
  figures(round, { formatFactor }) {
    const [from = '', to = ''] = winningRange(round).map(formatFactor);
    return { from, to, roll: formatFactor(round.roll), chance: String(round.chance) };
  },
  describe: ({ outcome }, atMs) => [atMs < flightMs ? 'flight' : `landed.${outcome}`],
  facts: ({ chance = '', roll = '' }, t) => ({ chance: t('percent', { n: chance }), roll }),
  Scene,
});

function Scene({ round, atMs, hasLanded }: RoundSceneProps<InstantRound<Choice, Drawn>>) {
  'use memo';
  const t = useTexts('round');
  const { formatFactor } = useFormat();
  const [from = '', to = ''] = winningRange(round).map(formatFactor);
  return (
    <>
      <div className="relative flex min-h-0 grow justify-center pt-2">
        <Stall toss={round} isFlying={!hasLanded} atMs={atMs} />
        <div className={sign} data-outcome={hasLanded ? round.outcome : undefined}>
          {hasLanded && <strong className={signFigure}>{formatFactor(round.roll)}</strong>}
          <p>{t(hasLanded ? `ringToss.round.outcome.${round.outcome}` : 'ringToss.round.flight')}</p>
        </div>
      </div>
      <Strip range={winningRange(round)} roll={hasLanded ? round.roll : null} outcome={round.outcome}>
        {t('ringToss.round.wins', { from, to })}
      </Strip>
    </>
  );
}
