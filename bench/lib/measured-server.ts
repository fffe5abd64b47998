/**
 * What each side of the fan-out benchmark does alike, whichever program runs it: it says where it listens, what
 * memory it holds, and sends events while its own work is counted.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from './child.ts';

export type ServerQuestion =
  | { kind: 'port' }
  | { kind: 'memory' }
  | { kind: 'send'; events: number; everyMs: number; settleMs: number };

export interface ServerAnswer {
  port: number;
  /** When each event was published, in milliseconds since 1970 with fractions. */
  publishedAt: number[];
  /** The process's time, and of it what the system spent on its behalf. */
  cpuMicroseconds: number;
  systemMicroseconds: number;
  eventLoopP99Ms: number;
  residentBytes: number;
}

export interface Side {
  port(): number;
  publish(): void;
  /** Clears away what nobody needs any more. */
  collectGarbage(): void;
}

/** What the page receives four times a second during a flight. */
export const flight = () => ({
  type: 'aviatorDrawResult_response',
  payload: {
    success: true,
    data: {
      roundId: '123456',
      status: 'ongoing',
      crashMultiplier: 1.37,
      startedAt: new Date().toISOString(),
      growthPerMs: 0.0001,
    },
  },
});

export const answerAs = (side: Side): void =>
  answerParent(async (question: ServerQuestion): Promise<ServerAnswer> => {
    if (question.kind === 'send') return send(side, question);
    if (question.kind === 'port') return { ...nothing, port: side.port() };
    side.collectGarbage();
    return { ...nothing, residentBytes: process.memoryUsage.rss() };
  });

const send = async (
  { publish }: Side,
  { events, everyMs, settleMs }: { events: number; everyMs: number; settleMs: number },
): Promise<ServerAnswer> => {
  const resolution = 5;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const cpuBefore = process.cpuUsage();
  const publishedAt: number[] = [];
  for (let event = 0; event < events; event += 1) {
    publishedAt.push(performance.timeOrigin + performance.now());
    publish();
    // From now on, and not by a timetable: a process that is late would send several at once, which is cheaper.
    await sleep(everyMs);
  }
  await sleep(settleMs);
  const { user, system } = process.cpuUsage(cpuBefore);
  delays.disable();
  return {
    ...nothing,
    publishedAt,
    cpuMicroseconds: user + system,
    systemMicroseconds: system,
    // The monitor's values hold its own interval.
    eventLoopP99Ms: Math.max(0, delays.percentile(99) / 1e6 - resolution),
  };
};

const nothing = {
  port: 0,
  publishedAt: [],
  cpuMicroseconds: 0,
  systemMicroseconds: 0,
  eventLoopP99Ms: 0,
  residentBytes: 0,
};
