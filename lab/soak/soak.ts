/**
 * Hours of a site: several processes on one PostgreSQL with watching sockets and players, while a process is killed
 * again and again, and PostgreSQL at times.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../apps/server/test/player-client.ts';
import { stopServerImmediately } from '../../apps/server/test/server-processes.ts';
import { startChild } from '../bench/lib/child.ts';
import { percentile } from '../bench/lib/figures.ts';
import { createCluster, untilReady } from '../faults/cluster.ts';
import type { Call } from '../faults/cluster-client.ts';
import { loadEnv, type PlacedBet } from '../faults/cluster-players.ts';
import { expectNothingElse } from '../faults/nothing-lost.ts';
import { createLogTally } from './log-tally.ts';
import * as readings from './readings.ts';
import { startShift } from './shift.ts';
import { addReports, type WatchersCommand, type WatchersReport } from './watch.ts';

export interface SoakOptions {
  minutes: number;
  sockets: number;
  players: number;
  processes: number;
  /** 0 for never, as below. */
  killEveryMinutes: number;
  shiftMinutes: number;
  readEveryMinutes: number;
  /** Instead of the site's own. */
  program?: string;
  print: (line: string) => void;
}

/** What happened since the last reading, and how it is then. */
export interface Reading {
  minute: number;
  bets: number;
  /** Answers by status and code, other than successful ones. */
  refusals: Record<string, number>;
  /** How long bets took. */
  p50Ms: number;
  p99Ms: number;
  watchers: WatchersReport;
  processes: readings.ProcessReading[];
  database: readings.DatabaseReading;
}

export interface Kill {
  what: string;
  /** Until the process was open again, or PostgreSQL took writes. */
  backMs: number;
  watchers: WatchersReport;
}

export interface Soaked {
  minutes: number;
  readings: Reading[];
  kills: Kill[];
  /** What the comparison and the audit took at the end of each shift. */
  auditSeconds: number[];
  bets: number;
  logLines: ReadonlyMap<string, number>;
  /** What was lost, not acknowledged, or stuck. */
  problems: string[];
}

const minuteMs = 60_000;
/** Every sixth kill is that of PostgreSQL. */
const killsPerDatabase = 6;
const stuckAfterMs = 90_000;
/** A step that takes longer waits for an answer that does not come. */
const stepWithinMs = 10 * minuteMs;
const socketsPerClient = 4_000;
const env = {
  ...loadEnv,
  AD_SECONDS: '5',
  // As in scripts/start.sh.
  MALLOC_ARENA_MAX: '1',
  NODE_OPTIONS: readings.inspectedOptions,
};

