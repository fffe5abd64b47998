/** The bid, its odds, and the one large action: begin, or cash out. */
import {
  ActionDock,
  panelColumn,
  StakeControl,
  StakeNotice,
  type ChosenStake,
  type GameClosed,
} from '@fairground/game-kit/web';
import type { MinefieldConfig, MinefieldGame } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { AlertText } from '@fairground/site-kit/ui/announce.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { AgainButton, besideAction, End } from './end-panel.tsx';
import type { Figures, Phase } from '../state.ts';
import styles from '../minefield.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

interface BidPanelProps {
  phase: Phase;
  figures: Figures | null;
  config: MinefieldConfig | undefined;
  /** As chosen or typed. */
  chosen: ChosenStake;
  /** Null where what is typed is none. */
  bid: number | null;
  /** Undefined until the player is known. */
  balance: number | undefined;
  gameClosed: GameClosed;
  /** The highest bid that the balance allows, in full steps; 0 where it allows none. */
  max: number;
  canBegin: boolean;
  busy: 'begin' | 'cashOut' | null;
  /** A tile that was requested is not answered yet. */
  waiting: boolean;
  /** The last error, shown next to the button. */
  line: string;
  onBid: (chosen: ChosenStake) => void;
  onBegin: () => void;
  onCashOut: () => void;
  /** Turns any plot that is unturned. */
  onRandom: () => void;
  /** The game whose end is shown. */
  ended: MinefieldGame | null;
  onAgain: () => void;
}

export function BidPanel(props: BidPanelProps) {
  const { formatCoins, formatTwoDecimals } = useFormat();
  const { phase, figures, config, balance, gameClosed, bid, max, busy, waiting, line } = props;
  const t = useTexts('page');
  const playing = phase === 'Playing';
  const multiplier = formatTwoDecimals(figures?.multiplier ?? 1);
  const min = config?.minBid ?? 100;
  return (
    <section
      aria-label={t('minefield.panel')}
      className={cn(panelColumn, styles.bidPanel)}
      data-phase={phase}
    >
      <StakeControl
        title={
          props.ended !== null ? (
            <End game={props.ended} />
          ) : (
            <p className="figures min-h-5 text-14 leading-5 text-quiet w-36 lg:w-full">
              {figures?.next &&
                (playing || phase === 'Betting') &&
                t('minefield.nextGem', {
                  gems: (config && leftOf(config, props).gems) ?? 0,
                  plots: (config && leftOf(config, props).plots) ?? 0,
                })}
            </p>
          )
        }
        label={t('minefield.bid')}
        chosen={props.chosen}
        amount={bid}
        min={min}
        max={max}
        step={config?.step ?? 100}
        disabled={playing || busy !== null || max < min || gameClosed.closed}
        onChange={props.onBid}
        hasSlider={props.ended === null}
      />
      {!playing && <StakeNotice gameClosed={gameClosed} balance={balance} minCoins={min} />}
      <ActionDock
        className={cn(
          props.ended && styles.afterEnd,
          'flex items-stretch gap-2 lg:flex-col-reverse lg:gap-3',
        )}
      >
        {/* One of them is always there, so that nothing moves when a game begins or ends. */}
        {props.ended !== null ? (
          <AgainButton onAgain={props.onAgain} />
        ) : (
          <Button
            variant="secondary"
            className={besideAction}
            disabled={!playing || waiting || busy !== null}
            onClick={props.onRandom}
          >
            {t('minefield.random')}
          </Button>
        )}
        {playing ? (
          <Button
            size="action"
            className={cn(
              'figures min-w-0 shrink! flex-wrap gap-y-0 px-4!',
              'max-lg:flex-1 max-lg:flex-col max-lg:text-17! lg:justify-between! sideways:min-h-14!',
            )}
            disabled={figures === null || figures.gemsFound === 0 || waiting}
            busy={busy === 'cashOut'}
            onClick={props.onCashOut}
          >
            <span>{t('minefield.cashOutAt', { m: multiplier })}</span>
            <span aria-hidden="true" className="inline-flex items-center gap-1.5">
              <span>{formatCoins((bid ?? 0) + (figures?.profit ?? 0))}</span>
              <CoinIcon size={24} className="shrink-0" />
            </span>
          </Button>
        ) : (
          <Button
            size="action"
            className="px-4! max-lg:flex-1 max-lg:shrink! max-lg:text-17! sideways:min-h-14!"
            disabled={!props.canBegin}
            busy={busy === 'begin'}
            onClick={props.onBegin}
          >
            {t('minefield.start')}
          </Button>
        )}
      </ActionDock>
      <div className="min-h-5 text-14 leading-5 lg:min-h-10">
        <p className="text-loss">
          <AlertText text={line} />
        </p>
        {line === '' && figures !== null && props.ended === null && <Return figures={figures} />}
      </div>
    </section>
  );
}

/** Gems and plots that are left, as they are counted out: 19 times in 22. */
function leftOf(config: MinefieldConfig, { figures }: BidPanelProps): { gems: number; plots: number } {
  const next = figures?.next;
  const difficulty = config.difficulties.find(
    ({ steps }) => next !== undefined && next !== null && steps.includes(next),
  );
  const found = figures?.gemsFound ?? 0;
  return { gems: (difficulty?.gems ?? 0) - found, plots: (difficulty?.gridSize ?? 0) - found };
}

/** What cashing out here gives back on average; before the first gem, what it will after it. */
function Return({ figures }: { figures: Figures }) {
  const t = useTexts('page');
  const { formatReturn, formatTwoDecimals } = useFormat();
  const step = figures.now ?? figures.next;
  if (step === null) return null;
  return (
    <p className="text-quiet">
      <span>
        {t('minefield.return', { m: formatTwoDecimals(step.multiplier), n: formatReturn(step.rtpBp) })}
      </span>
      {figures.now === null && <span className="max-lg:hidden">{` ${t('minefield.returnLess')}`}</span>}
    </p>
  );
}
