/**
 * What sockets receive about Aviator. Each process makes its own countdowns and ticks from the few events that
 * the director publishes on the bus, and reads the current state from the database when it starts.
 */
import type { LivePush } from '@fairground/game-kit/shared';
import type { liveMessages } from '../contract.ts';
import { aviatorRules, multiplierAtMs } from '../rules.ts';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/postgres/database';
import type { AviatorEvent } from './bus-events.ts';
import type { ShownRound } from './live-table.ts';
import type { Flights } from './flights.ts';
import { readFlownMs, readPublicState, type LastRound } from './round-queries.ts';

export type AviatorPush = LivePush<typeof liveMessages>;

export interface AviatorLive {
  handle(event: AviatorEvent): void;
  /**
   * Sets the crash of the flight that this process leads. The crash takes some milliseconds to be written, and in
   * the meantime the curve is not shown above it. Before that moment it changes nothing that is published.
   */
  lead(flight: LedFlight): void;
  /** The messages that send the current state to a new connection. */
  state(): AviatorPush[];
  /** The round that is open or in flight, and what its messages show now. */
  shownRound(): ShownRound | undefined;
  /** Reads the current state from the database. */
  load(): Promise<void>;
  /** Catches up from the database with the events that this process may have missed. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface LedFlight {
  roundId: string;
  crashHundredths: number;
}

export interface AviatorLiveDeps {
  clock: Clock;
  database: Database;
  flights: Flights;
  databaseNowMs: () => number;
  publish: (push: AviatorPush) => void;
  /** While true, events of the leader may not arrive: the state is read from the database again at each tick. */
  isBusAway: () => boolean;
  /** Called in the turn in which a message was published that is no tick: what else is published then shares its write. */
  published: () => void;
  /** Called with each tick of a flight, published to all or not; `count` from its start. */
  ticked: (roundId: string, count: number) => void;
}

/** The start is written a moment after the time that the round names. */
const startCheckMs = 100;
const ticksPerSecond = 4;
const correctionEvery = 5 * ticksPerSecond;
const sparseCountdowns = new Set([10, 5, 3]);

type Phase =
  | { name: 'unknown' }
  | { name: 'betting'; roundId: string; startsAtMs: number; commitment: string }
  /** `confirmed` is the highest multiplier, in hundredths, that the database confirmed. */
  | { name: 'flying'; roundId: string; startedAtMs: number; confirmed: number };

type Crash = Extract<AviatorEvent, { kind: 'crash' }>;

