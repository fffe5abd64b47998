/**
 * Aviator's page in flight: frames per second on a slowed processor, and what a tab retains after many rounds. The live
 * messages are the benchmark's own, so that a round lasts a second and every run is the same; calls go to the site.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { replaceLiveServer, type LiveServer } from '../../e2e/live-server.ts';
import { percentile } from './lib/figures.ts';
import { sized } from './lib/short.ts';
import { languages, type Language } from './pages-addresses.ts';
import { openPhone, slowDown } from './pages-load.ts';

const curveMs = 10_000;
const tickMs = 250;
const playersPerRound = 20;
/** Rounds that the site has not reached. */
const firstRound = 900_000_000;
const flightMs = sized(10_000, 1_000);
const countedMs = 0.8 * flightMs;
export const memoryRounds = sized(100, 2);
const readingsPerRun = sized(4, 1);

interface Round {
  id: number;
  countdownMs: number;
  flightMs: number;
  /** The rocket flies until then at least, also where a busy machine takes longer than the flight to show it. */
  until?: Promise<unknown>;
}

export const flightPage = '/games/aviator';
const hex = (id: number): string => id.toString(16).padStart(64, '0');
const multiplierAfter = (ms: number): number => Math.floor(100 * Math.exp(ms / curveMs)) / 100;

/** Sends what the site would in a round in which all of the listed players cash out. */
const playRound = async (server: LiveServer, round: Round): Promise<void> => {
  const roundId = String(round.id);
  const table = { roundId, players: playersPerRound, staked: 10 * playersPerRound };
  const betOf = (place: number): string => String(round.id * playersPerRound + place);
  server.push('aviatorCountdown_response', {
    roundId,
    countdown: Math.ceil(round.countdownMs / 1_000),
    startsAt: new Date(Date.now() + round.countdownMs).toISOString(),
    closesAt: new Date(Date.now() + round.countdownMs).toISOString(),
    commitment: hex(round.id),
    beaconRound: null,
  });
  server.push('aviatorTable_response', {
    ...table,
    cashedOut: 0,
    bets: Array.from({ length: playersPerRound }, (_, place) => ({
      id: betOf(place),
      name: `player_${place}`,
      amount: 10,
    })),
  });
  await sleep(round.countdownMs);
  const startedAtMs = Date.now();
  const draw = { roundId, startedAt: new Date(startedAtMs).toISOString(), growthPerMs: 1 / curveMs };
  let cashedOut = 0;
  let isAwaited = round.until !== undefined;
  const end = (): void => void (isAwaited = false);
  void round.until?.then(end, end);
  let ms = 0;
  for (; ms < round.flightMs || isAwaited; ms = Date.now() - startedAtMs) {
    const at = Math.max(1.01, multiplierAfter(ms));
    server.push('aviatorDrawResult_response', { ...draw, status: 'ongoing', crashMultiplier: at });
    if (cashedOut < playersPerRound) {
      const outs = [{ id: betOf(cashedOut), at }];
      cashedOut += 1;
      server.push('aviatorTable_response', { ...table, cashedOut, outs, marks: [{ at, count: 1 }] });
    }
    await sleep(ms < round.flightMs ? Math.min(tickMs, round.flightMs - ms) : tickMs);
  }
  const crashMultiplier = multiplierAfter(ms);
  server.push('aviatorDrawResult_response', {
    ...draw,
    status: 'finished',
    crashMultiplier,
    seed: hex(round.id),
  });
};

const openFlight = async (
  browser: Browser,
  origin: string,
  language: Language,
): Promise<{ page: Page; server: LiveServer }> => {
  const context = await openPhone(browser, { origin, language, isPlayers: true });
  const page = await context.newPage();
  const opened = await replaceLiveServer(page);
  await page.goto(flightPage, { waitUntil: 'networkidle' });
  return { page, server: await opened() };
};

/** Times between the frames of so many milliseconds. */
const countFrames = (page: Page, ms: number): Promise<number[]> =>
  page.evaluate(
    (totalMs) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = [];
        let last = performance.now();
        const until = last + totalMs;
        const next = (now: number): void => {
          gaps.push(now - last);
          last = now;
          if (now < until) requestAnimationFrame(next);
          else resolve(gaps);
        };
        requestAnimationFrame(next);
      }),
    ms,
  );

const crashOf = (page: Page) => page.locator('[data-part=multiplier][data-crashed]:visible');

export const measureFrames = async (
  browser: Browser,
  { origin, language }: { origin: string; language: Language },
) => {
  const { page, server } = await openFlight(browser, origin, language);
  await slowDown(page, { network: false });
  const countdownMs = 500;
  const counted = page
    .locator('[data-part=multiplier]:not([data-crashed]):visible')
    .first()
    .waitFor()
    .then(() => countFrames(page, countedMs));
  const [gaps] = await Promise.all([
    counted,
    playRound(server, { id: firstRound, countdownMs, flightMs, until: counted }),
  ]);
  await crashOf(page).first().waitFor();
  await page.context().close();
  const totalMs = gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    framesPerSecond: (1_000 * gaps.length) / totalMs,
    /** The 99th percentile of the times between frames. */
    frameP99Ms: percentile(gaps, 0.99),
  };
};

export interface TabMemory {
  name: string;
  /** JavaScript's heap after a collection. */
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** The memory of one tab before, while and after it has shown so many rounds, to a player without a bet. */
export const measureMemory = async (
  browser: Browser,
  { origin, language }: { origin: string; language: Language },
): Promise<TabMemory[]> => {
  const { page, server } = await openFlight(browser, origin, language);
  const session = await page.context().newCDPSession(page);
  const readings: TabMemory[] = [];
  const read = async (rounds: number): Promise<void> =>
    void readings.push({
      name: `${languages[language]}, ${rounds} rounds`,
      ...(await readMemory(session)),
    });
  // The first round loads what later ones need.
  await playRound(server, { id: firstRound, countdownMs: 300, flightMs: 500 });
  await crashOf(page).first().waitFor();
  await read(0);
  for (let round = 1; round <= memoryRounds; round += 1) {
    await playRound(server, { id: firstRound + round, countdownMs: 300, flightMs: 500 });
    await sleep(200);
    if (round % (memoryRounds / readingsPerRun) === 0) await read(round);
  }
  await crashOf(page).first().waitFor();
  await page.context().close();
  return readings;
};

const readMemory = async (session: CDPSession): Promise<Omit<TabMemory, 'name'>> => {
  // The second collection takes what the first one's finalizers have released.
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
};
