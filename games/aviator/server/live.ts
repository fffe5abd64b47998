/**
 * What sockets receive about Aviator. Each process makes its own countdowns and ticks from the few events that
 * the director publishes on the bus. It reads the current state from the database when it starts, when the step of an
 * event shows that it missed another, and while one is overdue: the leader may have died after it committed a step and
 * before it said so.
 */
import { followSteps } from '@fairground/game-kit/server';
import type { LivePush } from '@fairground/game-kit/shared';
import type { AviatorStall, liveMessages } from '../contract.ts';
import { aviatorRules, flightMsForCrash, multiplierAtMs } from '../rules.ts';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { AviatorEvent, RoundSeal } from './bus-events.ts';
import type { ShownRound } from './live-table.ts';
import type { Flights } from './flights.ts';
import { readFlownMs, readPublicState, type PublicState } from './round-queries.ts';
import { toCrash, toEvent } from './wire.ts';

export type AviatorPush = LivePush<typeof liveMessages>;

export interface LedFlight {
  roundId: string;
  crashHundredths: number;
}

/**
 * A start, a crash or the next round is read from the database when its event is this late, and again each time
 * as long after.
 */
const overdueMs = 500;
const ticksPerSecond = 4;
const correctionEvery = 5 * ticksPerSecond;
const sparseCountdowns = new Set([10, 5, 3]);

type Crash = Extract<AviatorEvent, { kind: 'crash' }>;

interface Betting {
  name: 'betting';
  roundId: string;
  startsAtMs: number;
  closesAtMs: number;
  commitment: string;
  beaconRound: number | null;
  seal: RoundSeal | null;
}

interface Flying {
  name: 'flying';
  roundId: string;
  startedAtMs: number;
  /** The highest multiplier, in hundredths, that the database confirmed. */
  confirmed: number;
  beaconRound: number | null;
  seal: RoundSeal | null;
}

/** `unknown` between rounds, and before one was read. */
type Phase = { name: 'unknown' } | Betting | Flying;

