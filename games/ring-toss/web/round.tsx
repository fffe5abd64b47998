/** A toss on its own page: the ring flies again, and its figures. */
import type { InstantRound } from '@fairground/game-kit/instant';
import { defineGameRound } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import game from '../game.ts';
import type texts from './messages/en/round.json';
import styles from './ring-toss.module.css';
import { Stall } from './scene/stall.tsx';
import { Strip } from './scene/strip.tsx';
import { winningRange, type Choice, type Drawn } from './toss.ts';

type Round = InstantRound<Choice, Drawn>;

const useT = pageTexts<typeof texts>({
  en: () => import('./messages/en/round.json'),
  es: () => import('./messages/es/round.json'),
});

/** As long as the flight of the style sheet. */
const flightMs = 1_100;

export default defineGameRound<Round>({ schema: game.roundSchema, Replay: TossReplay, Facts });

/** The numbers in the texts of a toss. */
function useFigures(round: Round) {
  const { formatFactor } = useFormat();
  const [from = '', to = ''] = winningRange(round).map(formatFactor);
  return { roll: formatFactor(round.roll), from, to };
}

function TossReplay({ round }: { round: Round }) {
  'use memo';
  const t = useT();
  const figures = useFigures(round);
  return (
    <Replay
      label={t('ringToss.round.scene', figures)}
      durationMs={flightMs + 1_000}
      stepMs={100}
      describe={(atMs) =>
        t(atMs < flightMs ? 'ringToss.round.flight' : `ringToss.round.landed.${round.outcome}`, figures)
      }
    >
      {(clock) => <Toss round={round} clock={clock} />}
    </Replay>
  );
}

function Toss({ round, clock }: { round: Round; clock: ReplayClock }) {
  'use memo';
  const t = useT();
  const figures = useFigures(round);
  // Every frame renders again: the ring moves by it.
  const atMs = useReplay(clock, () => Math.min(clock.atMs(), flightMs));
  const hasLanded = atMs >= flightMs;
  return (
    <div className={cn(styles.page, styles.replay, 'overflow-hidden rounded-panel')}>
      <div className={styles.stage} data-part="stage">
        <div className={styles.front}>
          <Stall toss={round} isFlying={!hasLanded} atMs={atMs} />
          <div className={styles.sign} data-outcome={hasLanded ? round.outcome : undefined}>
            {hasLanded && <strong className={styles.roll}>{figures.roll}</strong>}
            <p>{t(hasLanded ? `ringToss.round.outcome.${round.outcome}` : 'ringToss.round.flight')}</p>
          </div>
        </div>
        <Strip range={winningRange(round)} roll={hasLanded ? round.roll : null} outcome={round.outcome}>
          {t('ringToss.round.wins', figures)}
        </Strip>
      </div>
    </div>
  );
}

function Facts({ round }: { round: Round }) {
  const t = useT();
  const figures = useFigures(round);
  return (
    <>
      <Stat name={t('ringToss.round.chance')}>{t('ringToss.round.percent', { n: round.chance })}</Stat>
      <Stat name={t('ringToss.round.roll')}>{figures.roll}</Stat>
      <Stat name={t('ringToss.round.result')}>{t(`ringToss.round.outcome.${round.outcome}`)}</Stat>
    </>
  );
}
