/** One run each of what the bets benchmark compares, with what it cost each side. */
import { join } from 'node:path';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { startSiteProcess } from '../../apps/server/test/site-process.ts';
import { anchors, countMoves, plainSchema, prepareAnchor } from './bets-anchors.ts';
import type { LoadRequest, LoadResult } from './bets-load.ts';
import { clientSeed, runPgbench, writeScript } from './bets-pgbench.ts';
import type { PlainRequest, PlainResponse } from './bets-plain-server.ts';
import { addPlayers, countBets, markAsRegulars, resetBets } from './bets-players.ts';
import type { Figures, Subject } from './lib/alternate.ts';
import { connectionString, readIndexWrites, writtenBytes, type BenchPostgres } from './lib/bench-postgres.ts';
import { startChild } from './lib/child.ts';
import { addCleanup } from './lib/cleanups.ts';
import { processTime } from './lib/processor-time.ts';
import { sized } from './lib/short.ts';

export const players = sized(100_000, 20_000);
export const stakeCoins = 10;
export const warmUpMs = sized(1_000, 200);
export const measureMs = sized(4_000, 400);
/**
 * pgbench counts whole seconds, and a busy machine may complete no transaction in one: a short run counts
 * transactions.
 */
const pgbenchWarmUp = sized({ seconds: warmUpMs / 1000 }, { transactions: 5 });
const pgbenchRun = sized({ seconds: measureMs / 1000 }, { transactions: 20 });
/** More clients than this are slower on two cores. */
export const pgbenchClients = 16;

/** Whose bets are measured. */
const aviator = {
  path: '/aviator/create',
  body: { amount: stakeCoins },
  table: 'aviator_bet',
  /** What the first bet in this game earns. */
  firstBadge: 'aviator-first',
  /** One round that stays open for all of the run. */
  env: { AVIATOR_COUNTDOWN_MS: '600000' },
};

/** What a number of bets cost. */
interface Cost {
  database: Database;
  postgres: BenchPostgres;
  /** The program between the load and the database. */
  programPid?: number;
  /** The table of the bets, where their index entries are counted. */
  table?: string;
}

/** Runs something that places bets, and adds the cost per bet to its figures. */
const measureCost = async (
  { database, postgres, programPid, table }: Cost,
  run: () => Promise<{ bets: number; figures: Figures }>,
): Promise<Figures> => {
  const read = async () => ({
    database: postgres.time(),
    program: programPid === undefined ? undefined : processTime(programPid),
    bytes: await writtenBytes(database),
    indexes: table === undefined ? undefined : await readIndexWrites(database, table),
  });
  const before = await read();
  const { bets, figures } = await run();
  const after = await read();
  const perBet = (from: number | undefined, to: number | undefined): number | undefined =>
    from === undefined || to === undefined ? undefined : (to - from) / bets;
  return {
    ...figures,
    databaseUs: perBet(before.database, after.database),
    programUs: perBet(before.program, after.program),
    logBytes: perBet(before.bytes, after.bytes),
    indexEntries:
      before.indexes &&
      after.indexes &&
      (after.indexes.entries - before.indexes.entries) / (after.indexes.rows - before.indexes.rows),
  };
};

/** Places bets over HTTP, each of another player. */
const placeOverHttp = async (
  request: LoadRequest,
): Promise<{ bets: number; figures: Figures; result: LoadResult }> => {
  const client = startChild<LoadRequest, LoadResult>('bets-load.ts');
  const before = processTime(client.pid) ?? 0;
  const result = await client.request(request, 60_000);
  const clientUs = ((processTime(client.pid) ?? 0) - before) / result.accepted;
  await client.end();
  if (result.refused > 0) {
    throw new Error(
      `${result.refused} bets were not accepted; the first response:\n${result.firstRefusal ?? ''}`,
    );
  }
  const rate = result.measured / result.seconds;
  const figures = { rate, p50Ms: result.p50Ms, p99Ms: result.p99Ms, clientUs: clientUs || undefined };
  return { bets: result.accepted, figures, result };
};

/** Bytes of the tables and indexes that grow with each bet. */
const tableBytes = async ({ query }: Database, table: string): Promise<number> => {
  const [row] = await query<{ bytes: string }>({
    text: `SELECT (pg_total_relation_size($1::regclass) + pg_total_relation_size('transfer'))::text AS bytes`,
    values: [table],
  });
  return Number(row?.bytes);
};

export interface SiteSubject {
  name: string;
  inFlight: number;
  withKeys: boolean;
  /** Open loop: bets are due at this rate. */
  ratePerSecond?: number;
}

