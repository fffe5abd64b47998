/** The stage: a striped canopy, the drum, the last ball on its stand, the sign, and the words over them. */
import { stageNote } from '@fairground/game-kit/web';
import type { DoubleTroubleBet, DoubleTroubleDraw } from '../../contract.ts';
import Check from '@fairground/site-kit/icons/check';
import Hourglass from '@fairground/site-kit/icons/hourglass';
import X from '@fairground/site-kit/icons/x';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useMaintenance } from '@fairground/site-kit/maintenance/maintenance.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { betName } from './bet-list.tsx';
import type { DrawResult } from '../state.ts';
import { Drum } from './drum.tsx';
import { Ball, SideIcon, sideOf, sideText } from './side.tsx';
import type { DrawClock } from '../draw-clock.ts';
import styles from '../double-trouble.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts, type Translate } from '../texts.ts';

interface DrawStageProps {
  max: number;
  clock: DrawClock;
  last: DoubleTroubleDraw | null;
  /** The player's result in the last draw. */
  result: DrawResult | null;
  /** Their bets in the next one. */
  waiting: readonly DoubleTroubleBet[];
  error: string | null;
  /** The round of the beacon that the next draw waits for. */
  beaconRound: number | null;
}

export function DrawStage({ max, clock, last, result, waiting, error, beaconRound }: DrawStageProps) {
  'use memo';
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  const number = last?.winningNumbers[0] ?? null;
  // During maintenance a slot without bets is not drawn.
  const isPaused = useMaintenance() !== null && waiting.length === 0;
  return (
    <section data-part="stage" className={styles.stage} aria-label={t('doubleTrouble.stage')}>
      <Backdrop />
      <div className={styles.last}>
        <p className="max-sm:sr-only sm:text-14 sm:leading-4.5 lg:text-15">{t('doubleTrouble.lastDraw')}</p>
        {number === null ? (
          <p className={sideLine}>&nbsp;</p>
        ) : (
          <p className={sideLine} data-side={sideOf(number, max)}>
            <SideIcon side={sideOf(number, max)} />
            <span className="sr-only">{`${number} `}</span>
            <span>{t(sideText[sideOf(number, max)])}</span>
          </p>
        )}
        <LastBall number={number} max={max} drawId={last?.drawId ?? ''} />
      </div>
      <Drum max={max} drawn={number} drawId={last?.drawId ?? '0'} lights={clock.lights} />
      <p className={styles.sign} data-part="sign">
        <span>{signText(clock, isPaused, t)}</span>
      </p>
      <Canopy />
      <div className="absolute top-[25%] right-[4.5%] hidden w-46.5 gap-2.5 text-14 leading-5 xl:grid">
        {waiting.length > 0 && (
          <>
            <p>{t('doubleTrouble.inNext')}</p>
            <ul className="grid gap-2">
              {waiting.slice(0, 4).map((bet) => (
                <li key={bet.id} className={styles.ticket}>
                  <span>{betName(bet, t)}</span>
                  <span className="figures">{formatCoins(bet.amount)}</span>
                  <span className="col-span-full flex items-center gap-1.5 text-[#5b4a1e]">
                    <Hourglass aria-hidden="true" className="size-4" />
                    {t('doubleTrouble.pending')}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        {waiting.length > 4 && <p>{t('doubleTrouble.more', { n: waiting.length - 4 })}</p>}
      </div>
      <div
        className={cn(
          'pointer-events-none absolute top-12 right-1.5 left-24.5 z-2 grid justify-items-end gap-1.5',
          'sm:inset-x-4 sm:top-22.5 sm:justify-items-center lg:top-35 lg:right-auto lg:left-[3%]',
          'lg:max-w-60 lg:justify-items-start',
          'sideways:inset-x-1.5 sideways:top-10',
        )}
      >
        {result !== null && result.drawId === last?.drawId && <ResultNote result={result} />}
        {error !== null && <p className={stageNote}>{error}</p>}
        {clock.isLate && beaconRound !== null && (
          <p role="status" className={stageNote}>
            {t('doubleTrouble.awaitsBeacon', { n: beaconRound })}
          </p>
        )}
        <ConnectionNote className={stageNote} />
      </div>
    </section>
  );
}

function signText(clock: DrawClock, isPaused: boolean, t: Translate): string {
  if (clock.seconds === null) return t('doubleTrouble.signWaiting');
  if (clock.seconds === 0 && !isPaused) return t('doubleTrouble.signDrawing');
  return clock.closed ? t('doubleTrouble.signClosed') : t('doubleTrouble.sign', { n: clock.seconds });
}

/** A return at or below what was staked is reported, not celebrated. */
function ResultNote({ result }: { result: DrawResult }) {
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  if (result.won === 0) {
    return (
      <p className={cn(stageNote, 'text-loss')}>
        <X aria-hidden="true" className="size-5 shrink-0 stroke-3" />
        <span>{t('doubleTrouble.lostNote', { n: formatCoins(result.staked) })}</span>
      </p>
    );
  }
  const gained = result.won > result.staked;
  return (
    <p className={cn(stageNote, gained && 'text-win')}>
      {gained && <Check aria-hidden="true" className="size-5 shrink-0 stroke-3" />}
      <span>
        {t('doubleTrouble.wonNote', { n: formatCoins(result.won), staked: formatCoins(result.staked) })}
      </span>
    </p>
  );
}

export const sideLine =
  'flex items-center gap-[5px] leading-5 font-bold text-(--dt-side-text) lg:text-18 lg:leading-6.5';

export function LastBall({ number, max, drawId }: { number: number | null; max: number; drawId: string }) {
  'use memo';
  return (
    <svg viewBox="-80 -78 160 384" className={styles.stand} aria-hidden="true">
      <path d="M-52 64H52L42 86H-42Z" fill="var(--dt-paper)" />
      <path d="M-42 86H42L48 292H-48Z" fill="var(--dt-rim)" />
      <path d="M-14 86H-24L-26 292H-13ZM14 86H24L26 292H13Z" fill="var(--dt-paper)" opacity={0.85} />
      <rect x={-66} y={290} width={132} height={14} fill="var(--dt-paper)" />
      {number !== null && (
        <g key={drawId} className={cn(styles.arrive, 'motion-reduce:animate-[fade-in_200ms]!')}>
          <Ball x={0} y={2} r={64} number={number} side={sideOf(number, max)} />
        </g>
      )}
    </svg>
  );
}

const rays = Array.from({ length: 13 }, (_, index) => -78 + index * 13);

/** Inside the tent: rays of canvas, and the ground. */
export const Backdrop = () => (
  <svg
    viewBox="0 0 1072 700"
    preserveAspectRatio="xMidYMin slice"
    className="absolute top-0 left-0 -z-1 size-full"
    aria-hidden="true"
  >
    {rays.map((turn) => (
      <path
        key={turn}
        d="M536 -60L486 1100H586Z"
        transform={`rotate(${turn} 536 -60)`}
        fill="var(--dt-ray)"
      />
    ))}
    <path d="M-400 660Q536 590 1472 660V1400H-400Z" fill="var(--dt-ground)" />
  </svg>
);

const stripes = 17;

/** Stripes that run together above the roof, a golden band, and scallops. */
export const Canopy = () => {
  const width = 1072 / stripes;
  return (
    <svg
      viewBox="0 0 1072 128"
      preserveAspectRatio="xMidYMin slice"
      className={styles.canopy}
      aria-hidden="true"
    >
      {Array.from({ length: stripes }, (_, index) => {
        const left = index * width;
        const top = (x: number) => 536 + (x - 536) * 0.5;
        const ink = index % 2 === 0 ? 'var(--scene-red)' : 'var(--scene-paper)';
        const other = index % 2 === 0 ? 'var(--scene-paper)' : 'var(--scene-red)';
        return (
          <g key={index}>
            <path d={`M${top(left)} -4H${top(left + width)}L${left + width} 70H${left}Z`} fill={ink} />
            <path d={`M${left} 80H${left + width}V92A${width / 2} 34 0 0 1 ${left} 92Z`} fill={other} />
            <circle cx={left + width / 2} cy={104} r={4.5} fill={ink} />
          </g>
        );
      })}
      <rect y={69} width={1072} height={12} fill="var(--scene-gold)" />
      <rect y={81} width={1072} height={8} fill="#0e0b1f" opacity={0.14} />
    </svg>
  );
};
