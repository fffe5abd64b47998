/**
 * A site's process on a PostgreSQL, each with a wall clock that is really set while a player bets: which games take a
 * bet afterwards, how soon, and how many of their rounds are void.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { startOwnPostgres } from '../../apps/server/test/own-postgres.ts';
import { PlayerClient, until } from '../../apps/server/test/player-client.ts';
import { createSetClock, type SetClock } from '../../apps/server/test/set-clock.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import { makeDataDir, runAudit, siteOfCalls, startSiteProcess } from '../../apps/server/test/site-process.ts';

export type WhichClock = 'database' | 'site' | 'both';
export type Moment = 'in flight' | 'between rounds';
export interface Step {
  moment: Moment;
  byMs: number;
}

const games = ['aviator', 'doubleTrouble', 'lottery'];
/** Every game takes a bet this soon after a step; a flight that goes on is play, and does not count. */
const playsWithinMs = 12_000;
/** Rounds are watched for this long after a step, in which a few of each short game begin and end. */
const watchedMs = 9_000;

export const startSiteOfSetClocks = async () => {
  let databaseClock: SetClock | undefined;
  const postgres = await startOwnPostgres((folder) => {
    databaseClock = createSetClock(join(folder, 'clock'));
    return databaseClock.env;
  });
  const { dataDir, remove } = await makeDataDir();
  const siteClock = createSetClock(join(dataDir, 'clock'));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(postgres.address),
    SIGNUP_COINS: '1000000',
    AVIATOR_COUNTDOWN_MS: '2000',
    DOUBLE_TROUBLE_INTERVAL_MS: '5000',
    DOUBLE_TROUBLE_CLOSE_MS: '1000',
    LOTTERY_DRAW_CRON: '0 */6 * * *',
  };
  const site = await startSiteProcess({ ...env, ...siteClock.env }, siteOfCalls);
  const aheadMs = { database: 0, site: 0 };
  const setClock = (clock: WhichClock, byMs: number): void => {
    if (clock !== 'site') aheadMs.database += byMs;
    if (clock !== 'database') aheadMs.site += byMs;
    databaseClock?.set(aheadMs.database);
    siteClock.set(aheadMs.site);
  };
  /** Both processes have the time that was set, of which a header has whole seconds. */
  const expectClocks = async (): Promise<void> => {
    const { headers } = await fetch(`${site.url}/api/health/live`);
    const [database] = await postgres.rows<{ now: Date }>('SELECT clock_timestamp() AS now');
    const seenAt = { database: database?.now.getTime(), site: Date.parse(headers.get('date') ?? '') };
    for (const clock of ['database', 'site'] as const) {
      const seenAheadMs = (seenAt[clock] ?? Number.NaN) - Date.now();
      expect(Math.abs(seenAheadMs - aheadMs[clock]), `the clock of ${clock}`).toBeLessThan(2_500);
    }
  };
  const player = new PlayerClient(site.url, 'in_time');
  await player.register();
  const bets = {
    aviator: ['/aviator/create', { amount: 10 }],
    doubleTrouble: ['/doubleTrouble/create', { drawType: 'Under', amount: 10 }],
    lottery: ['/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 }],
  } as const;

  const isFlying = async (): Promise<boolean> => {
    const [round] = await postgres.rows<{ state: string }>(
      'SELECT state FROM aviator_round ORDER BY id DESC LIMIT 1',
    );
    return round?.state === 'flying';
  };
  const countVoid = async (): Promise<Record<string, number>> => {
    const counts = await postgres.rows<{ game: string; count: number }>(
      `SELECT 'aviator' AS game, count(*)::integer AS count FROM aviator_round WHERE state = 'void'
        UNION ALL SELECT 'doubleTrouble', count(*)::integer FROM double_trouble_draw WHERE state = 'void'
        UNION ALL SELECT 'lottery', count(*)::integer FROM lottery_draw WHERE voided_at IS NOT NULL`,
    );
    return Object.fromEntries(counts.map(({ game, count }) => [game, count]));
  };
  /** After how many milliseconds each game took a bet; those that took none in time are missing. */
  const gamesThatPlay = async (): Promise<Record<string, number>> => {
    const waiting = new Map(Object.entries(bets));
    const after: Record<string, number> = {};
    let waitedMs = 0;
    for (let lookedAt = performance.now(); waiting.size > 0 && waitedMs < playsWithinMs;) {
      for (const [game, [path, body]] of waiting) {
        if ((await player.call('POST', path, body)).status !== 201) continue;
        waiting.delete(game);
        after[game] = Math.round(waitedMs);
      }
      const isOnlyFlying = waiting.size === 1 && waiting.has('aviator') && (await isFlying());
      await pause(100);
      const now = performance.now();
      if (!isOnlyFlying) waitedMs += now - lookedAt;
      lookedAt = now;
    }
    return after;
  };

  return {
    /** Sets the clock at that moment, and fails where play does not go on. */
    async step(clock: WhichClock, { moment, byMs }: Step): Promise<void> {
      await until(`it is ${moment}`, async () => (await isFlying()) === (moment === 'in flight'), 60_000);
      const name = `the clock of ${clock} by ${byMs / 1_000} s ${moment}`;
      const before = await countVoid();
      setClock(clock, byMs);
      const after = await gamesThatPlay();
      await pause(watchedMs);
      const voids = Object.entries(await countVoid()).map(
        ([game, count]) => [game, count - (before[game] ?? 0)] as const,
      );
      console.log(
        `${name}: bets after ${JSON.stringify(after)} ms, void ${JSON.stringify(Object.fromEntries(voids))}`,
      );
      await expectClocks();
      expect(Object.keys(after).sort(), name).toEqual(games);
      for (const [game, count] of voids) expect(count, `${game}: void after ${name}`).toBeLessThan(2);
    },
    gamesThatPlay,
    async expectSound(): Promise<void> {
      const flown = await postgres.rows(`SELECT FROM aviator_round WHERE state = 'finished'`);
      expect(flown.length).toBeGreaterThan(1);
      const { output } = await runAudit(env);
      expect(output).toContain('The audit is clean.');
    },
    async close() {
      await site.end('SIGTERM');
      await postgres.close();
      await remove();
    },
  };
};
