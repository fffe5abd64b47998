/**
 * Fills an empty data folder with a month of play, for `npm run dev -- --demo` and for pictures: players of every game, on a site
 * with a clock that is moved, whose backup is restored into the folder. Every call is a real one, so the audit is clean.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSite } from '../apps/server/test/test-site.ts';
import { seededRandom } from '../apps/server/test/query-schedule.ts';
import { startSharedPostgres, urlOf } from '../apps/server/test/shared-postgres.ts';
import { betCalls, gameSweeps, shortRounds } from '../games/test/sweeps.ts';

/** Each has the same password, and this at the start. */
const demoPlayers = 'alice bob carol dora emil fay gus hana ivo june kofi lena'.split(' ');
const signupCoins = 20_000;
const days = 30;
const callsPerRegular = 4;
const gamesPerDay = 6;
const dayMs = 86_400_000;
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

/** `dataDir` must have no site in it yet. Prints a line for each week. */
export const fillWithPlay = async (dataDir: string, print: (line: string) => void): Promise<void> => {
  const postgres = await startSharedPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'fairground-demo-'));
  try {
    const site = await startTestSite({
      clock: 'moved',
      server: postgres.address,
      // An hour before: the site that continues must not begin in the past.
      startMs: Date.now() - days * dayMs - 3_600_000,
      chainLinks: 20_000,
      env: { SIGNUP_COINS: String(signupCoins), ...shortRounds },
    });
    try {
      const random = seededRandom(1);
      for (const name of demoPlayers) await site.register(name);
      const signIn = async (username: string): Promise<string> => {
        const { body } = await site.call('POST', '/auth/login', '', {
          identifier: username,
          password: demoPassword,
        });
        return String(body['token']);
      };
      const bets = gameSweeps.flatMap(({ bet }) => (bet === null ? [] : [bet]));
      let tokens: string[] = [];
      for (let day = 0; day < days; day += 1) {
        if (day % daysOfSession === 0) tokens = await Promise.all(demoPlayers.map(signIn));
        const [regulars, others] = [tokens.slice(0, 3), tokens.slice(3)];
        const nextDayMs = site.time.nowMs() + dayMs;
        for (const token of regulars) {
          for (let calls = 0; calls < callsPerRegular; calls += 1) {
            const { path, body } = random.pick(betCalls);
            await site.call('POST', path, token, body);
          }
          await site.time.advanceCoarsely(5_000);
        }
        // These stake at low odds, and end what they begin.
        for (let games = 0; games < gamesPerDay; games += 1) {
          const token = others[Math.min(random.below(others.length), random.below(others.length))] ?? '';
          await random.pick(bets).playOnce(site, token);
        }
        await site.time.suspend(nextDayMs - site.time.nowMs());
        await site.time.advanceCoarsely(5_000);
        if (day % 7 === 6) print(`${day + 1} of ${days} days were played`);
      }
      const [source] = await site.rows<{ name: string }>('SELECT current_database() AS name');
      const file = join(folder, 'demo.backup');
      const url = urlOf({ ...postgres.address, database: source?.name ?? '' });
      await runAdmin({ DATABASE_URL: url, DATA_DIR: site.dataDir }, 'backup', file);
      await runAdmin({ DATABASE_URL: '', DATA_DIR: dataDir }, 'restore', file);
    } finally {
      await site.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
