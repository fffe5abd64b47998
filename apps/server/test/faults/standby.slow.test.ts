/** Boards and rounds that are over are read from a standby, which is never far behind, and whose faults nobody notices. */
import type { GameRounds } from '@fairground/game-kit/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renewLease, takeLease } from '../../src/director/lease.ts';
import { createRoundsService } from '../../src/pages/rounds/service.ts';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { maxLagMs } from '../../src/platform/database/standby.ts';
import { createLeaderboardService } from '../../src/players/leaderboard/service.ts';
import { addPlayer } from '../harness.ts';
import { until } from '../player-client.ts';
import { startPostgresPair, type PostgresPair } from '../postgres-pair.ts';
import { freezeServer } from '../server-processes.ts';

let pair: PostgresPair;
let database: Database;
let renewing: NodeJS.Timeout;

beforeAll(async () => {
  pair = await startPostgresPair();
  const connectionString = pair.url;
  // Of a slow machine: a search for the primary waits for all servers.
  database = openDatabase({
    address: { connectionString },
    connectWithinMs: 15_000,
    onError: () => undefined,
  });
  await migrate(database);
  await database.query({ text: 'CREATE TABLE mark (n integer)', values: [] });
  const lease = await takeLease(database, 'leader');
  renewing = setInterval(() => void renewLease(database, lease?.epoch ?? 0n).catch(() => undefined), 200);
});
afterAll(async () => {
  clearInterval(renewing);
  await database?.close();
  await pair?.close();
});

interface Seen {
  isStandby: boolean;
  folder: string;
  marks: number;
}

const look = async (query: Database['query']): Promise<Seen> => {
  const [seen] = await query<Seen>({
    text: `SELECT pg_is_in_recovery() AS "isStandby", current_setting('data_directory') AS folder,
      (SELECT count(*)::integer FROM mark) AS marks`,
    values: [],
  });
  if (!seen) throw new Error('nothing was read');
  return seen;
};
const read = () => database.readBehind(look);
const untilFrom = (what: string, fits: (seen: Seen) => boolean) =>
  until(`reads come from ${what}`, async () => fits(await read()));
const untilFromStandby = () => untilFrom('the standby', ({ isStandby }) => isStandby);
const mark = { text: 'INSERT INTO mark VALUES (1)', values: [] };

/** Which servers answer `read`, in their order, at a time when the standby is recent enough to be asked. */
const serversAsked = async (read: (database: Database) => Promise<unknown>): Promise<string[]> => {
  let asked: string[] = [];
  const readBehind: Database['readBehind'] = (work, isEnough) =>
    database.readBehind(async (query) => {
      asked.push((await look(query)).isStandby ? 'standby' : 'primary');
      return work(query);
    }, isEnough);
  await until('the standby is asked', async () => {
    asked = [];
    await read({ ...database, readBehind });
    return asked[0] === 'standby';
  });
  return asked;
};

it('reads a board from the standby, but for a player who is on it', async () => {
  const viewer = await addPlayer(database, 'viewer', 1_000);
  const board = { window: 'all', limit: 10, offset: 0, players: 'people' } as const;
  const readFor = (playerId: bigint) => async (used: Database) =>
    expect(
      await createLeaderboardService({ database: used, games: [] }).readBoard(board, playerId),
    ).toMatchObject({ value: [{ id: String(viewer) }] });
  await until('the standby has the player', async () => {
    const [row] = await pair.standby.query<{ n: number }>('SELECT count(*)::integer AS n FROM player');
    return row?.n === 1;
  });
  expect(await serversAsked(readFor(0n))).toEqual(['standby']);
  expect(await serversAsked(readFor(viewer))).toEqual(['standby', 'primary']);
});

it('asks the primary for a round that the standby does not have, and for what the standby refuses', async () => {
  const find = async (id: string, query: Database['query']) =>
    (await look(query)).isStandby ? undefined : { id, endedAt: new Date(0), texts: {}, round: {}, proof: {} };
  const game = { game: 'meadow', find } as unknown as GameRounds;
  const asked = await serversAsked(async (used) =>
    expect(await createRoundsService([game], used).find('meadow', '7')).toMatchObject({ id: '7' }),
  );
  expect(asked).toEqual(['standby', 'primary']);

  await untilFromStandby();
  const before = await look(database.query);
  await database.readBehind((query) => query(mark));
  expect((await look(database.query)).marks).toBe(before.marks + 1);
});

it(`answers nothing that is older than ${maxLagMs / 1_000} s while the standby does not replay`, async () => {
  await untilFromStandby();
  await pair.standby.query('SELECT pg_wal_replay_pause()');
  const { marks } = await look(database.query);
  await database.query(mark);
  const writtenAtMs = performance.now();
  let lastOldMs = 0;
  await until('reads show what was written', async () => {
    const startedAtMs = performance.now();
    if ((await read()).marks > marks) return true;
    lastOldMs = startedAtMs - writtenAtMs;
    return false;
  });
  expect(lastOldMs).toBeLessThan(maxLagMs);
  expect(await read()).toMatchObject({ isStandby: false });
  await pair.standby.query('SELECT pg_wal_replay_resume()');
  await untilFromStandby();
});

it('fails for nobody while the standby is silent', async () => {
  await untilFromStandby();
  const thaw = freezeServer(pair.standby.dataDir);
  const answers = await Promise.all(Array.from({ length: 20 }, read));
  expect(answers.map(({ isStandby }) => isStandby)).toEqual(answers.map(() => false));
  thaw();
  await untilFromStandby();
});

it('does not use a server that was promoted beside the primary, and follows a promotion', async () => {
  await untilFromStandby();
  const folders = [pair.primary, pair.standby].map(({ dataDir }) => `${dataDir}/postgres`);
  await pair.promote();
  await untilFrom('the primary', ({ isStandby, folder }) => !isStandby && folder === folders[0]);
  await pair.primary.kill();
  await until('reads come from the promoted server', () =>
    read().then(
      ({ folder }) => folder === folders[1],
      () => false,
    ),
  );
  await pair.exchange();
  await untilFrom('the new standby', ({ isStandby, folder }) => isStandby && folder === folders[0]);
});

it('fails for nobody when the standby dies', async () => {
  await untilFromStandby();
  const reads = Array.from({ length: 20 }, read);
  await pair.standby.kill();
  await Promise.all([...reads, ...Array.from({ length: 20 }, read)]);
  expect(await read()).toMatchObject({ isStandby: false });
});
