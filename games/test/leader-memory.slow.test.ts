/**
 * A16: the process that leads and its database hold no result before its time, whoever reads them. At the
 * level `beacon` that is the time of the beacon's value, also once the bets are sealed; at the level `bettors`
 * the last bet. The seed itself may be in the memory of the process, which has the key that opens it; the
 * database has it sealed alone.
 */
import { createHmac, hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localBeaconValue } from '@fairground/fairness/local-beacon';
import { noBeacon, sealedKey } from '@fairground/fairness/sealed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeedBook } from '../../apps/server/src/fairness/player-seeds/service.ts';
import { seedOfLink } from '../../apps/server/src/fairness/chains/seed-chain.ts';
import { openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { systemEntropy } from '../../apps/server/src/platform/entropy.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { readSealKey, type Seal } from '../../apps/server/src/platform/secrets/seal.ts';
import { startLocalBeacon, type LocalBeacon } from '../../apps/server/test/local-beacon.ts';
import { PlayerClient, until } from '../../apps/server/test/player-client.ts';
import { findSecrets, hasMemoryFiles, readMemory } from '../../apps/server/test/process-memory.ts';
import { addDatabase, urlOf } from '../../apps/server/test/shared-postgres.ts';
import { makeDataDir, startSiteProcess, type RunningSite } from '../../apps/server/test/site-process.ts';
import { sealOf } from '../../apps/server/test/test-staff.ts';
import { sealContext } from '../lottery/server/seal.ts';
import { sealedGames as games, type SealedGame, type SealedRound } from './sealed-games.ts';

/** Enough for several rounds, on a machine that is too busy to read the memory within one. */
const waitMs = 600_000;

let server: EmbeddedPostgres;
let folder: Awaited<ReturnType<typeof makeDataDir>>;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let beacon: LocalBeacon;
let database: Database;
let site: RunningSite;
let seal: Seal;
/** Who bets, and who bets last. */
let first: PlayerClient;
let last: PlayerClient;

beforeAll(async () => {
  folder = await makeDataDir();
  server = await startEmbeddedPostgres({ dataDir: folder.dataDir, log: createLogger('warn') });
  beacon = await startLocalBeacon({ nowMs: Date.now });
  // Time to look at what waits for a value.
  beacon.behave({ lateMs: 15_000 });
});
afterAll(async () => {
  await beacon.stop();
  await server.stop();
  await folder.remove();
});

const start = async (env: Record<string, string>) => {
  const address = await addDatabase(server.address, { isEmpty: true });
  database = openDatabase({ address, connections: 3, onError: () => undefined });
  data = await makeDataDir();
  site = await startSiteProcess({
    DATABASE_URL: urlOf(address),
    DATA_DIR: data.dataDir,
    // Long enough for a busy machine to read all memory while a round is open.
    AVIATOR_COUNTDOWN_MS: '30000',
    DOUBLE_TROUBLE_INTERVAL_MS: '30000',
    LOTTERY_DRAW_CRON: '*/30 * * * * *',
    LOTTERY_CLOSE_MS: '8000',
    ...env,
  });
  seal = await sealOf(data.dataDir);
  [first, last] = [new PlayerClient(site.url, 'first'), new PlayerClient(site.url, 'last')];
  await first.register();
  await last.register();
};
const stop = async () => {
  await site.end('SIGTERM');
  await database.close();
  await data.remove();
};

const newest = async ({ rounds }: SealedGame): Promise<SealedRound | undefined> =>
  (await database.query<SealedRound>({ text: `${rounds} LIMIT 1`, values: [] }))[0];
const roundOf = async (game: SealedGame, { id }: SealedRound): Promise<SealedRound> =>
  (
    await database.query<SealedRound>({
      text: `SELECT * FROM (${game.rounds}) r WHERE id = $1`,
      values: [id],
    })
  )[0] ?? expect.fail('a round is gone');

/** Whether the bet was accepted: between two rounds none is. */
const place = async ({ place: bet }: SealedGame, player: PlayerClient): Promise<boolean> => {
  const { path, body } = bet(player.username);
  return (await player.call('POST', path, body)).status === 201;
};

const seedOf = async ({ chain_id: chainId, link, sealed, commitment }: SealedRound): Promise<Buffer> => {
  const seed = sealed
    ? seal.open(sealed, sealContext(commitment))
    : await seedOfLink({ database, seal }, chainId ?? 0n, link ?? 0);
  expect(hash('sha256', seed, 'buffer')).toEqual(commitment);
  return seed;
};

const hmacOf = (key: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha256', key).update(message).digest();

/** What the result of a sealed round is computed by, and would be found as. */
const resultOf = async ({ algorithm }: SealedGame, round: SealedRound) => {
  const { label, beacon_round: beaconRound, root } = round;
  const value = beaconRound === null ? undefined : localBeaconValue(beaconRound);
  const randomness = value ? Buffer.from(value.randomness, 'hex') : noBeacon;
  const betsRoot = root ?? expect.fail('the bets are not sealed');
  const seed = await seedOf(round);
  const mixed = Buffer.concat([Buffer.from(`${algorithm}\0${label}\0`), betsRoot, randomness]);
  const mix = hash('sha256', mixed, 'buffer');
  const key = hmacOf(seed, mix);
  expect(key).toEqual(Buffer.from(sealedKey({ algorithm, id: label, seed, betsRoot, beacon: randomness })));
  return {
    mix,
    key,
    block: hmacOf(key, Buffer.from(`${algorithm}|${label}\0\0\0\0\0`)),
    ...(value ? { randomness, signature: Buffer.from(value.signature, 'hex') } : {}),
  };
};

/** Every row of every table as a text, and what the server runs. */
const readRows = async (): Promise<Buffer[]> => {
  const tables = await database.query<{ name: string }>({
    text: `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'
      UNION ALL SELECT 'pg_stat_activity'`,
    values: [],
  });
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ text: string }>({
      text: `SELECT t::text AS text FROM ${name} t`,
      values: [],
    });
    texts.push(...rows.map(({ text }) => text));
  }
  return [Buffer.from(texts.join('\n'))];
};

