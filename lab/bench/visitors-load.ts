/** The clients of the visitors benchmark: calls that follow each other, and visitors who come one after the other. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from './lib/child.ts';
import { percentile } from './lib/figures.ts';

export interface VisitorsRequest {
  url: string;
  /** A player's, whose calls are on connections that are kept, each with one call after the other. */
  token: string;
  kept: number;
  /** Visitors come at this rate, each on a connection of its own, and leave after so long without an answer. */
  visitorsPerSecond: number;
  patienceMs: number;
  warmUpMs: number;
  measureMs: number;
}

/** Whether the call was answered with 200; a site that has too much to do answers 503. */
const ask = async (url: string, agent: Agent | false, options: object): Promise<boolean> => {
  const [answer] = (await once(get(url, { agent, ...options }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode === 200;
};

const run = async (request: VisitorsRequest) => {
  const { url, kept, visitorsPerSecond, patienceMs, warmUpMs, measureMs } = request;
  const headers = { authorization: `Bearer ${request.token}` };
  const agent = new Agent({ keepAlive: true, maxSockets: kept });
  const latencies: number[] = [];
  let isOver = false;
  let [calls, came] = [0, 0];
  const startedAt = performance.now();
  const isMeasured = (): boolean => !isOver && performance.now() > startedAt + warmUpMs;

  const callOn = async (): Promise<void> => {
    while (!isOver) {
      const isAnswered = await ask(`${url}/api/user/me`, agent, { headers });
      if (isAnswered && isMeasured()) calls += 1;
    }
  };
  const visit = async (): Promise<void> => {
    const sentAt = performance.now();
    const wasMeasured = isMeasured();
    const signal = AbortSignal.timeout(patienceMs);
    const isAnswered = await ask(`${url}/api/games/config`, false, { signal }).catch(() => false);
    if (!wasMeasured) return;
    came += 1;
    if (isAnswered) latencies.push(performance.now() - sentAt);
  };
  const calling = Promise.all(Array.from({ length: kept }, callOn));
  const visiting: Promise<void>[] = [];
  while (performance.now() < startedAt + warmUpMs + measureMs) {
    const due = ((performance.now() - startedAt) / 1_000) * visitorsPerSecond;
    while (visiting.length < due) visiting.push(visit());
    await sleep(5);
  }
  isOver = true;
  await Promise.all([calling, ...visiting]);
  agent.destroy();
  return {
    callsPerSecond: calls / (measureMs / 1_000),
    /** The part of the visitors who got an answer, 0 to 1. */
    answered: came === 0 ? 0 : latencies.length / came,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
};

export type VisitorsResult = Awaited<ReturnType<typeof run>>;

serveParent(run);
