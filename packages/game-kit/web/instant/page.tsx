/**
 * The page of an instant game. The game has its scene, its choice and its words; everything else is the same for all:
 * notices, stake, main button, auto-play, keys, history, proof, and what screen readers hear.
 */
import type { ComponentType, ReactNode } from 'react';
import Check from '@fairground/site-kit/icons/check';
import X from '@fairground/site-kit/icons/x';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import type { TranslateWith } from '@fairground/site-kit/i18n/texts-of.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { AlertText } from '@fairground/site-kit/ui/announce.tsx';
import { Net } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { writeField, type ChoiceFields, type Fields, type ValuesOf } from '../../shared/instant/fields.ts';
import type { InstantBet, InstantGame } from '../../shared/instant/game.ts';
import { ActionDock, panelColumn } from '../action-dock.tsx';
import { AutoPlayButton, lazyAutoPlay } from '../auto-play.tsx';
import { GameLayout } from '../game-layout.tsx';
import { HistoryList } from '../history-list.tsx';
import { KeysButton, useGameKeys } from '../keys.tsx';
import { OutcomeBadge } from '../outcome-badge.tsx';
import { ProofLine } from '../proof-line.tsx';
import { RoundLink } from '../round-link.tsx';
import { StakeControl } from '../stake-control.tsx';
import { StakeNotice } from '../stake-notice.tsx';
import { ToolSwitch } from '../tool-switch.tsx';
import { ownTexts } from './own-texts.ts';
import { ValueSlider } from './value-slider.tsx';
import { instantMode, useInstantGame, type InstantPhase, type InstantPlay } from './use-instant-game.ts';
import { useTexts } from '../texts.ts';

export interface InstantStageProps<Choice extends ChoiceFields, Drawn extends Fields> {
  phase: InstantPhase;
  /** The choice of the bet that is shown, or of the next one; null if it is not valid. */
  choice: ValuesOf<Choice> | null;
  /** The bet whose scene moves or has ended. */
  bet: InstantBet<Choice, Drawn> | null;
  /** Called when the scene has come to its end. */
  onEnd: () => void;
}

interface InstantPageProps<Choice extends ChoiceFields, Drawn extends Fields> {
  game: InstantGame<Choice, Drawn>;
  /** Translates by the game's parts `page`, which has the texts of `OwnText`, and `shell`. */
  t: TranslateWith<never>;
  className?: string | undefined;
  Stage: ComponentType<InstantStageProps<Choice, Drawn>>;
  /** A bet in the history: what links to its page, and what came of it. */
  entryTexts: (bet: InstantBet<Choice, Drawn>) => readonly [string, string];
  /** Figures of a bet that screen readers are told of, in `announceWon` and `announceLost`. */
  figures: (bet: InstantBet<Choice, Drawn>) => Record<string, string>;
  /** A control for each of these values of the choice, in this order, and what a value is written as. */
  choiceTexts?: ChoiceTexts<Choice>;
  /** The controls of the choice where a game has its own. */
  children?: (play: InstantPlay<Choice, Drawn>) => ReactNode;
}

type ChoiceTexts<Choice extends ChoiceFields> = {
  readonly [Name in keyof Choice]?: (choice: ValuesOf<Choice>) => string;
};

const AutoPlayPlace = lazyAutoPlay(async () => (await import('./auto-play.tsx')).InstantAutoPlay);

