/**
 * Runs the engines (rounds and draws) while this process is the leader. Each engine takes
 * its next step and returns when the following one is due; its state is in committed rows.
 */
import type { Logger } from 'pino';
import type { Clock, Timer } from '../platform/clock.ts';
import { isUnavailable, type Database } from '../platform/database/database.ts';
import { closeGame, reopenGame } from './closed-games.ts';
import { createEngineHealth } from './engine-health.ts';
import {
  expiresMs,
  nextGap,
  readEpoch,
  releaseLease,
  renewEveryMs,
  renewLease,
  staleAfterMs,
  takeLease,
  type Gap,
  type Leadership,
} from './lease.ts';
import { confirmCommits } from './sql/lease.sql.ts';
import { trackOffset, type Offset } from './offset.ts';

export interface StepContext {
  epoch: bigint;
  /** This process's estimate of the database's clock. */
  databaseNowMs: () => number;
  /** The latest period without a leader; empty if there was none. */
  readonly gap: Gap;
  /** Incremented when the database's clock has jumped by more than a second. */
  readonly clockJumps: number;
  /** During maintenance: an engine starts nothing that has no bets. */
  readonly isPaused: boolean;
}

export interface Engine {
  name: string;
  /** The wire id of the game that it runs; absent if it runs no game. */
  game?: string;
  /** Takes the next step and returns in how many milliseconds the following one is due. */
  step(context: StepContext): Promise<number>;
}

const retryAfterErrorMs = 250;
/** A leader that could run no game does not acquire the lease again for this long. */
const abstainMs = 30_000;
/** A take-over that took longer says too little about the database's clock. */
const preciseWithinMs = 500;