export const createAviatorLive = ({
  clock,
  database,
  flights,
  databaseNowMs,
  publish: publishOne,
  published,
  ticked,
  entered,
}: {
  clock: Clock;
  database: Database;
  flights: Flights;
  databaseNowMs: () => number;
  publish: (push: AviatorPush) => void;
  /**
   * Called in the turn in which a message was published that is no tick: what else is published then shares its
   * write.
   */
  published: () => void;
  /** Called with each tick of a flight, published to all or not; `count` from its start. */
  ticked: (roundId: string, count: number) => void;
  /** Called with the round that is shown as open or in flight from now on, or with undefined while there is none. */
  entered: (roundId: string | undefined) => void;
}) => {
  let phase: Phase = { name: 'unknown' };
  let lastCrash: Crash | undefined;
  let timer: Timer | undefined;
  let led: LedFlight | undefined;
  let stopped = false;

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

  /** Until betting closes; the same as until take-off where no beacon is used. */
  const secondsLeft = (betting: Betting): number =>
    Math.max(0, Math.ceil((betting.closesAtMs - databaseNowMs()) / 1_000));

  const countdown = (betting: Betting, left = secondsLeft(betting)): AviatorPush => {
    const { roundId, commitment } = betting;
    const data = {
      roundId,
      countdown: left,
      // While the beacon is waited for, it moves.
      startsAt: new Date(Math.max(betting.startsAtMs, databaseNowMs())).toISOString(),
      closesAt: new Date(betting.closesAtMs).toISOString(),
      commitment,
      beaconRound: betting.beaconRound,
    };
    return { type: 'aviatorCountdown_response', payload: { success: true, data } };
  };

  const sealOf = ({ roundId, seal, beaconRound }: Betting | Flying): AviatorPush[] =>
    seal === null
      ? []
      : [
          {
            type: 'aviatorSeal_response',
            payload: { success: true, data: { roundId, ...seal, beaconRound } },
          },
        ];

  /** Only the leader knows without a query that the flight continues; others show what the database confirmed. */
  const shownHundredths = ({ roundId, startedAtMs, confirmed }: Flying): number =>
    led?.roundId === roundId
      ? Math.min(multiplierAtMs(databaseNowMs() - startedAtMs), led.crashHundredths)
      : confirmed;

  const flight = (flying: Flying): AviatorPush =>
    drawResult(flying.roundId, flying.startedAtMs, shownHundredths(flying));

  const schedule = (delayMs: number, run: () => void) => {
    timer?.cancel();
    timer = clock.setTimeout(run, delayMs);
  };

  const awaitEvent = () => schedule(overdueMs, () => void pollOverdue());

  const pollOverdue = async () => {
    const before = phase;
    await steps.refresh().catch(() => undefined);
    if (!stopped && phase === before) awaitEvent();
  };

  /** A timer may fire a moment early; `published` is the second that was published before, and is not repeated. */
  const countDown = (betting: Betting, published?: number) => {
    const left = Math.min(secondsLeft(betting), published === undefined ? Infinity : published - 1);
    const event = countdown(betting, left);
    publish(published === undefined || sparseCountdowns.has(left) ? event : { ...event, tick: true });
    if (left === 0) {
      // The round named this moment in advance.
      if (betting.beaconRound === null) awaitEvent();
      else awaitBeacon(betting);
      return;
    }
    const untilNextMs = betting.closesAtMs - (left - 1) * 1_000 - databaseNowMs();
    schedule(Math.max(20, untilNextMs), () => countDown(betting, left));
  };

  /** From the close to take-off the countdown stays at 0, and is sent each second. */
  const awaitBeacon = (betting: Betting) =>
    schedule(1_000, () => {
      if (databaseNowMs() > betting.startsAtMs + overdueMs) void steps.refresh().catch(() => undefined);
      publish({ ...countdown(betting, 0), tick: true });
      awaitBeacon(betting);
    });

  const tick = (flying: Flying, count: number) => {
    // Every flight shows 1.00 at its start.
    if (isLed(flying) || count === 0) publishTick(flying, count);
    else void checkedTick(flying, count);
  };

  /** Until its crash is overdue: then the database may have ended it without an answer. */
  const isLed = ({ roundId, startedAtMs }: Flying): boolean =>
    led?.roundId === roundId &&
    databaseNowMs() < startedAtMs + flightMsForCrash(led.crashHundredths) + overdueMs;

  /** An unconfirmed curve is not shown: it may have crashed. */
  const checkedTick = async (flying: Flying, count: number) => {
    try {
      const flownMs = await readFlownMs(database.query, flights, BigInt(flying.roundId));
      if (flownMs === undefined) await steps.refresh();
      else if (!stopped && phase === flying) {
        flights.noteFlown(BigInt(flying.roundId), flownMs, clock.monotonic());
        flying.confirmed = Math.max(flying.confirmed, multiplierAtMs(flownMs));
        publishTick(flying, count);
        return;
      }
    } catch {
      // The next tick asks again.
    }
    if (!stopped && phase === flying) scheduleTick(flying, count);
  };

  const publishTick = (flying: Flying, count: number) => {
    publish(count % correctionEvery === 0 ? flight(flying) : { ...flight(flying), tick: true });
    ticked(flying.roundId, count);
    scheduleTick(flying, count);
  };

  const scheduleTick = (flying: Flying, count: number) => {
    const dueMs = flying.startedAtMs + ((count + 1) * 1_000) / ticksPerSecond - databaseNowMs();
    schedule(Math.max(20, dueMs), () => tick(flying, count + 1));
  };

  const enter = (next: Betting | Flying) => {
    phase = next;
    entered(next.roundId);
    timer?.cancel();
    if (next.name === 'betting') countDown(next);
    else tick(next, Math.max(0, Math.floor(((databaseNowMs() - next.startedAtMs) * ticksPerSecond) / 1_000)));
  };

  /** The next round's event follows. */
  const leave = () => {
    phase = { name: 'unknown' };
    entered(undefined);
    awaitEvent();
  };

  /** Once for each round. */
  const showSeal = (roundId: string, seal: RoundSeal | null) => {
    if (phase.name !== 'betting' || phase.roundId !== roundId || phase.seal !== null) return;
    phase.seal = seal;
    for (const push of sealOf(phase)) publish(push);
  };

  const show = (event: AviatorEvent): void => {
    switch (event.kind) {
      case 'open': {
        const { roundId, startsAtMs, closesAtMs, commitment, beaconRound, seal } = event;
        const isShown =
          phase.name === 'betting' && phase.roundId === roundId && phase.startsAtMs === startsAtMs;
        if (!isShown)
          enter({ name: 'betting', roundId, startsAtMs, closesAtMs, commitment, beaconRound, seal: null });
        showSeal(roundId, seal);
        break;
      }
      case 'start': {
        const { roundId, startedAtMs, beaconRound, seal } = event;
        showSeal(roundId, seal);
        enter({ name: 'flying', roundId, startedAtMs, confirmed: 100, beaconRound, seal });
        break;
      }
      case 'crash':
        lastCrash = event;
        leave();
        publish(drawResult(event.roundId, event.startedAtMs, event.crashHundredths, event.seed));
        break;
      case 'void':
        // Nothing was drawn; the next round's countdown and the players' own messages follow.
        leave();
        break;
      default:
        event satisfies never;
    }
  };

  const showRow = ({ running, last }: PublicState): void => {
    if (last === undefined) lastCrash = undefined;
    else if (String(last.id) !== lastCrash?.roundId) show(toCrash(last));
    // A round that is neither running nor the last to crash is void.
    if (running === undefined || (phase.name !== 'unknown' && phase.roundId !== String(running.id))) leave();
    if (running !== undefined) show(toEvent(running));
  };

  const steps = followSteps<AviatorEvent, PublicState>({
    read: () => readPublicState(database.query),
    showEvent: show,
    showRow,
  });

  return {
    /** Reads the current state from the database: at the start, and where this process may have missed events. */
    refresh: steps.refresh,
    /**
     * Sets the crash of the flight that this process leads. The crash takes some milliseconds to be written, and in
     * the meantime the curve is not shown above it. Before that moment it changes nothing that is published.
     */
    lead(flying: LedFlight) {
      led = flying;
    },
    handle: steps.handle,
    /** The messages that send the current state to a new connection. */
    state(): AviatorPush[] {
      const crash = lastCrash
        ? [drawResult(lastCrash.roundId, lastCrash.startedAtMs, lastCrash.crashHundredths, lastCrash.seed)]
        : [];
      if (phase.name === 'betting') return [...crash, countdown(phase), ...sealOf(phase)];
      if (phase.name === 'flying') return [...sealOf(phase), flight(phase)];
      return crash;
    },
    /** The flight that is on or was last, as these messages show it. */
    stall(): AviatorStall {
      const { growthPerMs } = aviatorRules;
      const crash = lastCrash && { roundId: lastCrash.roundId, multiplier: lastCrash.crashHundredths / 100 };
      const last = crash && { last: crash.multiplier };
      if (phase.name === 'flying') {
        const { roundId } = phase;
        const multiplier = shownHundredths(phase) / 100;
        return { ...last, flight: { roundId, multiplier, growthPerMs, isOver: false } };
      }
      return {
        ...last,
        ...(crash && { flight: { ...crash, growthPerMs, isOver: true } }),
        ...(phase.name === 'betting' && { countdown: secondsLeft(phase) }),
      };
    },
    /** The round that is open or in flight, and what its messages show now. */
    shownRound(): ShownRound | undefined {
      if (phase.name === 'unknown') return undefined;
      const { roundId } = phase;
      const lastCrashId = lastCrash?.roundId;
      if (phase.name === 'betting') return { roundId, lastCrashId };
      return { roundId, lastCrashId, hundredths: shownHundredths(phase) };
    },
    stop() {
      stopped = true;
      steps.stop();
      timer?.cancel();
    },
  };
};

export type AviatorLive = ReturnType<typeof createAviatorLive>;