/** The server's files, the write-ahead log with them. */
const readFiles = async (): Promise<Buffer[]> => {
  await database.query({ text: 'CHECKPOINT', values: [] });
  const found = await readdir(folder.dataDir, { recursive: true, withFileTypes: true });
  const names = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // One that is gone meanwhile was a temporary one.
  return (await Promise.all(names.map((name) => readFile(name).catch(() => Buffer.alloc(0))))).filter(
    ({ length }) => length > 0,
  );
};

/** Seeds of the round, of those after it, and of the player, none of which has been published. */
const unpublishedSeeds = async (round: SealedRound): Promise<Record<string, Buffer>> => {
  const seeds: Record<string, Buffer> = { 'the seed': await seedOf(round) };
  const { chain_id: chainId, link } = round;
  if (chainId !== null && link !== null) {
    const [chain] = await database.query<{ links: number }>({
      text: 'SELECT links FROM fairness_chain WHERE id = $1',
      values: [chainId],
    });
    // The last one gives all of the others.
    for (const at of [link + 1, link + 2, chain?.links ?? expect.fail('there is no chain')])
      seeds[`seed ${at}`] = await seedOfLink({ database, seal }, chainId, at);
  }
  const book = createSeedBook({ entropy: systemEntropy, seal });
  const own = await database.query<Parameters<typeof book.openSeed>[0] & { id: bigint }>({
    text: `SELECT id, player_id, commitment, sealed FROM player_seed WHERE state <> 'revealed'`,
    values: [],
  });
  for (const row of own) seeds[`seed of a player, ${row.id}`] = Buffer.from(book.openSeed(row));
  return seeds;
};

const readLeader = async (): Promise<Buffer[]> =>
  hasMemoryFiles ? [await readMemory(site.child.pid ?? expect.fail('the site does not run'))] : [];

/** What is read at a moment is searched later, when the results are known and no round waits for it. */
const readAll = async () => ({ memory: await readLeader(), rows: await readRows() });

/** Whether the beacon's round that the game's round waits for has a value. */
const isValueKnown = async ({ beacon_round: round }: SealedRound): Promise<boolean> =>
  (await database.query({ text: 'SELECT FROM beacon_value WHERE round = $1', values: [round] })).length > 0;