export const createAviatorLive = ({
  clock,
  database,
  flights,
  databaseNowMs,
  publish: publishOne,
  isBusAway,
  published,
  ticked,
}: AviatorLiveDeps): AviatorLive => {
  let phase: Phase = { name: 'unknown' };
  let lastCrash: Crash | undefined;
  let timer: Timer | undefined;
  let led: LedFlight | undefined;
  /** Grows with every event, so that rows read before one are recognised as stale. */
  let events = 0;
  let stopped = false;
  let refreshing: Promise<void> | undefined;

  const publish = (push: AviatorPush): void => {
    publishOne(push);
    if (push.tick !== true) published();
  };

  const drawResult = (
    roundId: string,
    startedAtMs: number,
    hundredths: number,
    seed?: string,
  ): AviatorPush => ({
    type: 'aviatorDrawResult_response',
    payload: {
      success: true,
      data: {
        roundId,
        status: seed === undefined ? 'ongoing' : 'finished',
        crashMultiplier: hundredths / 100,
        startedAt: new Date(startedAtMs).toISOString(),
        growthPerMs: aviatorRules.growthPerMs,
        ...(seed === undefined ? {} : { seed }),
      },
    },
  });

  const secondsLeft = (betting: Phase & { name: 'betting' }): number =>
    Math.max(0, Math.ceil((betting.startsAtMs - databaseNowMs()) / 1_000));

  const countdown = (betting: Phase & { name: 'betting' }, left = secondsLeft(betting)): AviatorPush => {
    const { roundId, commitment } = betting;
    const data = {
      roundId,
      countdown: left,
      startsAt: new Date(betting.startsAtMs).toISOString(),
      commitment,
    };
    return { type: 'aviatorCountdown_response', payload: { success: true, data } };
  };

  /** Only the leader knows without a query that the flight continues; others show what the database confirmed. */
  const shownHundredths = ({ roundId, startedAtMs, confirmed }: Phase & { name: 'flying' }): number =>
    led?.roundId === roundId
      ? Math.min(multiplierAtMs(databaseNowMs() - startedAtMs), led.crashHundredths)
      : confirmed;

  const flight = (flying: Phase & { name: 'flying' }): AviatorPush =>
    drawResult(flying.roundId, flying.startedAtMs, shownHundredths(flying));

  const schedule = (delayMs: number, run: () => void) => {
    timer?.cancel();
    timer = clock.setTimeout(run, delayMs);
  };

  /** A timer may fire a moment early; `published` is the second that was published before, and is not repeated. */
  const countDown = (betting: Phase & { name: 'betting' }, published?: number) => {
    const left = Math.min(secondsLeft(betting), published === undefined ? Infinity : published - 1);
    const event = countdown(betting, left);
    publish(published === undefined || sparseCountdowns.has(left) ? event : { ...event, tick: true });
    if (left === 0) {
      // The round named this moment in advance: while no start event can arrive, it is read.
      if (isBusAway()) schedule(startCheckMs, () => void refresh().catch(() => undefined));
      return;
    }
    const untilNextMs = betting.startsAtMs - (left - 1) * 1_000 - databaseNowMs();
    schedule(Math.max(20, untilNextMs), () => countDown(betting, left));
  };

  const tick = (flying: Phase & { name: 'flying' }, count: number) => {
    // Every flight shows 1.00 at its start.
    if (led?.roundId === flying.roundId || count === 0) publishTick(flying, count);
    else void checkedTick(flying, count);
  };

  /** An unconfirmed curve is not shown: it may have crashed. */
  const checkedTick = async (flying: Phase & { name: 'flying' }, count: number) => {
    const flownMs = await confirmFlight(flying).catch(() => undefined);
    if (stopped || phase !== flying) return;
    if (flownMs !== undefined) {
      flying.confirmed = Math.max(flying.confirmed, multiplierAtMs(flownMs));
      publishTick(flying, count);
    } else scheduleTick(flying, count);
  };

  const confirmFlight = async ({ roundId }: Phase & { name: 'flying' }): Promise<number | undefined> => {
    if (isBusAway()) await refresh();
    return readFlownMs(database.query, flights, BigInt(roundId));
  };

  const publishTick = (flying: Phase & { name: 'flying' }, count: number) => {
    publish(count % correctionEvery === 0 ? flight(flying) : { ...flight(flying), tick: true });
    ticked(flying.roundId, count);
    scheduleTick(flying, count);
  };

  const scheduleTick = (flying: Phase & { name: 'flying' }, count: number) => {
    const dueMs = flying.startedAtMs + ((count + 1) * 1_000) / ticksPerSecond - databaseNowMs();
    schedule(Math.max(20, dueMs), () => tick(flying, count + 1));
  };

  const enter = (next: Phase) => {
    phase = next;
    timer?.cancel();
    if (next.name === 'betting') countDown(next);
    if (next.name === 'flying') {
      tick(next, Math.max(0, Math.floor(((databaseNowMs() - next.startedAtMs) * ticksPerSecond) / 1_000)));
    }
  };

  const handle = (event: AviatorEvent): void => {
    events += 1;
    switch (event.kind) {
      case 'open':
        enter({ name: 'betting', ...event });
        break;
      case 'start':
        enter({ name: 'flying', roundId: event.roundId, startedAtMs: event.startedAtMs, confirmed: 100 });
        break;
      case 'crash':
        lastCrash = event;
        timer?.cancel();
        phase = { name: 'unknown' };
        publish(drawResult(event.roundId, event.startedAtMs, event.crashHundredths, event.seed));
        break;
      case 'void':
        // Nothing was drawn; the next round's countdown and the players' own messages follow.
        timer?.cancel();
        phase = { name: 'unknown' };
        break;
      default:
        event satisfies never;
    }
  };

  const toCrash = (last: LastRound): Crash => ({
    kind: 'crash',
    roundId: String(last.id),
    startedAtMs: last.starts_at.getTime(),
    crashHundredths: last.crash_hundredths,
    seed: last.seed.toString('hex'),
  });

  /** One at a time: a slow database must not gather reads. */
  const refresh = (): Promise<void> => (refreshing ??= catchUp().finally(() => (refreshing = undefined)));

  const catchUp = async (): Promise<void> => {
    const seen = events;
    const { running, last } = await readPublicState(database.query);
    if (stopped || events !== seen) return;
    if (last && last.id > BigInt(lastCrash?.roundId ?? 0)) handle(toCrash(last));
    const roundId = running && String(running.id);
    const shown = phase.name === 'unknown' ? undefined : phase.roundId;
    // A round that is neither running nor the last to crash is void.
    if (shown !== undefined && shown !== roundId) leavePhase();
    // Two reads: the round may have crashed between them.
    if (!running || roundId === undefined || (last && last.id >= running.id)) return;
    const atMs = running.starts_at.getTime();
    if (running.state === 'flying') {
      if (phase.name !== 'flying') handle({ kind: 'start', roundId, startedAtMs: atMs });
    } else if (phase.name !== 'betting' || phase.startsAtMs !== atMs) {
      handle({ kind: 'open', roundId, startsAtMs: atMs, commitment: running.commitment.toString('hex') });
    }
  };

  const leavePhase = () => {
    timer?.cancel();
    phase = { name: 'unknown' };
  };

  return {
    refresh,
    lead(flying) {
      led = flying;
    },
    handle,
    state() {
      const crash = lastCrash
        ? [drawResult(lastCrash.roundId, lastCrash.startedAtMs, lastCrash.crashHundredths, lastCrash.seed)]
        : [];
      if (phase.name === 'betting') return [...crash, countdown(phase)];
      if (phase.name === 'flying') return [flight(phase)];
      return crash;
    },
    shownRound() {
      if (phase.name === 'unknown') return undefined;
      const { roundId } = phase;
      const lastCrashId = lastCrash?.roundId;
      if (phase.name === 'betting') return { roundId, lastCrashId };
      return { roundId, lastCrashId, hundredths: shownHundredths(phase) };
    },
    async load() {
      const { running, last } = await readPublicState(database.query);
      if (last) lastCrash = toCrash(last);
      if (!running || phase.name !== 'unknown') return;
      const roundId = String(running.id);
      const startsAtMs = running.starts_at.getTime();
      if (running.state === 'flying') {
        enter({ name: 'flying', roundId, startedAtMs: startsAtMs, confirmed: 100 });
      } else enter({ name: 'betting', roundId, startsAtMs, commitment: running.commitment.toString('hex') });
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
