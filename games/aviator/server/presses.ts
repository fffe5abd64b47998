/**
 * Presses of "Cash Out" on this process. A press for the round that is open or in flight takes a place when it
 * arrives, before its player is looked up, and holds it until it is answered: the leader pays by itself only what the
 * curve had passed when the oldest of them arrived. The presses of a bet are judged in the order of their arrival.
 */
import { refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { parseId } from '@fairground/server/http/coin-request';
import { maxWaitingPerPlayer, tooManyWaiting } from '@fairground/server/ledger/coin-call';
import type { CoinOperation, Committed } from '@fairground/server/ledger/commit-together';
import { createBatcher } from '@fairground/server/platform/batcher';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import { isUnavailable, retryWhileBusy } from '@fairground/server/platform/database/database';
import type { BetSlot } from '../rules.ts';

export interface Press extends CoinOperation {
  roundId: bigint;
  slot: BetSlot;
  askedHundredths: number;
  /** When the request's complete body had been parsed, on the monotonic clock. */
  receivedAt: number;
  /** Where it is that of a parachute: when the player was heard last, on the monotonic clock. */
  silentSince?: number;
}

/** Presses of one bet that are judged together, in the order of their arrival. */
export interface PressedBet {
  playerId: bigint;
  roundId: bigint;
  slot: BetSlot;
  presses: readonly Press[];
}

/** The place of a press that is not answered. */
export interface Place {
  /** Call once the press is answered, whatever the answer, and whether anybody still waits for it. */
  end(): void;
}

export interface PressesDeps {
  clock: Pick<Clock, 'monotonic' | 'setTimeout'>;
  /** Whether a round is open or in flight, or may be: this process has not seen its end. */
  isRunning: (roundId: bigint) => boolean;
  /** Judges the presses of several bets, at most one of a player; the outcomes are in the same order. */
  judge: (bets: readonly PressedBet[]) => Promise<readonly (readonly Committed<User>[])[]>;
}

/** A look-up that takes longer holds up nobody any more, and its press is refused. */
const lookUpLimitMs = 1_000;
/** A round's players press within the same second: the more bets share a batch, the less each costs. */
const maxBatch = 500;
/** More than players of a full round press in a second. A cash-out cannot be made up for, so none is refused before. */
const maxWaiting = 20_000;
/** The transaction for one bet takes the database more than half as long as that for eight. */
const overlap = { minItems: 8, afterMs: 20 };

interface Held extends Place {
  arrivedAt: number;
  /** Places before which no later press of the bet may be judged: their presses may be of any player. */
  order: Set<Held>;
  isEnded: boolean;
  /** Set once it is known whose press it is. */
  enter?: () => void;
  lookUp: Timer;
  ended: Promise<void>;
}

interface Waiting {
  press: Press;
  answer: (outcome: Committed<User>) => void;
  fail: (error: unknown) => void;
}

/** What a player waits for. */
interface Line {
  running: Waiting[];
  /** For rounds that were over when they arrived: they decide nothing any more, and come last. */
  others: Waiting[];
  /** What is part of a batch. */
  taken: Waiting[];
}

export const createPresses = ({ clock, isRunning, judge }: PressesDeps) => {
  const places = new Set<Held>();
  /** By round and slot, the places whose presses were not passed on to the lines of their players. */
  const orders = new Map<string, Set<Held>>();
  const lines = new Map<bigint, Line>();
  let waitingCount = 0;

  const startOrder = (key: string): Set<Held> => {
    // Rounds that are over leave nothing behind.
    for (const [other, order] of orders) if (order.size === 0) orders.delete(other);
    const order = new Set<Held>();
    orders.set(key, order);
    return order;
  };

  const passOn = (order: Set<Held>): void => {
    for (const held of order) {
      if (!held.enter && !held.isEnded) return;
      order.delete(held);
      if (!held.isEnded) held.enter?.();
    }
  };

  /** All that waits of one bet, unless that was taken before, for a batch that failed. */
  const take = (line: Line): PressedBet => {
    const part = line.running.length > 0 ? 'running' : 'others';
    const first = line.taken[0] ?? line[part][0];
    if (!first) throw new Error('nobody waits');
    const { playerId, roundId, slot } = first.press;
    if (line.taken.length === 0) {
      const ofBet = ({ press }: Waiting) => press.roundId === roundId && press.slot === slot;
      line.taken = line[part].filter(ofBet);
      line[part] = line[part].filter((waiting) => !ofBet(waiting));
      waitingCount -= line.taken.length;
    }
    return { playerId, roundId, slot, presses: line.taken.map(({ press }) => press) };
  };

  const takeTurn = createBatcher<Line, readonly Committed<User>[]>({
    maxBatch,
    overlap: { clock, ...overlap },
    isRetriedAlone: (error) => !isUnavailable(error),
    run: (turns) => {
      const bets = turns.map(take);
      return retryWhileBusy(() => judge(bets));
    },
  });

  /** A player has one turn at a time, so that no two batches have presses of the same player. */
  const takeTurns = async (playerId: bigint, line: Line): Promise<void> => {
    while (line.running.length > 0 || line.others.length > 0) {
      try {
        const outcomes = await takeTurn(line);
        line.taken.forEach(({ answer }, at) => answer(outcomes[at] as Committed<User>));
      } catch (error) {
        for (const { fail } of line.taken) fail(error);
      }
      line.taken = [];
    }
    lines.delete(playerId);
  };

  const join = (waiting: Waiting, part: 'running' | 'others'): void => {
    if (waitingCount >= maxWaiting) return waiting.answer(refuse('unavailable'));
    const { playerId } = waiting.press;
    const known = lines.get(playerId);
    const line = known ?? { running: [], others: [], taken: [] };
    if (line[part].length >= maxWaitingPerPlayer) return waiting.answer(tooManyWaiting);
    line[part].push(waiting);
    waitingCount += 1;
    if (known) return;
    lines.set(playerId, line);
    void takeTurns(playerId, line);
  };

  const presses = {
    /**
     * Call when the complete request was received. The body is not validated yet. Undefined for a round that is over:
     * its presses hold up nobody, and are answered from their bets' rows.
     */
    arrive({ receivedAt, body }: { receivedAt: number; body: unknown }): Place | undefined {
      const pressed = (body ?? {}) as { roundId?: unknown; slot?: unknown };
      const roundId = typeof pressed.roundId === 'string' ? parseId(pressed.roundId) : undefined;
      if (roundId === undefined) return undefined;
      const key = `${roundId}/${pressed.slot === 2 ? 2 : 1}`;
      const earlier = orders.get(key);
      // Also behind one from before the end that is looked up: it may be the same call, which was sent again.
      if (!isRunning(roundId) && !earlier?.size) return undefined;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const order = earlier ?? startOrder(key);
      const held: Held = {
        arrivedAt: receivedAt,
        order,
        isEnded: false,
        ended,
        // What arrived while this process did not run is read before: it may be what was looked up.
        lookUp: clock.setTimeout(() => setImmediate(() => !held.enter && held.end()), lookUpLimitMs),
        end() {
          if (held.isEnded) return;
          held.isEnded = true;
          held.lookUp.cancel();
          places.delete(held);
          resolve();
          passOn(order);
        },
      };
      places.add(held);
      order.add(held);
      return held;
    },
    /** Judges a press whose player is known; its place, where it has one, is what `arrive` returned. */
    submit(press: Press, place?: Place): Promise<Committed<User>> {
      return new Promise((answer, fail) => {
        const held = place as Held | undefined;
        const waiting = { press, answer, fail };
        if (!held) return join(waiting, 'others');
        if (held.isEnded) return answer(refuse('unavailable'));
        held.lookUp.cancel();
        held.enter = () => join(waiting, 'running');
        passOn(held.order);
      });
    },
    /** When the oldest press that is not answered arrived, on the monotonic clock. */
    oldestAt(): number | undefined {
      const [oldest] = places;
      return oldest?.arrivedAt;
    },
    /** Resolves once all presses that hold a place now are answered. */
    async answered(): Promise<void> {
      await Promise.all([...places].map(({ ended }) => ended));
    },
  };
  return {
    ...presses,
    /** A press of the site itself, behind those that arrived before. Returns false if it was not judged. */
    async make(press: Press): Promise<boolean> {
      const { receivedAt, roundId, slot } = press;
      const place = presses.arrive({ receivedAt, body: { roundId: String(roundId), slot } });
      try {
        const outcome = await presses.submit(press, place);
        return outcome.ok || outcome.code === 'no_active_bet' || outcome.code === 'too_late';
      } finally {
        place?.end();
      }
    },
  };
};

export type Presses = ReturnType<typeof createPresses>;