/** A round as it was while it could be bet on: its last bet came after the reading. */
const readOpenRound = async (game: SealedGame) => {
  for (;;) {
    await until(`${game.name} takes a bet`, () => place(game, first));
    const round = (await newest(game)) ?? expect.fail('there is no round');
    const found = await readAll();
    // On a machine that took longer than the countdown: another round.
    const isLast = (await roundOf(game, round)).is_open && (await place(game, last));
    if (isLast && (await newest(game))?.id === round.id) return { ...found, round };
  }
};

/** Has no root where it is void because the process, on a busy machine, would have sealed it too late. */
const untilSealedOrVoid = async (game: SealedGame, round: SealedRound): Promise<SealedRound> => {
  let now = round;
  await until(`${game.name} is sealed or void`, async () => {
    now = await roundOf(game, round);
    return now.root !== null || !now.is_pending;
  });
  return now;
};

const readWaitingRound = async (game: SealedGame) => {
  for (;;) {
    const open = await readOpenRound(game);
    const round = await untilSealedOrVoid(game, open.round);
    if (round.root === null) continue;
    const waiting = { ...(await readAll()), files: await readFiles() };
    if ((await isValueKnown(round)) || !(await roundOf(game, round)).is_pending) continue;
    await until('the value is known, or the round void', async () => {
      return (await isValueKnown(round)) || !(await roundOf(game, round)).is_pending;
    });
    if (await isValueKnown(round)) return { round, open, waiting, afterwards: await readAll() };
  }
};

const expectNone = (parts: readonly Buffer[], secrets: Record<string, Uint8Array>) => {
  if (parts.length > 0) expect(findSecrets(parts, secrets)).toEqual([]);
};
/** Proves that the search finds what is there. */
const expectFound = (parts: readonly Buffer[], secrets: Record<string, Uint8Array>) => {
  if (parts.length > 0) expect(findSecrets(parts, secrets)).toEqual(Object.keys(secrets));
};
const readSeedKey = async () =>
  (await readSealKey(join(data.dataDir, 'seed.key'))) ?? expect.fail('there is no seed key');

describe('A16: at the level beacon', () => {
  let readings: Map<SealedGame, Awaited<ReturnType<typeof readWaitingRound>>>;

  beforeAll(async () => {
    await start(beacon.env);
    readings = new Map(
      await Promise.all(games.map(async (game) => [game, await readWaitingRound(game)] as const)),
    );
  }, waitMs);
  afterAll(stop);

  it.each(games)(
    'no result of $name is known while it is open, nor sealed before the value',
    async (game) => {
      const { round, open, waiting, afterwards } = readings.get(game) ?? expect.fail('nothing was read');
      readings.delete(game);
      const { commitment, root } = round;
      const result = await resultOf(game, round);
      for (const parts of [open.memory, open.rows, waiting.memory, waiting.rows, waiting.files])
        expectNone(parts, result);
      const seeds = await unpublishedSeeds(round);
      for (const parts of [open.rows, waiting.rows, waiting.files]) {
        expectFound(parts, { commitment });
        expectNone(parts, seeds);
      }
      for (const parts of [waiting.rows, waiting.files])
        expectFound(parts, { root: root ?? expect.fail('the bets are not sealed') });
      for (const parts of [open.memory, waiting.memory]) expectFound(parts, { seedKey: await readSeedKey() });
      const { randomness = expect.fail('no beacon is used') } = result;
      for (const parts of [afterwards.memory, afterwards.rows]) expectFound(parts, { randomness });
    },
  );
});

describe('A16: at the level bettors', () => {
  let readings: Map<SealedGame, Awaited<ReturnType<typeof readOpenRound>> & { sealed: SealedRound }>;

  beforeAll(async () => {
    await start({});
    readings = new Map(
      await Promise.all(
        games.map(async (game) => {
          const open = await readOpenRound(game);
          return [game, { ...open, sealed: await untilSealedOrVoid(game, open.round) }] as const;
        }),
      ),
    );
  }, waitMs);
  afterAll(stop);

  it.each(games)('no result of $name is known before the last bet', async (game) => {
    const { memory, rows, sealed } = readings.get(game) ?? expect.fail('nothing was read');
    const result = await resultOf(game, sealed);
    for (const parts of [memory, rows]) expectNone(parts, result);
    expectFound(rows, { commitment: sealed.commitment });
    expectFound(memory, { seedKey: await readSeedKey() });
  });
});