export const soak = async (options: SoakOptions): Promise<Soaked> => {
  const { minutes, sockets, processes, print, program } = options;
  const programs = program === undefined ? {} : { program };
  print('the processes start');
  const cluster = await createCluster({ processes, env, settings: readings.countingSettings, ...programs });
  const logs = createLogTally();
  const soaked: Soaked = {
    minutes: 0,
    readings: [],
    kills: [],
    auditSeconds: [],
    bets: 0,
    logLines: logs.lines,
    problems: [],
  };
  const attempt = async (what: string, step: () => Promise<unknown>): Promise<void> => {
    await step().catch((error: unknown) => {
      soaked.problems.push(`${what}: ${String(error)}`);
      print(`PROBLEM ${soaked.problems.at(-1)}`);
    });
  };
  try {
    await readings.countStatements(cluster);
    const clients = Array.from({ length: Math.ceil(sockets / socketsPerClient) }, () =>
      startChild<WatchersCommand, WatchersReport>('../soak/watchers.ts'),
    );
    const ask = async (command: WatchersCommand): Promise<WatchersReport> =>
      addReports(await Promise.all(clients.map((client) => client.request(command, 300_000))));
    await ask({
      kind: 'open',
      ports: cluster.members.map(({ port }) => port),
      sockets: Math.ceil(sockets / Math.max(1, clients.length)),
    });
    print('the sockets are open, and the players come');
    /** Since the last reading. */
    let watched = addReports([]);
    const watch = async (): Promise<WatchersReport> => {
      const report = await ask({ kind: 'report' });
      watched = { ...addReports([watched, report]), open: report.open };
      return report;
    };

    let shifts = 1;
    const bets: PlacedBet[] = [];
    let shift = await startShift(cluster, shifts, options.players);
    const endShift = async (): Promise<readonly Call[]> => {
      const played = await shift.end();
      print('the players have stopped');
      bets.push(...played.bets);
      soaked.bets += played.betCount;
      const began = performance.now();
      if (options.players > 0) await attempt('lost', shift.expectNothingLost);
      soaked.auditSeconds.push((performance.now() - began) / 1_000);
      return played.calls;
    };
    const changeShift = async (): Promise<void> => {
      await endShift();
      print('what they were told was looked for');
      shifts += 1;
      shift = await startShift(cluster, shifts, options.players);
      print('others have come');
    };

    const startedAt = performance.now();
    const minuteNow = () => (performance.now() - startedAt) / minuteMs;
    const read = async (): Promise<void> => {
      await watch();
      const reading: Reading = {
        minute: minuteNow(),
        ...summarizeCalls(shift.takeCalls()),
        watchers: watched,
        processes: await Promise.all(cluster.members.map(readings.readProcess)),
        database: await readings.readDatabase(cluster),
      };
      watched = addReports([]);
      soaked.readings.push(reading);
      for (const { name, site } of cluster.members) logs.read(name, site.output());
      print(describeReading(reading, soaked.readings[0] ?? reading));
    };

    const strike = async (what: string): Promise<void> => {
      if (what === 'PostgreSQL') {
        stopServerImmediately(cluster.dataDir);
        return untilReady(cluster);
      }
      const leader = await cluster.requireDirector();
      const follower = cluster.members.find((member) => member !== leader);
      const member = what === 'leader' ? leader : (follower ?? leader);
      await member.site.end('SIGKILL');
      logs.end(member.name, member.site.output());
      return cluster.restart(member);
    };
    const kill = async (): Promise<void> => {
      const number = soaked.kills.length + 1;
      const what = number % killsPerDatabase === 0 ? 'PostgreSQL' : number % 2 === 1 ? 'leader' : 'follower';
      await watch();
      const began = performance.now();
      await strike(what);
      const backMs = performance.now() - began;
      const reports: WatchersReport[] = [];
      const areConnected = async () =>
        reports.push(await watch()) > 0 && reports.at(-1)?.open === watcherCount;
      await attempt(`sockets after the kill of ${what}`, () =>
        until('all are connected', areConnected, stuckAfterMs),
      );
      await attempt(`players after the kill of ${what}`, () => shift.untilServed(stuckAfterMs));
      const watchers = addReports(reports);
      soaked.kills.push({ what, backMs, watchers });
      const { lost, awayMs, refused } = watchers;
      print(`kill ${number}, of ${what}: ${brief({ backMs, lost, awayMs, refused })}`);
    };
    const { open: watcherCount } = await watch();

    const steps = [
      { every: options.readEveryMinutes, act: read },
      { every: options.killEveryMinutes, act: kill },
      { every: options.shiftMinutes, act: changeShift },
    ].flatMap(({ every, act }) => (every > 0 ? [{ every, act, due: every }] : []));
    for (;;) {
      const [next] = steps.toSorted((one, other) => one.due - other.due);
      if (next === undefined || next.due > minutes) break;
      await pause(Math.max(0, (next.due - minuteNow()) * minuteMs));
      const step = attempt(next.act.name, next.act).then(() => false);
      const isStuck = await Promise.race([step, pause(stepWithinMs, true, { ref: false })]);
      soaked.minutes = minuteNow();
      if (isStuck) {
        soaked.problems.push(`${next.act.name} did not end within ${stepWithinMs / minuteMs} minutes`);
        return soaked;
      }
      next.due = Math.max(next.due + next.every, minuteNow());
    }
    const calls = await endShift();
    await attempt('not acknowledged', () => expectNothingElse(cluster, { bets, calls }));
    for (const { name, site } of cluster.members) {
      await site.end('SIGTERM');
      logs.end(name, site.output());
    }
    await Promise.all(clients.map((client) => client.end()));
    return soaked;
  } finally {
    await cluster.close();
  }
};

const summarizeCalls = (calls: readonly Call[]): Pick<Reading, 'bets' | 'refusals' | 'p50Ms' | 'p99Ms'> => {
  const placed = calls.filter(({ path, status }) => path.endsWith('/create') && status === 201);
  const took = placed.map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs);
  const refusals: Record<string, number> = {};
  for (const { status, code = '' } of calls) {
    if (status >= 200 && status < 300) continue;
    const name = status === 0 ? 'no answer' : `${status} ${code}`;
    refusals[name] = (refusals[name] ?? 0) + 1;
  }
  return { bets: placed.length, refusals, p50Ms: percentile(took, 0.5), p99Ms: percentile(took, 0.99) };
};

const describeReading = (reading: Reading, first: Reading): string => {
  const { minute, processes, database, ...others } = reading;
  const { tables, statements: _statements, ...figures } = database;
  const slower = readings.findSlower(first.database, database);
  const largest = Object.fromEntries(tables.slice(0, 5).map(({ name, mb }) => [name, mb]));
  return [`minute ${minute.toFixed(1)}:`, others, ...processes, figures, largest, ...slower]
    .map((part) => (typeof part === 'string' ? part : brief(part)))
    .join('\n  ');
};

/** Without quotes, and numbers with a digit after the point at most. */
const brief = (value: object): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'number' ? Math.round(10 * part) / 10 : part,
  )
    .replaceAll(/["{}]/g, '')
    .replaceAll(',', ', ');
