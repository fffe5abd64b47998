/** What the page of an instant game knows and does: the choice, the stake, the bet that is shown, and auto-play. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useProbe, useReconnected } from '@fairground/site-kit/live/use-live.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { delayUser, useUser } from '@fairground/site-kit/session/session.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { createSwitch } from '@fairground/site-kit/store/switch.ts';
import {
  readFields,
  writeField,
  writeFields,
  type ChoiceFields,
  type Fields,
} from '../../shared/instant/fields.ts';
import type { InstantBet, InstantBody, InstantGame } from '../../shared/instant/game.ts';
import { useAutoPlay } from '../auto-play.tsx';
import { celebrate } from '../celebrate.ts';
import { useOwnSeed } from '../own-seed.ts';
import { stakeRange, type ChosenStake } from '../stake.ts';
import { useGameClosed } from '../use-game-closed.ts';
import { betsOf } from './bets.ts';
import { oddsOf } from './odds.ts';
import { createPace } from './pace.ts';

/** `moving` is from the answer of the server until the scene has come to its end. */
export type InstantPhase = 'idle' | 'placing' | 'moving' | 'won' | 'lost';

/** A value as it is over the wire; null if it is not valid, such as a number that is still being typed. */
type Typed = Readonly<Record<string, number | string | null>>;

/** Results come without the scene's motion, and a held key bets again. In all instant games. */
export const instantMode = createSwitch('instantMode', false);

const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function useInstantGame<Choice extends ChoiceFields, Drawn extends Fields>(
  game: InstantGame<Choice, Drawn>,
) {
  'use memo';
  type Bet = InstantBet<Choice, Drawn>;
  const user = useUser();
  const { readCoins } = useFormat();
  const config = useGameConfig({ id: game.id, schema: game.configSchema });
  const [bets] = useState(() => betsOf(game));
  const history = useQuery(bets.history);
  const { mutateAsync: place, isPending } = useMutation(bets.place);
  const [typed, setTyped] = useState<Typed>(() => initialOf(game.choice));
  const [stake, setStake] = useState<ChosenStake>(game.stakes.min);
  const [failure, setFailure] = useState<unknown>(null);
  const [shown, setShown] = useState<Bet | null>(null);
  /** Whether the scene of the bet that is shown still moves; its result shows once it has come to its end. */
  const [isMoving, setMoving] = useState(false);
  const balanceDelay = useDelayedBalance();
  const isInstant = useStore(instantMode);
  const [pace] = useState(createPace);
  const closed = useGameClosed(game.id);
  const auto = useAutoPlay();
  useOwnSeed();
  useReconnected(() => void history.refetch());
  useProbe(isPending);

  // In the instant mode the result before stays until the next one is there.
  const isPlacing = isPending && !isInstant;
  const isBusy = isPlacing || isMoving || auto.isRunning;
  const balance = user === null ? undefined : balanceOf(user);
  const { min, step } = game.stakes;
  const max = config.data?.maxBet ?? game.stakes.max;
  const range = stakeRange({ chosen: stake, balance, min, max, step, readCoins });
  const values = readFields(game.choice, typed);
  const choice = values === null ? null : writeFields(game.choice, values);
  const odds = values === null ? null : oddsOf(game, values, range.amount ?? min);
  const phase: InstantPhase = isPlacing
    ? 'placing'
    : shown === null
      ? 'idle'
      : isMoving
        ? 'moving'
        : shown.outcome;
  const landed = phase === 'won' || phase === 'lost' ? shown : null;

  function report({ outcome, amount, coinsWon }: Bet): void {
    if (outcome === 'won') celebrate({ stake: amount, paid: coinsWon });
    else cue('loss');
  }

  function finish(bet: Bet): void {
    setMoving(false);
    balanceDelay.release();
    report(bet);
  }

  /** The result of auto-play immediately, without the scene's motion. */
  function show(bet: Bet): void {
    setFailure(null);
    setShown(bet);
    report(bet);
  }

  async function play(): Promise<void> {
    if (isBusy || choice === null || range.amount === null || !isReady) return;
    if (isInstant && !pace.begin(performance.now())) return;
    setFailure(null);
    if (!isInstant) setShown(null);
    balanceDelay.delay();
    try {
      const bet = await place({ amount: range.amount, ...choice } as InstantBody<Choice>);
      pace.placed();
      cue('bet');
      setShown(bet);
      if (isInstant || prefersStill()) finish(bet);
      else setMoving(true);
    } catch (error) {
      balanceDelay.release();
      pace.refused(performance.now(), isApiError(error) ? error.retryAfterMs : null);
      if (closed.noteRefusal(error)) return;
      setFailure(error);
    }
  }

  const isReady =
    config.data !== undefined &&
    range.affordable &&
    range.amount !== null &&
    !closed.closed &&
    choice !== null;
  return {
    game,
    config,
    history,
    /** Without the bet whose result is not shown yet; undefined until they are loaded. */
    entries: history.data?.filter(({ id }) => !isMoving || id !== shown?.id),
    closed,
    auto,
    balance,
    phase,
    shown: isPlacing ? null : shown,
    landed,
    /** The choice for the next bet, as over the wire; null if it is not valid. */
    choice,
    odds,
    stake: { ...range, min, step, set: setStake },
    isBusy,
    isInstant,
    isReady,
    failure,
    /** A value of the choice as it is over the wire; null if it is not valid. */
    set(name: keyof Choice & string, value: number | string | null) {
      setTyped((before) => ({ ...before, [name]: value }));
      if (!isMoving && !auto.isRunning) setShown(null);
    },
    play,
    /** A round of auto-play: resolves with what was won. */
    async playRound(amount: number): Promise<number> {
      const bet = await place({ amount, ...choice } as InstantBody<Choice>);
      show(bet);
      return bet.coinsWon;
    },
    /** The scene has come to its end. */
    end() {
      if (shown !== null && isMoving) finish(shown);
    },
  };
}

export type InstantPlay<Choice extends ChoiceFields, Drawn extends Fields> = ReturnType<
  typeof useInstantGame<Choice, Drawn>
>;

const initialOf = (fields: ChoiceFields): Typed =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, writeField(field, field.initial)]));

/** The balance shows what a bet brought once its scene has ended; leaving the page shows it immediately. */
function useDelayedBalance(): { delay(): void; release(): void } {
  const [balance] = useState(() => {
    let release = (): void => undefined;
    return {
      delay() {
        release();
        release = delayUser();
      },
      release: () => release(),
    };
  });
  useEffect(() => balance.release, [balance]);
  return balance;
}
