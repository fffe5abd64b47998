/**
 * This process as a receiver of presses of "Cash Out". While a round runs, each process has a row in
 * `aviator_receiver` that says it may have received some and not answered them. When it learns of the end, it
 * waits for those that it had received until then, wherever they wait, and deletes the row; the round is settled
 * when no row is left. Rows, because they outlast a leader, a lost bus and a restart of the database; before the
 * crash, because a process that is slow or frozen could not add one in time.
 */
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { Presses } from './presses.ts';
import * as sql from './sql/rounds.sql.ts';

export interface ReceiverDeps {
  database: Pick<Database, 'query'>;
  /** The name of this process, unique among all. */
  process: string;
  clock: Clock;
  presses: Pick<Presses, 'answered'>;
  /** Then rows of other processes were left by those that were killed. */
  isAlone: boolean;
  log: { warn(fields: object, text: string): void };
}

const retryMs = 250;
/** By then the round is settled in any case. */
const maxAttempts = 40;

export const createReceiver = ({
  database: { query },
  process,
  clock,
  presses,
  isAlone,
  log,
}: ReceiverDeps) => {
  let running: { roundId: bigint; added: Promise<void> } | undefined;
  const removals = new Set<Promise<void>>();

  const attempt = async (write: () => Promise<unknown>, isWanted: () => boolean): Promise<void> => {
    for (let attempts = 1; isWanted(); attempts += 1) {
      try {
        await write();
        return;
      } catch (err) {
        if (attempts === maxAttempts) return log.warn({ err }, 'the receiver of presses was not recorded');
        await new Promise<void>((resolve) => clock.setTimeout(resolve, retryMs));
      }
    }
  };

  const add = (roundId: bigint): Promise<void> =>
    attempt(
      () => sql.addReceiver.run(query, { roundId, process }),
      () => running?.roundId === roundId,
    );

  const endRunning = (): void => {
    if (running === undefined) return;
    const { roundId, added } = running;
    running = undefined;
    const remove = async (): Promise<void> => {
      await Promise.all([added, presses.answered()]);
      await attempt(
        () => sql.removeReceiver.run(query, { roundId, process }),
        () => true,
      );
    };
    const removal = remove().finally(() => removals.delete(removal));
    removals.add(removal);
  };

  return {
    /**
     * The round that is open or in flight, or undefined while there is none: call it whenever that may have
     * changed.
     */
    follow(runningRound: string | undefined) {
      const roundId = runningRound === undefined ? undefined : BigInt(runningRound);
      if (roundId === running?.roundId) return;
      endRunning();
      if (roundId === undefined) return;
      const next = { roundId, added: Promise.resolve() };
      running = next;
      next.added = add(roundId);
    },
    /** Before the first request. */
    async load() {
      if (isAlone) await sql.removeOtherReceivers.run(query, { process });
    },
    /** After the last one. */
    async leave() {
      endRunning();
      await Promise.all(removals);
    },
  };
};

export type Receiver = ReturnType<typeof createReceiver>;
