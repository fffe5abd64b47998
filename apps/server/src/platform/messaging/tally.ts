/**
 * Totals that the processes of the site share once a second. Each process counts for itself and publishes all its
 * totals as one bus message per second, however much happened; a moment later each process merges what the others
 * published. A process that stays silent drops out after a few seconds.
 */
import * as z from 'zod/mini';
import { defineBusEvent } from './bus-event.ts';
import type { Clock, Timer } from '../clock.ts';
import type { EventBus } from './event-bus.ts';

/** `parts` are parsed by the schema of each part: a process of another version may have others. */
export const tallyEvent = defineBusEvent({
  channel: 'tally',
  version: 1,
  schema: z.object({
    process: z.string().check(z.maxLength(64)),
    parts: z.record(z.string(), z.unknown()),
  }),
});

export interface TallyPart<Part extends object> {
  name: string;
  schema: z.ZodMiniType<Part>;
  /** The totals of this process so far, or undefined where there is nothing to report. */
  collect(): Part | undefined;
  /** Called once a second with the newest totals of every process that has any, this one included, by its name. */
  merge(parts: ReadonlyMap<string, Part>): void;
}

export interface Tally {
  /** Before the start. */
  add<Part extends object>(part: TallyPart<Part>): void;
}

export interface RunningTally extends Tally {
  start(): void;
  stop(): void;
}

export interface TallyDeps {
  clock: Clock;
  bus: EventBus;
  /** The clock that all processes share: they collect at the same moment of its seconds. */
  databaseNowMs: () => number;
  /** The name of this process, unique among all. */
  process: string;
  log: { error(fields: object, text: string): void };
}

const everyMs = 1_000;
/** Rounds begin and bets close at full seconds as a rule: what is collected soon after includes it. */
const afterFullSecondMs = 150;
/** Totals of the same second from other processes arrive within this time. */
const mergeAfterMs = 250;
/** The totals of a process that stays silent are dropped. */
const dropAfterMs = 3_500;
/** How far one interval may be from a second, to return to the moment of the others. */
const correctionMs = 50;
const maxProcesses = 64;

export const createTally = ({ clock, bus, databaseNowMs, process, log }: TallyDeps): RunningTally => {
  const parts = new Map<string, TallyPart<object>>();
  const processes = new Map<string, { receivedAtMs: number; parts: Map<string, object> }>();
  let timer: Timer | undefined;
  let stopped = false;

  const parse = (received: Record<string, unknown>): Map<string, object> => {
    const known = new Map<string, object>();
    for (const [name, part] of parts) {
      if (!Object.hasOwn(received, name)) continue;
      const parsed = part.schema.safeParse(received[name]);
      if (parsed.success) known.set(name, parsed.data);
    }
    return known;
  };

  bus.subscribe(tallyEvent, (event) => {
    if (!processes.has(event.process) && processes.size >= maxProcesses) return;
    processes.set(event.process, { receivedAtMs: clock.monotonic(), parts: parse(event.parts) });
  });

  const attempt = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      log.error({ err: error }, 'a part of the tally failed');
    }
  };

  const collect = (): void => {
    const collected: Record<string, unknown> = {};
    for (const [name, part] of parts) {
      attempt(() => {
        const own = part.collect();
        if (own !== undefined) collected[name] = own;
      });
    }
    const own = processes.get(process);
    const isEmpty = Object.keys(collected).length === 0;
    // An empty one once, so that the totals before it are not shown on.
    if (!isEmpty || (own !== undefined && own.parts.size > 0)) {
      bus.publish(tallyEvent, { process, parts: collected });
    }
  };

  const merge = (): void => {
    const nowMs = clock.monotonic();
    for (const [name, { receivedAtMs }] of processes) {
      if (nowMs - receivedAtMs > dropAfterMs) processes.delete(name);
    }
    for (const [name, part] of parts) {
      const all = new Map<string, object>();
      for (const [other, { parts: received }] of processes) {
        const totals = received.get(name);
        if (totals !== undefined) all.set(other, totals);
      }
      attempt(() => part.merge(all));
    }
  };

  const intoSecondMs = (): number => (databaseNowMs() - afterFullSecondMs + everyMs) % everyMs;

  /** Timers may fire late, or a moment early: the interval returns to its moment of the second in small steps. */
  const untilNextMs = (): number => {
    const aheadMs = intoSecondMs();
    return aheadMs < everyMs / 2
      ? everyMs - Math.min(aheadMs, correctionMs)
      : everyMs + Math.min(everyMs - aheadMs, correctionMs);
  };

  const run = (): void => {
    const nextMs = untilNextMs();
    collect();
    timer = clock.setTimeout(() => {
      merge();
      if (!stopped) timer = clock.setTimeout(run, nextMs - mergeAfterMs);
    }, mergeAfterMs);
  };

  return {
    add(part) {
      if (parts.has(part.name)) throw new Error(`two parts of the tally have the name ${part.name}`);
      parts.set(part.name, part as unknown as TallyPart<object>);
    },
    start() {
      timer = clock.setTimeout(run, everyMs - intoSecondMs());
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
