/**
 * Aviator's engine: betting → flying → settling → finished, or void. Every step reads the committed rows and
 * takes the step that is due, so any process can continue where another stopped. When betting closes, the bets
 * are sealed; where the round crashes follows from its seed and the seal, and is computed at take-off.
 */
import type { RowOf } from '@fairground/sql';
import { aviatorRules } from '../rules.ts';
import { overlapMs } from '@fairground/server/director/lease';
import { isAheadOfClock } from '@fairground/server/director/offset';
import type { Engine, StepContext } from '@fairground/server/director/director';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import {
  awaitBeacon,
  createChainSlots,
  type Beacon,
  type SeedChainDeps,
  type VoidReason,
} from '@fairground/game-kit/server';
import { createAutoCashOutPayer, type AutoCashOutPayerDeps } from './auto-cash-outs.ts';
import type { Flights } from './flights.ts';
import * as rounds from './round-queries.ts';
import type { Round, Terms } from './round-queries.ts';
import * as sql from './sql/rounds.sql.ts';
import type { AviatorEvent } from './bus-events.ts';
import { toEvent } from './wire.ts';

/** A flight without a director for longer than this is void. */
const leaderlessLimitMs = 5_000;
const clockDriftLimitMs = 1_000;
/** A start that is missed by more than this gives the round a new countdown. */
const lateStartMs = 1_000;
/** Cash-outs received before the crash have at least this long to be written. */
const settleAfterMs = 1_000;
/** A process that has received some is waited for until so long after the crash. */
const maxSettleAfterMs = 10_000;
const awaitedPollMs = 100;
const settleChunk = 1_000;
const idleMs = 250;
/** How soon a round that waits for the end of a pause is looked at again. */
const pausedMs = 1_000;

/** The running round, and by how much the clock of the database differs from what this process makes of it. */
type ReadRound = Round & { clockDriftMs: number };

export const aviatorChainGame = 'aviator';

const game = 'aviator';