/** A site with players, of this checkout or of another one. */
export const startSite = async (
  postgres: BenchPostgres,
  name: string,
  { checkout }: { checkout?: string } = {},
) => {
  const address = await postgres.addDatabase(name);
  const env = {
    DATA_DIR: join(postgres.folder, name),
    DATABASE_URL: connectionString(address),
    ...aviator.env,
  };
  const site = await startSiteProcess(
    env,
    ...(checkout === undefined ? [] : [join(checkout, 'apps/server/src/main.ts')]),
  );
  const stop = addCleanup(() => site.end('SIGTERM'));
  const database = postgres.open(address);
  const firstPlayer = await addPlayers(database, players);
  await markAsRegulars(database, aviator.firstBadge);
  const port = Number(new URL(site.url).port);
  return {
    database,
    address,
    firstPlayer,
    port,
    pid: site.child.pid ?? 0,
    stop,
    subject: ({ name: label, inFlight, withKeys, ratePerSecond }: SiteSubject): Subject => ({
      name: label,
      async run() {
        const { path, table } = aviator;
        // As pages send it.
        const body = { ...aviator.body, clientSeed };
        await resetBets(database);
        const timing = { ratePerSecond, warmUpMs, measureMs };
        const load = { port, inFlight, withKeys, path, body, firstPlayer, players, ...timing };
        const before = { bytes: await tableBytes(database, table), bets: await countBets(database) };
        return measureCost({ database, postgres, programPid: site.child.pid ?? 0, table }, async () => {
          const { bets, figures } = await placeOverHttp(load);
          const stored = (await countBets(database)) - before.bets;
          if (stored !== bets)
            throw new Error(`${bets} bets were accepted and ${stored} are in the database`);
          const after = await tableBytes(database, table);
          const storedBytes = (after - before.bytes) / bets;
          return { bets, figures: { ...figures, storedBytes } };
        });
      },
    }),
  };
};

export type SiteSubjects = Awaited<ReturnType<typeof startSite>>;

/** pgbench with the site's statement, one bet per transaction. */
export const statementSubject = async (
  postgres: BenchPostgres,
  program: string,
  { database, address, firstPlayer }: SiteSubjects,
): Promise<Subject> => {
  const script = join(postgres.folder, 'bet.sql');
  await writeScript(script, firstPlayer, stakeCoins);
  return {
    name: 'pgbench: the statement of a bet',
    async run() {
      const run = { program, address, script, clients: pgbenchClients, role: 'fairground_app' };
      await resetBets(database);
      await runPgbench({ ...run, length: pgbenchWarmUp });
      // Each client begins with its first player again, so every player must be able to bet.
      await resetBets(database);
      return measureCost({ database, postgres, table: aviator.table }, async () => {
        const { transactions, rate } = await runPgbench({ ...run, length: pgbenchRun });
        // A transaction that placed no bet is quicker than one that did, so every transaction must have placed one.
        const stored = await countBets(database);
        if (stored !== transactions) {
          throw new Error(`pgbench ran ${transactions} transactions, and ${stored} bets are in the database`);
        }
        return { bets: transactions, figures: { rate } };
      });
    },
  };
};

export const anchorSubjects = (postgres: BenchPostgres, program: string): Promise<Subject[]> =>
  Promise.all(
    anchors.map(async (anchor, index): Promise<Subject> => {
      const address = await postgres.addDatabase(`anchor_${index}`);
      const database = postgres.open(address);
      const script = join(postgres.folder, `anchor-${index}.sql`);
      await prepareAnchor(database, anchor, { accounts: players, file: script });
      const variables = { accounts: players };
      const run = { program, address, script, clients: pgbenchClients, variables };
      return {
        name: anchor.name,
        async run() {
          await database.query({ text: 'CHECKPOINT', values: [] });
          await runPgbench({ ...run, length: pgbenchWarmUp });
          const before = await countMoves(database, anchor);
          return measureCost({ database, postgres }, async () => {
            const { transactions, rate } = await runPgbench({ ...run, length: pgbenchRun });
            const bets = transactions * anchor.movesPerTransaction;
            const moved = (await countMoves(database, anchor)) - before;
            if (moved !== bets) throw new Error(`${anchor.name}: ${bets} movements are ${moved} rows`);
            return { bets, figures: { rate: rate * anchor.movesPerTransaction } };
          });
        },
      };
    }),
  );

export const plainSubject = async (postgres: BenchPostgres, inFlight: number): Promise<Subject> => {
  const address = await postgres.addDatabase('plain');
  const database = postgres.open(address);
  const run = (text: string) => database.query({ text, values: [] });
  await run(plainSchema.replaceAll('$accounts', String(players)));
  const server = startChild<PlainRequest, PlainResponse>('bets-plain-server.ts');
  const { port } = await server.request({ connectionString: connectionString(address) }, 10_000);
  return {
    name: 'plain Fastify and pg, BEGIN … COMMIT',
    async run() {
      for (const text of ['TRUNCATE bets', 'VACUUM ANALYZE users, transactions', 'CHECKPOINT'])
        await run(text);
      const load = {
        port,
        inFlight,
        withKeys: false,
        path: aviator.path,
        body: aviator.body,
        firstPlayer: 1,
        players,
        warmUpMs,
        measureMs,
      };
      return measureCost({ database, postgres, programPid: server.pid }, async () => {
        const { bets, figures } = await placeOverHttp(load);
        return { bets, figures };
      });
    },
  };
};