export const startDirector = ({
  database,
  clock,
  log,
  holder,
  engines,
  isPaused,
  recordFailure,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
  holder: string;
  engines: readonly Engine[];
  /** Whether engines should start nothing new. */
  isPaused: () => boolean;
  /** Called for each failed step that is not the database's fault. */
  recordFailure?: ((engine: string) => void) | undefined;
}) => {
  let leadership: Leadership | undefined;
  /** Database clock minus monotonic clock. */
  let offset: Offset | undefined;
  /** The newest epoch of any process: every one of them looks at the lease. */
  let newestEpoch = 0n;
  /** On the monotonic clock: when the newest renewal that succeeded was sent. */
  let renewedAt = 0;
  let gap: Gap = { fromMs: 0, untilMs: 0 };
  let clockJumps = 0;
  let stopped = false;
  let leaseTimer: Timer | undefined;
  const engineTimers = new Map<Engine, Timer>();
  const health = createEngineHealth(clock, engines);
  /** On the monotonic clock. */
  let abstainUntil = 0;
  const steps = new Set<Promise<void>>();
  /**
   * Steps whose outcome is unknown, and how many of them no longer matter: a standby has what they may have committed.
   */
  let [doubts, resolvedDoubts] = [0, 0];

  const databaseNowMs = () => clock.monotonic() + (offset?.ms ?? 0);

  /** A step also uses the result of a renewal that completes while the step waits for the database. */
  const contextOf = (epoch: bigint): StepContext => ({
    epoch,
    databaseNowMs,
    get gap() {
      return gap;
    },
    get clockJumps() {
      return clockJumps;
    },
    get isPaused() {
      return isPaused();
    },
  });

  /** A step publishes what it reads, and a standby that is promoted must not lack that. */
  const resolveDoubts = async () => {
    const known = doubts;
    if (known === resolvedDoubts) return;
    await confirmCommits.run(database.query);
    resolvedDoubts = Math.max(resolvedDoubts, known);
  };

  const runStep = async (engine: Engine, epoch: bigint) => {
    let delayMs = retryAfterErrorMs;
    try {
      if (leadership?.epoch !== epoch) return;
      const isStale = databaseNowMs() - leadership.renewedAtMs > staleAfterMs;
      if (isStale) delayMs = renewEveryMs / 10;
      else {
        await resolveDoubts();
        delayMs = await engine.step(contextOf(epoch));
        if (health.recordSuccess(engine)) await reopen(engine, epoch);
      }
    } catch (error) {
      // An unavailable database is not the engine's fault, and ends the lease anyway.
      if (isUnavailable(error)) {
        doubts += 1;
        log.warn({ err: error, engine: engine.name }, 'an engine step failed and is tried again');
      } else {
        delayMs = await handleFailure(engine, epoch, error);
      }
    }
    if (!stopped && leadership?.epoch === epoch) planStep(engine, epoch, delayMs);
  };

  const reopen = async (engine: Engine, epoch: bigint) => {
    if (engine.game !== undefined)
      await reopenGame(database.query, { epoch, game: engine.game, reason: 'engine' });
    health.recordReopened(engine);
  };

  /** Returns in how many milliseconds the step is tried again. */
  const handleFailure = async (engine: Engine, epoch: bigint, error: unknown): Promise<number> => {
    const { count, hasFailed, isNew } = health.recordFailure(engine);
    recordFailure?.(engine.name);
    const fields = { err: error, engine: engine.name, count };
    // Not every failure is logged: an engine that fails permanently would fill the log.
    if (isNew) {
      const consequence = engine.game === undefined ? '' : ': its game is closed';
      log.error(fields, `an engine has failed for ten seconds${consequence}`);
    } else if ((count & (count - 1)) === 0) log.warn(fields, 'an engine step failed and is tried again');
    if (!hasFailed) return retryAfterErrorMs;
    if (engine.game !== undefined) {
      await closeGame(database.query, { epoch, game: engine.game, reason: 'engine' }).catch(
        (cause: unknown) => log.warn({ err: cause, engine: engine.name }, 'a game could not be closed'),
      );
    }
    if (health.noGameRuns() && leadership?.epoch === epoch) await stepDown(epoch);
    return renewEveryMs;
  };

  /** Another process may be able to run the games. */
  const stepDown = async (epoch: bigint) => {
    log.error({ epoch: String(epoch) }, 'no game can run here: releasing the lease');
    abstainUntil = clock.monotonic() + abstainMs;
    resign();
    await releaseLease(database, epoch).catch((error: unknown) =>
      log.warn({ err: error }, 'lease not released'),
    );
  };

  const planStep = (engine: Engine, epoch: bigint, delayMs: number) => {
    engineTimers.get(engine)?.cancel();
    const run = () => {
      const step = runStep(engine, epoch).finally(() => steps.delete(step));
      steps.add(step);
    };
    engineTimers.set(engine, clock.setTimeout(run, delayMs));
  };

  const lead = (next: Leadership, sentAt: number) => {
    const isNew = leadership?.epoch !== next.epoch;
    leadership = next;
    newestEpoch = next.epoch;
    renewedAt = sentAt;
    gap = nextGap(gap, next.gap);
    const measured = { databaseMs: next.renewedAtMs, sentAt, answeredAt: clock.monotonic() };
    offset = trackOffset(offset, measured);
    if (offset.hasJumped) clockJumps += 1;
    if (isNew) {
      log.info({ epoch: String(next.epoch) }, 'this process is now the director');
      health.reset();
      for (const engine of engines) planStep(engine, next.epoch, 0);
    }
  };

  const resign = () => {
    if (leadership) log.warn('this process is no longer the director');
    leadership = undefined;
    for (const timer of engineTimers.values()) timer.cancel();
    engineTimers.clear();
  };

  /** Takes the lease if it is free. */
  const take = async (): Promise<void> => {
    let sentAt = clock.monotonic();
    let next = await takeLease(database, holder, newestEpoch);
    if (!next) await requireNewest();
    if (next && clock.monotonic() - sentAt > preciseWithinMs) {
      const { gap: unled } = next;
      sentAt = clock.monotonic();
      const renewed = await renewLease(database, next.epoch);
      next = renewed && { ...renewed, gap: unled };
    }
    // One that is taken while this process stops is released with the others.
    if (stopped) leadership = next;
    else if (next) lead(next, sentAt);
  };

  /**
   * A take-over is on every standby that may be promoted, if commits wait for standbys. If its epoch is missing, so
   * may be bets and results that players have seen: serving on would draw them again.
   */
  const requireNewest = async (): Promise<void> => {
    const epoch = await readEpoch(database);
    if (epoch < newestEpoch) {
      const reason =
        `The database went back in time, from epoch ${newestEpoch} of the director to ${epoch}, and is not used: ` +
        'stop all processes, run `npm run admin -- fairness restart`, and start them again';
      database.refuse(reason);
      log.fatal(reason);
    } else newestEpoch = epoch;
  };

  const renew = async ({ epoch }: Leadership): Promise<void> => {
    const sentAt = clock.monotonic();
    const next = await renewLease(database, epoch);
    // Ignores a renewal that was in progress when this process stepped down.
    if (stopped || leadership?.epoch !== epoch) return;
    if (next) lead(next, sentAt);
    else resign();
  };

  const maintainLease = async () => {
    const startedAt = clock.monotonic();
    try {
      if (leadership) await renew(leadership);
      else if (startedAt >= abstainUntil) await take();
    } catch (error) {
      log.debug({ err: error }, 'lease renewal failed');
      // By then another process may lead.
      if (leadership && clock.monotonic() - renewedAt > expiresMs) resign();
    }
    // A renewal that took long is followed by the next at once, as the lease is that much older.
    if (!stopped) planRenewal(startedAt + renewEveryMs - clock.monotonic());
  };

  const planRenewal = (delayMs: number) => {
    leaseTimer = clock.setTimeout(() => (maintaining = maintainLease()), delayMs);
  };

  let maintaining = maintainLease();

  return {
    isLeading: () => leadership !== undefined,
    async stop() {
      stopped = true;
      leaseTimer?.cancel();
      for (const timer of engineTimers.values()) timer.cancel();
      await Promise.allSettled([...steps, maintaining]);
      const epoch = leadership?.epoch;
      leadership = undefined;
      if (epoch !== undefined) {
        await releaseLease(database, epoch).catch((error: unknown) =>
          log.warn({ err: error }, 'lease not released'),
        );
      }
    },
  };
};

export type Director = ReturnType<typeof startDirector>;