export const createRoundEngine = (deps: {
  database: Database;
  chains: SeedChainDeps;
  beacon: Pick<Beacon, 'step' | 'close' | 'isAway'>;
  terms: Terms;
  flights: Flights;
  clock: Pick<Clock, 'monotonic'>;
  presses: AutoCashOutPayerDeps['presses'];
  publish: (event: AviatorEvent) => void;
  /** Called with the flight that this process leads. Its crash is a secret: it must not leave this process. */
  leads: (flight: { roundId: string; crashHundredths: number }) => void;
  /** Called with every player whose wallet a settlement changed. */
  playersChanged: (players: readonly bigint[]) => void;
  /** Called with every player who lost a bet. */
  betsSettled: (players: readonly bigint[]) => void;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}): Engine => {
  const { database, publish, flights, terms } = deps;
  const { query } = database;
  const slots = createChainSlots(deps.chains);
  const autoCashOuts = createAutoCashOutPayer({ ...deps, query });
  /** When each round's settling may begin, and when it begins in any case, on the database's clock. */
  const settleTimes = new Map<bigint, { fromMs: number; latestMs: number }>();

  /** The round after the link just used, or after none. */
  const planNextRound = async () => ({ ...(await slots.next()), ...terms, rtpBp: aviatorRules.rtpBp });

  const seedOf = ({ chain_id: chainId, link, commitment }: Round): Promise<Buffer> =>
    slots.openSeed({ chainId, link, commitment });

  /** The row's time is between request and answer: a slow answer does not mean that the clocks disagree. */
  const readRunning = async (databaseNowMs: StepContext['databaseNowMs']): Promise<ReadRound | undefined> => {
    const askedMs = databaseNowMs();
    const round = await sql.findRunningRound.first(query);
    if (!round) return undefined;
    const rowMs = round.now.getTime();
    return { ...round, clockDriftMs: Math.max(askedMs - rowMs, rowMs - databaseNowMs(), 0) };
  };

  /** The step that was published last. */
  let announced: bigint | undefined;

  /**
   * Publishes a round as its row is, unless that was done before. Each step reads the row: what was committed
   * without an answer, or by a leader that died before it published it, is published by the next step. Other
   * processes notice by its number that they missed a step before it.
   */
  const announce = (round: Round) => {
    if (round.step === announced) return;
    announced = round.step;
    publish(toEvent(round));
  };

  const bettingStep = async (round: ReadRound, context: StepContext): Promise<number> => {
    // It would block the game until the clock has caught up: the next round opens by the clock as it is.
    if (isAheadOfClock(round)) return voidRound(round, context, 'clock');
    const { epoch, databaseNowMs } = context;
    // Until the next renewal of the lease shows that the clock was set, the row is more accurate.
    const nowMs = () => (round.clockDriftMs > clockDriftLimitMs ? round.now.getTime() : databaseNowMs());
    const isSealed = round.bets_root !== null;
    if (!isSealed) {
      const closesInMs = round.closes_at.getTime() - nowMs();
      if (closesInMs > 0) return closesInMs;
      // A bet of a process that did not know of the pause is found by the next step.
      const takesNoBets = context.isPaused || (await deps.beacon.isAway(game, context));
      if (takesNoBets && !(await rounds.hasBets(query, round.id))) return pausedMs;
      if (isTooLate(round, nowMs())) {
        if (round.beacon_at === null) return postpone(round, context);
        if (!(await rounds.hasBets(query, round.id))) return moveEmpty(round, context);
        // Whoever knows the value of the beacon could choose the last bet.
        return voidRound(round, context, 'late_seal');
      }
    }
    let closed: Round = round;
    if (!isSealed) {
      const sealed = await database.transaction((within) => rounds.sealRound(within, epoch, round.id));
      if (!sealed) return 1;
      closed = { ...round, ...sealed };
      announce(closed);
    }
    const waiting = { ...closed, game, id: String(closed.id) };
    const value = await awaitBeacon(deps.beacon, waiting, context, (reason) =>
      voidRound(closed, context, reason),
    );
    if (typeof value === 'number') return value;
    const startsInMs = round.starts_at.getTime() - nowMs();
    if (startsInMs > 0) return startsInMs;
    const started = await sql.startFlight.first(query, { epoch, roundId: round.id });
    if (!started) return 1;
    announce({ ...closed, ...started, state: 'flying' });
    return 0;
  };

  /** Restarts the countdown of a round whose start was missed. */
  const postpone = async (round: Round, { epoch }: StepContext): Promise<number> => {
    const postponed = await sql.postponeStart.first(query, {
      epoch,
      roundId: round.id,
      countdownMs: terms.countdownMs,
    });
    if (postponed) {
      deps.log.info({ roundId: String(round.id) }, 'missed start: countdown restarted');
      announce(postponed);
    }
    return 0;
  };

  /**
   * Nobody has bet on it, and the value that it named may be known: it is opened again under another id, for another
   * value.
   */
  const moveEmpty = async (round: Round, { epoch }: StepContext): Promise<number> => {
    const moved = await database.transaction((within) =>
      rounds.moveEmptyRound(within, epoch, round.id, terms),
    );
    // A bet came in the meantime, or another process leads: everything is read again.
    if (!moved) return 1;
    deps.log.info({ from: String(round.id), to: String(moved.id) }, 'moved a round without bets');
    announce(moved);
    return 0;
  };

  /** Without the beacon the game closes with it. */
  const voidRound = async (round: Round, { epoch }: StepContext, reason: VoidReason): Promise<number> => {
    const ended = { roundId: round.id, seed: await seedOf(round) };
    const flown = round.state === 'flying' ? await flights.find(query, round.id) : undefined;
    const voided = await database.transaction(async (within) => {
      if (reason === 'no_beacon') await deps.beacon.close(within, epoch, game);
      const flight = flown ?? (await rounds.readFlight(within, ended));
      return rounds.voidRound(within, epoch, { ...ended, flight, reason });
    });
    if (voided) {
      deps.log.warn({ roundId: String(round.id), reason }, 'round voided');
      publish({
        kind: 'void',
        step: Number(voided.step),
        roundId: String(round.id),
        startedAtMs: round.starts_at.getTime(),
        seed: ended.seed.toString('hex'),
      });
      deps.playersChanged(voided.players);
    }
    return 0;
  };

  /** The flight being led, and how often the clock had jumped when it began. */
  let led: { roundId: bigint; clockJumps: number } | undefined;
  /** The next round, prepared during a flight so that the crash itself is one statement. */
  let prepared: { after: bigint; next: Awaited<ReturnType<typeof planNextRound>>; seed: Buffer } | undefined;

  const prepareNext = async (round: Round) => {
    if (prepared?.after !== round.id) {
      const [next, seed] = await Promise.all([planNextRound(), seedOf(round)]);
      prepared = { after: round.id, next, seed };
    }
    return prepared;
  };

  const flyingStep = async (round: ReadRound, context: StepContext): Promise<number> => {
    const startsAtMs = round.starts_at.getTime();
    if (isAheadOfClock(round)) return voidRound(round, context, 'clock');
    flights.noteFlown(round.id, round.now.getTime() - startsAtMs, deps.clock.monotonic());
    const flight = await flights.find(query, round.id);
    const crashAtMs = startsAtMs + flight.flightMs;
    if (overlapMs(context.gap, startsAtMs, crashAtMs) > leaderlessLimitMs) {
      return voidRound(round, context, 'stopped');
    }
    if (led?.roundId !== round.id) {
      led = { roundId: round.id, clockJumps: context.clockJumps };
      deps.leads({ roundId: String(round.id), crashHundredths: flight.crashHundredths });
    }
    if (led.clockJumps !== context.clockJumps || round.clockDriftMs > clockDriftLimitMs) {
      return voidRound(round, context, 'clock');
    }
    const { next, seed } = await prepareNext(round);
    if (context.databaseNowMs() < crashAtMs) {
      const payMs = (await autoCashOuts.payPassed(round, flight, context)) ?? Infinity;
      // Polling each second finds a flight that lost its leader, or a clock that jumped.
      return Math.min(Math.max(0, crashAtMs - context.databaseNowMs()), payMs, 1_000);
    }
    const ended = { epoch: context.epoch, roundId: round.id, seed, ...flight };
    const opened = await sql.crashAndOpen.first(query, { ...ended, ...next });
    if (!opened) {
      prepared = undefined;
      return 1;
    }
    const crashedMs = opened.now.getTime();
    settleTimes.set(round.id, {
      fromMs: crashedMs + settleAfterMs,
      latestMs: crashAtMs + maxSettleAfterMs,
    });
    publish({
      kind: 'crash',
      // The opening is the step after it.
      step: Number(opened.step) - 1,
      roundId: String(round.id),
      startedAtMs: startsAtMs,
      crashHundredths: flight.crashHundredths,
      seed: seed.toString('hex'),
    });
    announce(opened);
    return 0;
  };

  /** In how many milliseconds a round may be settled, or should be checked again; 0 where it may be settled now. */
  const untilSettleMs = (round: RowOf<typeof sql.findSettlingRounds>, nowMs: number): number => {
    const { fromMs, latestMs } = settleTimes.get(round.id) ?? {
      fromMs: Infinity,
      latestMs: round.crash_at.getTime() + maxSettleAfterMs,
    };
    // No later than a full wait from now, because the clock may have been set back since.
    const times = {
      fromMs: Math.min(fromMs, nowMs + settleAfterMs),
      latestMs: Math.min(latestMs, nowMs + maxSettleAfterMs),
    };
    settleTimes.set(round.id, times);
    if (nowMs < times.fromMs) return times.fromMs - nowMs;
    if (!round.is_awaited) return 0;
    if (nowMs < times.latestMs) return Math.min(awaitedPollMs, times.latestMs - nowMs);
    deps.log.warn({ roundId: String(round.id) }, 'settling a round although a process may have cash-outs');
    return 0;
  };

  /** Settles what is due. Returns in how many milliseconds there is more to do, or undefined. */
  const settleStep = async ({ epoch, databaseNowMs }: StepContext): Promise<number | undefined> => {
    let soonest: number | undefined;
    for (const round of await sql.findSettlingRounds.run(query)) {
      const { id } = round;
      const waitMs = untilSettleMs(round, databaseNowMs());
      if (waitMs > 0) {
        soonest = Math.min(soonest ?? waitMs, waitMs);
        continue;
      }
      const settled = await rounds.settleChunk(query, { epoch, roundId: id, maxBets: settleChunk });
      deps.playersChanged(settled.players);
      deps.betsSettled(settled.losers);
      if (settled.settled > 0) return 0;
      if (await rounds.finishRound(query, epoch, id)) settleTimes.delete(id);
      soonest = 0;
    }
    return soonest;
  };

  return {
    name: 'aviator',
    game,
    async step(context) {
      const round = await readRunning(context.databaseNowMs);
      if (!round) {
        const opened = await sql.openRound.first(query, { epoch: context.epoch, ...(await planNextRound()) });
        if (opened) announce(opened);
        return opened ? 0 : idleMs;
      }
      if (!isAheadOfClock(round)) announce(round);
      const waitMs =
        round.state === 'betting' ? await bettingStep(round, context) : await flyingStep(round, context);
      if (waitMs <= 1) return waitMs;
      const settleMs = await settleStep(context);
      return Math.min(waitMs, settleMs ?? waitMs, 1_000);
    },
  };
};

/** Bets can no longer be sealed in time: the start, or the value of the beacon, is too near or past. */
const isTooLate = ({ starts_at: startsAt, beacon_at: beaconAt }: Round, nowMs: number): boolean =>
  beaconAt === null ? nowMs - startsAt.getTime() > lateStartMs : nowMs >= beaconAt.getTime();