export function InstantGamePage<Choice extends ChoiceFields, Drawn extends Fields>(
  props: InstantPageProps<Choice, Drawn>,
) {
  'use memo';
  const { game, Stage, className, entryTexts, figures } = props;
  const t = useTexts('instant');
  const { formatCoins } = useFormat();
  const own = ownTexts(props.t as TranslateWith<Record<string, string>>, game.id);
  const play = useInstantGame(game);
  const { auto, config, history, entries, landed, shown } = play;
  useGameKeys({ auto });
  const last = landed ?? entries?.[0] ?? null;
  return (
    <GameLayout
      className={className}
      title={props.t(`nav.${game.id}` as GameMessageKey)}
      isAtStake={play.phase === 'placing' || play.phase === 'moving'}
      historyClass="lg:flex lg:min-h-72 lg:flex-[1_1_0] lg:flex-col"
      front={
        <>
          <Stage phase={play.phase} choice={shown ?? play.choice} bet={shown} onEnd={play.end} />
          <ProofLine
            className="sideways:py-2 lg:py-3.5"
            text={own('sealed')}
            link={t('instant.check')}
            of={last && { game: game.id, id: last.id }}
          />
        </>
      }
      history={
        <HistoryList
          title={own('history')}
          entries={entries}
          failed={history.isError && history.data === undefined}
          failedText={t('instant.historyFailed')}
          emptyText={own('noBets')}
          onRetry={() => void history.refetch()}
          skeletonClass="h-28"
          className="flex min-h-0 flex-col"
          listClass="grid gap-2 overflow-y-auto max-lg:max-h-[420px]"
        >
          {(bet, isFirst) => (
            <HistoryEntry key={bet.id} game={game.id} bet={bet} isFirst={isFirst} texts={entryTexts(bet)} />
          )}
        </HistoryList>
      }
      controls={
        <>
          <ConnectionNote className="mb-3 font-bold text-loss" />
          {config.isError && config.data === undefined && (
            <div className="mb-3 flex items-center justify-between gap-3">
              <p>{t('instant.loadFailed')}</p>
              <Button variant="secondary" size="small" onClick={config.refetch}>
                {t('ui.retry')}
              </Button>
            </div>
          )}
          <AutoPlayPlace
            auto={auto}
            odds={play.odds}
            stake={play.stake}
            maxBet={config.data?.maxBet ?? null}
            playRound={play.playRound}
            own={own}
          />
          <BetPanel play={play} own={own}>
            {props.choiceTexts && <ChoiceControls play={play} own={own} texts={props.choiceTexts} />}
            {props.children?.(play)}
          </BetPanel>
        </>
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <ToolSwitch store={instantMode} label={t('instant.mode')} disabled={play.phase === 'moving'} />
          <KeysButton />
        </>
      }
    >
      <p role="status" className="sr-only">
        {landed === null
          ? null
          : landed.outcome === 'won'
            ? own('announceWon', { ...figures(landed), n: formatCoins(landed.coinsWon) })
            : own('announceLost', { ...figures(landed), n: formatCoins(landed.amount) })}
      </p>
    </GameLayout>
  );
}

interface HistoryEntryProps {
  game: string;
  bet: { id: string; amount: number; outcome: 'won' | 'lost'; coinsWon: number };
  isFirst: boolean;
  texts: readonly [string, string];
}

function HistoryEntry({ game, bet, isFirst, texts: [title, result] }: HistoryEntryProps) {
  const t = useTexts('instant');
  const outcome = bet.outcome === 'won' ? 'win' : 'loss';
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-rule pb-2 text-14 leading-5 last:border-b-0">
      <span className="figures grid min-w-0 grow">
        <RoundLink game={game} id={bet.id} isPassed={!isFirst} className="justify-self-start font-bold">
          {title}
        </RoundLink>
        <span className="text-quiet">{result}</span>
      </span>
      <OutcomeBadge outcome={outcome} word={t(`instant.${outcome}`)} stake={bet.amount} paid={bet.coinsWon} />
    </li>
  );
}

interface ChoiceControlsProps<Choice extends ChoiceFields, Drawn extends Fields> {
  play: InstantPlay<Choice, Drawn>;
  own: (name: string) => string;
  texts: ChoiceTexts<Choice>;
}

function ChoiceControls<Choice extends ChoiceFields, Drawn extends Fields>({
  play: { game, choice, closed, set },
  own,
  texts,
}: ChoiceControlsProps<Choice, Drawn>) {
  'use memo';
  if (choice === null) return null;
  return Object.keys(texts).map((name) => {
    const field = game.choice[name];
    const textOf = (value: number | string): string => texts[name]?.({ ...choice, [name]: value }) ?? '';
    if (field === undefined) return null;
    const value = choice[name] as number | string;
    return field.kind === 'option' ? (
      <ChoiceGroup
        key={name}
        label={own(name)}
        size="tile"
        values={field.options}
        chosen={String(value)}
        textOf={textOf}
        onChoose={(option) => set(name, option)}
        className={cn('figures grid gap-2', field.options.length % 3 === 0 ? 'grid-cols-3' : 'grid-cols-2')}
      />
    ) : (
      <ValueSlider
        key={name}
        label={own(name)}
        value={Number(value)}
        min={Number(writeField(field, field.min))}
        max={Number(writeField(field, field.max))}
        step={field.kind === 'hundredths' ? 0.01 : 1}
        valueText={textOf(value)}
        disabled={closed.closed}
        onChange={(number) => set(name, number)}
      />
    );
  });
}

