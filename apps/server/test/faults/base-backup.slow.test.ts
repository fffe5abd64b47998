/** The embedded database is lost, and goes back to a second from a base backup and the archive of its write-ahead log. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAddress } from '../../src/admin/command.ts';
import { runAdmin } from '../../src/admin/run.ts';
import { openDatabase, type Database } from '../../src/platform/postgres/database.ts';
import { listBaseBackups } from '../../src/platform/postgres/recovery-folder.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { PlayerClient, until } from '../player-client.ts';
import { makeDataDir, startSiteProcess, type RunningSite } from '../site-process.ts';

let data: Awaited<ReturnType<typeof makeDataDir>>;
let environment: Record<string, string>;
let site: RunningSite | undefined;
const postgres = () => join(data.dataDir, 'postgres');
const recovery = () => join(data.dataDir, 'recovery');

beforeAll(async () => {
  data = await makeDataDir();
  environment = {
    DATA_DIR: data.dataDir,
    BASE_BACKUP_HOURS: '24',
    SIGNUP_COINS: '100000',
    DOUBLE_TROUBLE_INTERVAL_MS: '1000',
    DOUBLE_TROUBLE_CLOSE_MS: '0',
    LOG_LEVEL: 'info',
  };
});
afterAll(async () => {
  await site?.end('SIGKILL');
  await data?.remove();
});

const admin = async (...words: string[]): Promise<{ code: number; output: string }> => {
  const lines: string[] = [];
  const code = await runAdmin(words, environment, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
};

/** On the database of the running site, as its owner. */
const asOwner = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> =>
  withAddress(readSettings(environment), async (address) => {
    const database = openDatabase({
      address,
      connections: 1,
      applicationName: 'fairground-test',
      onError: () => undefined,
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
const rows = <Row extends object>(text: string): Promise<Row[]> =>
  asOwner((database) => database.query<Row>({ text, values: [] }));

const play = async (player: PlayerClient): Promise<void> => {
  const strike = await player.call('POST', '/highStriker/create', { amount: 100, target: 2 });
  expect(strike.status).toBe(201);
  await player.call('POST', '/doubleTrouble/create', { drawType: 'Over', amount: 10 });
};
const register = async (name: string): Promise<PlayerClient> => {
  const player = new PlayerClient(site?.url ?? '', name);
  await player.register();
  return player;
};
const noPending = async (): Promise<boolean> =>
  (await rows(`SELECT FROM double_trouble_bet WHERE outcome = 'pending'`)).length === 0;

interface Moment {
  at: Date;
  transfers: number;
  hash: string;
}
const momentSql = `SELECT clock_timestamp() AS at, count(*)::integer AS transfers,
  md5(string_agg(t::text, ';' ORDER BY t.id)) AS hash FROM transfer t`;

const archiveAll = async (): Promise<void> => {
  const [switched] = await rows<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
  const archived = join(recovery(), 'wal', `${switched?.segment ?? ''}.gz`);
  await until('the last segment is archived', () => existsSync(archived));
};

/** Ends site and server as a crash of the machine would, and removes the database. */
const lose = async (): Promise<void> => {
  const server = Number(readFileSync(join(postgres(), 'postmaster.pid'), 'utf8').split('\n')[0]);
  site?.child.kill('SIGSTOP');
  process.kill(server, 'SIGKILL');
  await site?.end('SIGKILL');
  site = undefined;
  rmSync(postgres(), { recursive: true });
};

it('takes a base backup by itself, goes back to a second, and later to a second after that', async () => {
  expect((await admin('restore-to', '--latest')).output).toContain('There is no file');
  site = await startSiteProcess(environment);
  await until('the site took a base backup', () => listBaseBackups(recovery()).length === 1);
  const alice = await register('alice');
  await play(alice);
  const taken = await admin('base-backup');
  expect(taken.code, taken.output).toBe(0);
  expect(listBaseBackups(recovery())).toHaveLength(2);

  await register('before');
  for (let turn = 0; turn < 5; turn++) await play(alice);
  await until('all bets are settled', noPending);
  const [moment] = await rows<Moment>(momentSql);
  if (!moment) throw new Error('the moment was not read');
  expect(moment.transfers).toBeGreaterThan(8);
  const after = await register('afterwards');
  for (let turn = 0; turn < 5; turn++) await play(after);
  await archiveAll();

  const time = moment.at.toISOString();
  const running = await admin('restore-to', '--time', time);
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining('Another site is running') });
  await lose();
  for (const [wrong, reason] of [
    ['2020-01-01T00:00:00Z', 'The oldest base backup can be recovered from'],
    ['2020-01-01 00:00:00', 'is not a time with its zone'],
    ['2099-01-01T00:00:00Z', 'is not over yet'],
    // Nothing so late is in the archive.
    [new Date().toISOString(), 'before configured recovery target was reached'],
  ] as const) {
    const refused = await admin('restore-to', '--time', wrong);
    expect(refused.code, wrong).not.toBe(0);
    expect(refused.output, wrong).toContain(reason);
    expect(existsSync(postgres()), wrong).toBe(false);
  }

  const password = readFileSync(join(data.dataDir, 'postgres-password'), 'utf8');
  const restored = await admin('restore-to', '--time', time);
  expect(restored.output).toContain('The audit is clean.');
  expect(restored.code).toBe(0);
  expect(existsSync(join(data.dataDir, 'recovering'))).toBe(false);
  expect(readFileSync(join(data.dataDir, 'postgres-password'), 'utf8')).toBe(password);
  const found = await rows(
    `SELECT m.transfers, m.hash, (SELECT array_agg(username ORDER BY id) FROM player) AS names FROM (${momentSql}) m`,
  );
  expect(found).toEqual([{ transfers: moment.transfers, hash: moment.hash, names: ['alice', 'before'] }]);
  const again = await admin('restore-to', '--time', time);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('move it away first') });

  // Of the new timeline, one is taken immediately.
  site = await startSiteProcess(environment);
  await until('a base backup of the new timeline', () => {
    const [newest] = listBaseBackups(recovery());
    return newest !== undefined && newest.timeline > 1 && listBaseBackups(recovery()).length === 2;
  });
  await play(await register('newcomer'));
  await until('all bets are settled', noPending);
  const [later] = await rows<Moment>(momentSql);
  await archiveAll();
  await lose();
  // As if it had been lost with the database.
  rmSync(join(data.dataDir, 'postgres-password'));
  const latest = await admin('restore-to', '--latest');
  expect(latest.code, latest.output).toBe(0);
  expect(latest.output).toContain('The audit is clean.');
  expect(await rows(momentSql)).toMatchObject([{ hash: later?.hash }]);

  // With one base backup retained, the archive has only what that needs.
  environment = { ...environment, BASE_BACKUPS: '1' };
  expect((await admin('base-backup')).output).toContain('2 older base backups');
  expect(listBaseBackups(recovery()).map(({ timeline }) => timeline)).toEqual([3]);
  const [only] = listBaseBackups(recovery());
  const older = readdirSync(join(recovery(), 'wal')).filter(
    (name) => /^[0-9A-F]{24}\./.test(name) && name.slice(8, 24) < (only?.firstSegment.slice(8) ?? ''),
  );
  expect(older).toEqual([]);
}, 300_000);
