/** `npm run admin -- move`: moves a site from its embedded database to a PostgreSQL server. */
import { join } from 'node:path';
import type { User } from '@fairground/contract/user';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runAdmin } from './run.ts';
import type { DatabaseAddress } from '../../platform/database/connection.ts';
import { PlayerClient } from '../../../test/player-client.ts';
import { addDatabase, dropDatabase, urlOf } from '../../../test/shared-postgres.ts';
import {
  browserSite,
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../../test/site-process.ts';

const databases: DatabaseAddress[] = [];
let data: Awaited<ReturnType<typeof makeDataDir>>;
let site: RunningSite | undefined;

/** The connection string of a new, empty database. */
const emptyDatabase = async (): Promise<string> => {
  const address = await addDatabase(inject('databaseAddress'), { isEmpty: true });
  databases.push(address);
  return urlOf(address);
};

beforeAll(async () => {
  data = await makeDataDir();
});
afterAll(async () => {
  await site?.end('SIGTERM');
  for (const address of databases) await dropDatabase(address);
  await data?.remove();
});

const quiet = {
  AVIATOR_COUNTDOWN_MS: '600000',
  DOUBLE_TROUBLE_INTERVAL_MS: '600000',
  DOUBLE_TROUBLE_CLOSE_MS: '0',
  LOG_LEVEL: 'info',
};

const admin = async (...words: string[]) => {
  const lines: string[] = [];
  const code = await runAdmin(words, { DATA_DIR: data.dataDir }, (line) => lines.push(line));
  const text = lines.join('\n');
  return { code, text, hash: /ledger is ([0-9a-f]{64})/.exec(text)?.[1] };
};

it('F19: moves every row of every table, and the site continues with its sessions, bets and seeds', async () => {
  const target = await emptyDatabase();
  site = await startSiteProcess({ DATA_DIR: data.dataDir, ...quiet }, browserSite);
  const player = new PlayerClient(site.url, 'mover');
  await player.register();
  const placed = await player.call<{ bet: object }>('POST', '/aviator/create', { amount: 100 }, 'the-bet');
  expect(placed.status).toBe(201);
  const draw = { drawType: 'Under', amount: 50 };
  expect((await player.call('POST', '/doubleTrouble/create', draw)).status).toBe(201);
  const field = await player.call<{ id: string }>('POST', '/mineField/create', {
    difficulty: 'Easy',
    bidAmount: 100,
  });
  expect(field.status).toBe(201);
  const seeds = await player.call<{ commitment: string }>('GET', '/fairness/seeds');
  const me = await player.call<User>('GET', '/user/me');

  const early = await admin('move', '--to', target);
  expect(early).toMatchObject({ code: 2 });
  expect(early.text).toContain('The site is running');

  await site.end('SIGTERM');
  const before = await admin('backup', join(data.dataDir, 'before.backup'));
  const moved = await admin('move', '--to', target);
  expect(moved, moved.text).toMatchObject({ code: 0, hash: before.hash });
  expect(moved.text).toContain('The audit is clean.');
  const again = await admin('move', '--to', target);
  expect(again).toMatchObject({ code: 1 });
  expect(again.text).toContain('not empty');

  const environment = { DATA_DIR: data.dataDir, DATABASE_URL: target, ...quiet };
  site = await startSiteProcess(environment, browserSite);
  const back = new PlayerClient(site.url, 'mover');
  back.token = player.token;
  expect((await back.call<User>('GET', '/user/me')).body).toEqual(me.body);
  // A repeated key returns the first outcome from the other server.
  const repeat = await back.call<{ bet: object }>('POST', '/aviator/create', { amount: 100 }, 'the-bet');
  expect({ status: repeat.status, bet: repeat.body.bet }).toEqual({ status: 201, bet: placed.body.bet });
  // The seeds are opened with the key, which was not moved.
  expect((await back.call('GET', '/fairness/seeds')).body).toEqual(seeds.body);
  const given = await back.call('POST', '/mineField/update', { id: field.body.id, gemsFound: 0 });
  expect(given.status).toBe(200);
  const rotated = await back.call<{ previous: { commitment: string } }>('POST', '/fairness/seeds/rotate', {
    clientSeed: 'moved_here',
  });
  expect(rotated, JSON.stringify(rotated.body)).toMatchObject({ status: 200 });
  expect(rotated.body.previous.commitment).toBe(seeds.body.commitment);
  await site.end('SIGTERM');
  site = undefined;
  const report = await runAudit(environment);
  expect(report, report.output).toMatchObject({ code: 0 });
}, 240_000);

it('requires a target', async () => {
  const nowhere = await makeDataDir();
  const lines: string[] = [];
  const code = await runAdmin(['move'], { DATA_DIR: nowhere.dataDir }, (line) => lines.push(line));
  await nowhere.remove();
  expect(code).toBe(2);
  expect(lines.join()).toContain('--to is missing');
});

it.each([
  ['postgres://fair:secret@127.0.0.1:1/fair', 1, /^The database cannot be reached, .*127\.0\.0\.1:1/],
  ['nonsense', 1, /^--to is not an address: it must be .*postgres:\/\//],
])('reports in one line, without a password, why it cannot move to %s', async (to, code, line) => {
  const nowhere = await makeDataDir();
  const lines: string[] = [];
  const given = await runAdmin(['move', '--to', to], { DATA_DIR: nowhere.dataDir }, (each) =>
    lines.push(each),
  );
  await nowhere.remove();
  expect(given).toBe(code);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(lines.join()).not.toContain('secret');
});
