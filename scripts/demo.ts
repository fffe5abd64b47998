/**
 * Fills an empty data folder with a month of play, for `npm run dev -- --demo` and for pictures: players of
 * every game, on a site with a clock that is moved, whose backup is restored into the folder. Every call is a
 * real one, so the audit is clean. At night the site is under maintenance, so that no round is open while the
 * clock leaps to the next day.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endMaintenance, startMaintenance } from '../apps/server/src/staff/acts/maintenance.ts';
import { startTestSite, type TimedSite } from '../apps/server/test/test-site.ts';
import { seededRandom } from '../apps/server/test/query-schedule.ts';
import { startSharedPostgres, urlOf } from '../apps/server/test/shared-postgres.ts';
import { gameSweeps, shortRounds } from '../games/test/sweeps.ts';

/** Each has the same password, and this at the start. The first three play most days. */
const demoPlayers = 'alice bob carol dora emil fay gus hana ivo june kofi lena'.split(' ');
const regularCount = 3;
const signupCoins = 20_000;
const monthDays = 30;
/** When people sit down to play: each day in the morning, and once more. */
const morning = 9;
const laterHours = [13, 19, 21] as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Less than sessions live. */
const daysOfSession = 7;
export const demoPassword = 'a meadow of lanterns';

const runAdmin = async (env: Record<string, string>, ...words: string[]): Promise<void> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../apps/server/src/admin.ts'), ...words],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`admin ${words[0]} failed`);
};

interface Fill {
  /** The last of them is today. */
  days?: number;
  nowMs?: number;
  print: (line: string) => void;
  /** Called with the site before it is closed. */
  inspect?: (site: TimedSite) => Promise<void>;
}

/** `dataDir` must have no site in it yet. Prints a line for each week. */
export const fillWithPlay = async (
  dataDir: string,
  { days = monthDays, nowMs = Date.now(), print, inspect }: Fill,
): Promise<void> => {
  const postgres = await startSharedPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'fairground-demo-'));
  try {
    const today = nowMs - (nowMs % dayMs);
    const firstDay = today - (days - 1) * dayMs;
    // The site that continues must not begin in the past.
    const endMs = nowMs - 10 * 60_000;
    const site = await startTestSite({
      clock: 'moved',
      server: postgres.address,
      startMs: Math.min(firstDay, endMs - hourMs),
      chainLinks: 20_000,
      env: { SIGNUP_COINS: String(signupCoins), ...shortRounds },
    });
    try {
      await play(site, { firstDay, days, endMs, print });
      await inspect?.(site);
      const [source] = await site.rows<{ name: string }>('SELECT current_database() AS name');
      const file = join(folder, 'demo.backup');
      const url = urlOf({ ...postgres.address, database: source?.name ?? '' });
      const filled = { DATABASE_URL: '', DATA_DIR: dataDir };
      await runAdmin({ DATABASE_URL: url, DATA_DIR: site.dataDir }, 'backup', file);
      await runAdmin(filled, 'restore', file);
      await runAdmin(filled, 'maintenance', 'off');
      await runAdmin(filled, 'audit');
    } finally {
      await site.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

interface Month {
  firstDay: number;
  days: number;
  endMs: number;
  print: (line: string) => void;
}

async function play(site: TimedSite, { firstDay, days, endMs, print }: Month): Promise<void> {
  const random = seededRandom(1);
  const bets = gameSweeps.flatMap(({ bet }) => (bet === null ? [] : [bet]));
  for (const [at, name] of demoPlayers.entries()) {
    const { token } = await site.register(name);
    await site.call('POST', '/user/update', token, { avatar: `avatar${at + 1}` });
  }
  const signIn = async (identifier: string): Promise<string> => {
    const { body } = await site.call('POST', '/auth/login', '', { identifier, password: demoPassword });
    return String(body['token']);
  };
  const owner = site.owner();
  const closeUntil = async (atMs: number): Promise<void> => {
    await startMaintenance(owner, { reason: 'The fair is closed.' });
    // Until whatever runs has ended.
    await site.time.advanceCoarsely(120_000);
    await site.time.suspend(Math.max(0, atMs - site.time.nowMs()));
  };
  const open = async (): Promise<void> => {
    await endMaintenance(owner);
    await site.time.advanceCoarsely(5_000);
  };
  let tokens: string[] = [];
  for (let day = 0; day < days; day += 1) {
    for (const hour of [morning, random.pick(laterHours)]) {
      const atMs = firstDay + day * dayMs + hour * hourMs + random.below(hourMs);
      if (atMs > endMs - hourMs || atMs < site.time.nowMs()) continue;
      await closeUntil(atMs);
      await open();
      if (tokens.length === 0 || (day % daysOfSession === 0 && hour === morning))
        tokens = await Promise.all(demoPlayers.map(signIn));
      const [regular, other] = [
        tokens[hour === morning ? 0 : random.below(regularCount)],
        tokens[regularCount + random.below(tokens.length - regularCount)],
      ];
      for (const token of [regular, regular, other])
        await random.pick(bets).playForFun(site, token ?? '', random);
    }
    if (day % 7 === 6) print(`${day + 1} of ${days} days were played`);
  }
  await closeUntil(endMs);
}