interface BetPanelProps<Choice extends ChoiceFields, Drawn extends Fields> {
  play: InstantPlay<Choice, Drawn>;
  own: ReturnType<typeof ownTexts>;
  children: ReactNode;
}

/** Choice and stake with their odds, and the one large action. */
function BetPanel<Choice extends ChoiceFields, Drawn extends Fields>({
  play,
  own,
  children,
}: BetPanelProps<Choice, Drawn>) {
  'use memo';
  const t = useTexts('instant');
  const language = useLanguage();
  const { formatCoins, formatReturn } = useFormat();
  const { game, closed, odds, failure, isReady, stake } = play;
  const { amount, chosen, affordable, ...range } = stake;
  const isLocked = play.isBusy || !affordable || closed.closed;
  useGameKeys({
    keys: [
      play.isInstant
        ? ['b', `${own('play')} (${t('instant.hold')})`, () => void play.play(), 'repeats']
        : ['b', own('play'), () => void play.play()],
    ],
    stake: { ...range, coins: amount, disabled: isLocked },
  });
  const line = failure === null ? '' : readableError(failure, t('error.unexpected'));
  return (
    <form
      aria-label={own('panel')}
      className={panelColumn}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void play.play();
      }}
    >
      {children}
      <StakeControl
        label={t('instant.stake')}
        chosen={chosen}
        amount={amount}
        min={range.min}
        max={range.max}
        step={range.step}
        disabled={isLocked}
        onChange={range.set}
        quick={{
          label: t('instant.stake'),
          amounts: play.config.data?.quickBets ?? game.stakes.quick,
        }}
      />
      <StakeNotice gameClosed={closed} balance={play.balance} minCoins={range.min} />
      <ActionDock>
        <Button
          size="action"
          type="submit"
          className="flex-wrap gap-x-3 sideways:min-h-14!"
          disabled={!isReady}
          busy={play.isBusy}
        >
          <span>{own('play')}</span>
          {amount !== null && (
            <span className="figures inline-flex items-center gap-1.5" aria-hidden="true">
              <span>{formatCoins(amount)}</span>
              <CoinIcon size={22} />
            </span>
          )}
        </Button>
      </ActionDock>
      <div className="min-h-10 text-14 leading-5 lg:min-h-15">
        <p className="font-bold text-loss">
          <AlertText text={line} />
        </p>
        {line === '' && (
          <p className="text-quiet">
            {affordable && amount !== null && play.config.data !== undefined && odds !== null && (
              <>
                <span>
                  {own('odds', {
                    chance: significantDigits(language).format(odds.chancePercent),
                    n: formatCoins(odds.payoutCoins),
                  })}
                </span>
                <span>{` ${own('return', { back: formatReturn(odds.returnBp) })}`}</span>
              </>
            )}
          </p>
        )}
      </div>
    </form>
  );
}

/** Two decimals would round small chances to nothing. */
const significantDigits = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 }),
);

interface ResultSignProps {
  className?: string | undefined;
  figureClass?: string | undefined;
  /** Null before there is a result; `waiting` is shown then. */
  bet: { outcome: 'won' | 'lost'; amount: number; coinsWon: number } | null;
  waiting: string;
  figure: string;
  /** What is written where nothing was won. */
  lost: string;
}

/** The sign next to the scene: what it invites to, and what came of the bet. */
export function ResultSign({ className, figureClass, bet, waiting, figure, lost }: ResultSignProps) {
  const t = useTexts('instant');
  const { formatCoins } = useFormat();
  const Icon = bet?.outcome === 'won' ? Check : X;
  return (
    <div className={className} data-outcome={bet?.outcome}>
      {bet === null ? (
        <p>{waiting}</p>
      ) : (
        <>
          <strong className={figureClass}>{figure}</strong>
          <p className="flex items-center justify-center gap-1.5">
            <Icon aria-hidden className="size-5 shrink-0 stroke-3" />
            <span>
              <span>{bet.outcome === 'won' ? t('instant.won', { n: formatCoins(bet.coinsWon) }) : lost}</span>
              {bet.outcome === 'won' && <Net coins={bet.coinsWon - bet.amount} />}
            </span>
          </p>
        </>
      )}
    </div>
  );
}
