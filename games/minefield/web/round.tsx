/** A game on its own page: the meadow again, plot by plot, and its figures. */
import { defineGameRound } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import type { CSSProperties } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import { minefieldRoundSchema, type MinefieldRound } from '../round-contract.ts';
import { plotFaceOf } from './components/board.tsx';
import { Lanterns } from './components/lanterns.tsx';
import { Dug, Turf } from './components/plot.tsx';
import { plotMs, replayMomentAt, replayMsOf, tilesAt, turnedIn } from './replay-model.ts';
import styles from './minefield.module.css';
import { useTexts } from './texts.ts';

export default defineGameRound<MinefieldRound>({
  schema: minefieldRoundSchema,
  Replay: GameReplay,
  Facts: GameFacts,
});

function GameReplay({ round }: { round: MinefieldRound }) {
  'use memo';
  const t = useTexts('round');
  return (
    <Replay
      label={t('minefield.round.scene')}
      durationMs={replayMsOf(round)}
      stepMs={plotMs}
      describe={(atMs) => {
        const { turned, isOver } = replayMomentAt(round, atMs);
        const last = turned.at(-1);
        if (isOver) return t('minefield.round.end');
        if (last === undefined) return t('minefield.round.begin');
        const place = { row: Math.floor(last / round.columns) + 1, column: (last % round.columns) + 1 };
        return last === round.hit
          ? t('minefield.round.mine', place)
          : t('minefield.round.gem', { n: turned.length, ...place });
      }}
    >
      {(clock) => <Meadow round={round} clock={clock} />}
    </Replay>
  );
}

function Meadow({ round, clock }: { round: MinefieldRound; clock: ReplayClock }) {
  'use memo';
  const count = useReplay(clock, () => replayMomentAt(round, clock.atMs()).turned.length);
  const isOver = useReplay(clock, () => replayMomentAt(round, clock.atMs()).isOver);
  const turned = turnedIn(round).slice(0, count);
  const tiles = tilesAt(round, { turned, isOver });
  const found = turned.filter((id) => id !== round.hit).length;
  const share = found / Math.max(1, round.tiles - round.mines.length);
  return (
    <div
      className={cn(styles.replay, 'overflow-hidden rounded-panel')}
      style={{ '--mf-light': share, '--mf-columns': round.columns } as CSSProperties}
    >
      <div className={styles.stage} data-part="stage">
        <Lanterns share={share} />
        <div className={styles.field}>
          <div
            className={cn(
              'grid aspect-[var(--mf-columns)/5] h-full gap-[2%]',
              'grid-cols-[repeat(var(--mf-columns),minmax(0,1fr))]',
            )}
          >
            {Array.from({ length: round.tiles }, (_, id) => {
              const face = plotFaceOf(tiles.get(id), turned.includes(id));
              return (
                <div key={id} data-face={face} className={styles.plot}>
                  <span className={styles.turn}>
                    <span className={styles.side}>
                      <Turf tileId={id} />
                    </span>
                    <span className={cn(styles.side, styles.under)}>
                      {face !== 'turf' && <Dug face={face} />}
                    </span>
                  </span>
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

function GameFacts({ round }: { round: MinefieldRound }) {
  const t = useTexts('round');
  const { formatTwoDecimals } = useFormat();
  return (
    <>
      <Stat name={t('minefield.round.difficulty')}>{t(`minefield.round.level.${round.difficulty}`)}</Stat>
      <Stat name={t('minefield.round.gems')}>
        {t('minefield.round.gemsOf', { n: round.gems.length, of: round.tiles - round.mines.length })}
      </Stat>
      <Stat name={t('minefield.round.mines')}>{round.mines.length}</Stat>
      <Stat name={t('minefield.round.multiplier')}>
        {t('minefield.round.times', { m: formatTwoDecimals(round.multiplier) })}
      </Stat>
    </>
  );
}
