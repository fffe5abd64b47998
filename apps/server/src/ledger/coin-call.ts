/**
 * A call that moves a player's coins: waiting calls are committed together, the repeat of a call gets its outcome
 * again, and the player is notified of their new balance after the commit.
 */
import { refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { createBatcher, type Submit } from '../platform/batcher.ts';
import type { Clock } from '../platform/clock.ts';
import { isUnavailable, type Database } from '../platform/database/database.ts';
import {
  commitTogether,
  type CoinOperation,
  type CommitOptions,
  type Committed,
  type Receipts,
} from './commit-together.ts';

export interface CoinCallDeps {
  database: Database;
  clock: Pick<Clock, 'setTimeout' | 'monotonic'>;
  /** Called after the commit with every player whose wallet changed. */
  userChanged: (user: User) => void;
  /** Whether the game takes no stakes for now, because its engine does not run or an operator closed it. */
  isClosed?: () => boolean;
  /** Signs the receipts of stakes that are committed together. */
  receipts?: Receipts;
}

/**
 * `perform` judges and performs a batch; outcomes in the same order. The event is the player as their own answers show
 * them, or null where nothing about them changed.
 */
export interface CoinCall<Operation extends CoinOperation, Event extends User | null> extends Pick<
  CommitOptions<Operation, Event>,
  'operation' | 'perform' | 'findMade' | 'strategy'
> {
  /** Counts each outcome: `ok`, or the code of the refusal. Repeats are not counted. */
  record?: (result: string) => void;
  /** How many share statements; 1 runs each alone, for calls that cannot. */
  maxBatch?: number;
  /** How many may wait on a process. */
  maxWaiting?: number;
}

/** How many calls of a player may wait for one operation. A player's own pages send two or three. */
export const maxWaitingPerPlayer = 64;
export const tooManyWaiting = refuse('rate_limited', { retryAfterSeconds: 1 });

/** The statement for one bet takes the database more than half as long as that for eight. */
const minOverlap = 8;
/** Most batches take less. */
const overlapAfterMs = 20;

/**
 * Refuses with `unavailable` when more is waiting than this process could answer in time, and with `rate_limited` when
 * too much of it is the player's.
 */
export const createCoinCall = <Operation extends CoinOperation, Event extends User | null = User>(
  { database, clock, userChanged, receipts }: CoinCallDeps,
  {
    operation,
    perform,
    findMade,
    strategy,
    record,
    maxBatch = 64,
    maxWaiting = 5_000,
  }: CoinCall<Operation, Event>,
): Submit<Operation, Committed<Event>> =>
  createBatcher<Operation, Committed<Event>>({
    // A batch has one call of a player. So each is judged by what the one before it left, and a repeat finds what
    // the first call with its key made.
    keyOf: (call) => call.playerId,
    overlap: { clock, minItems: minOverlap, afterMs: overlapAfterMs },
    maxBatch,
    maxWaiting,
    full: refuse('unavailable'),
    maxWaitingPerKey: maxWaitingPerPlayer,
    fullForKey: tooManyWaiting,
    // Where the database broke off, it is unknown whether the batch was committed.
    isRetriedAlone: (error) => !isUnavailable(error),
    run: async (batch) => {
      const committed = await commitTogether(database, batch, {
        operation,
        perform,
        findMade,
        strategy,
        receipts,
        monotonic: clock.monotonic,
      });
      for (const item of committed) {
        if (!item.ok) {
          record?.(item.code);
        } else if (!item.value.isReplay) {
          record?.('ok');
          if (item.value.event) userChanged(item.value.event);
        }
      }
      return committed;
    },
  });
