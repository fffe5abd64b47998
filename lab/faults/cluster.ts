/**
 * Several processes of the site over one PostgreSQL and one Valkey, as operators run them, each of which can be killed,
 * frozen, stopped or restarted while players use the others.
 */
import { join } from 'node:path';
import pg from 'pg';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';
import { startTestSite } from '../../apps/server/test/test-site.ts';
import { createValkeyServer, type ValkeyServer } from '../../apps/server/test/valkey-server.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';

export interface Member {
  name: string;
  port: number;
  url: string;
  site: RunningSite;
}

export interface Health {
  director: boolean;
  messages: 'ok' | 'away';
}

export interface Cluster {
  readonly members: readonly Member[];
  valkey: ValkeyServer;
  postgres: {
    /** A fast shutdown: connections are cut, and what they had not committed is rolled back. */
    stop(): Promise<void>;
    start(): Promise<void>;
  };
  /** Undefined where the process is not ready or does not answer within a second. */
  health(member: Member): Promise<Health | undefined>;
  findDirector(): Promise<Member | undefined>;
  requireDirector(): Promise<Member>;
  /**
   * Starts the process again, on the port that it had, as another program if one is named; resolves when it is ready.
   */
  restart(member: Member, program?: string): Promise<void>;
  /** Stops processes, the last first, until this many are left. */
  shrinkTo(count: number): Promise<void>;
  /** One statement as the owner of the tables, on a connection of its own: the others break when the server stops. */
  asOwner<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  address: DatabaseAddress;
  /** Runs the auditor on the database and on the stakes that players were acknowledged. */
  audit(acknowledgements: string): Promise<{ code: number; output: string }>;
  dataDir: string;
  close(): Promise<void>;
}

export interface ClusterOptions {
  processes: number;
  env: Record<string, string>;
  /** Decides the results of the first rounds, so that no flight is much longer than a test wants to wait. */
  chains?: { entropySeed: string; links: number };
  /** The file that is run, without chains: it migrates and creates them itself. */
  program?: string;
  /** Settings of PostgreSQL that differ from those of a site. */
  settings?: Record<string, string>;
}

export const createCluster = async ({
  processes,
  env,
  chains,
  program,
  settings = {},
}: ClusterOptions): Promise<Cluster> => {
  const { dataDir, remove } = await makeDataDir();
  const log = createLogger('silent');
  let server = await startEmbeddedPostgres({ dataDir, log, settings });
  const { address } = server;
  const valkey = await createValkeyServer();
  valkey.start();
  const environment = {
    ...env,
    DATA_DIR: dataDir,
    SEED_KEY_FILE: join(dataDir, 'seed.key'),
    PAGES_DIR: join(dataDir, 'pages'),
    VALKEY_URL: valkey.url,
    LOG_LEVEL: 'info',
  };
  const members: Member[] = [];

  const start = (name: string, port: number, file = program): Promise<RunningSite> =>
    startSiteProcess(
      {
        ...environment,
        PORT: String(port),
        // Names the process in the database: see engine-writes.ts.
        DATABASE_URL: `${urlOf(address)}&application_name=${name}`,
      },
      file,
    );

  const health = async ({ url }: Member): Promise<Health | undefined> => {
    try {
      const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(1_000) });
      return answer.ok ? ((await answer.json()) as Health) : undefined;
    } catch {
      return undefined;
    }
  };

  const findDirector = async (): Promise<Member | undefined> => {
    const answers = await Promise.all(members.map(health));
    return members.find((_member, index) => answers[index]?.director === true);
  };

  const close = addCleanup(async () => {
    await Promise.all(members.map(({ site }) => site.end('SIGKILL')));
    valkey.remove();
    await server.stop();
    await remove();
  });

  try {
    if (chains) await createChains(address, { ...env, SEED_KEY_FILE: environment.SEED_KEY_FILE }, chains);
    for (let index = 1; index <= processes; index++) {
      const name = `process-${index}`;
      const port = await findFreePort();
      members.push({ name, port, url: `http://127.0.0.1:${port}`, site: await start(name, port) });
    }
  } catch (error) {
    await close();
    throw error;
  }

  return {
    members,
    valkey,
    dataDir,
    address,
    postgres: {
      stop: () => server.stop(),
      async start() {
        server = await startEmbeddedPostgres({ dataDir, log, settings });
      },
    },
    health,
    findDirector,
    async requireDirector() {
      let director: Member | undefined;
      await until('a process leads', async () => (director = await findDirector()) !== undefined, 60_000);
      if (director === undefined) throw new Error('no process leads');
      return director;
    },
    async restart(member, file) {
      member.site = await start(member.name, member.port, file);
    },
    async shrinkTo(count) {
      for (const { site } of members.splice(count)) await site.end('SIGTERM');
    },
    async asOwner<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
      const client = new pg.Client(address);
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    audit: (acknowledgements) =>
      runAudit({ ...environment, DATABASE_URL: urlOf(address) }, '--acks', acknowledgements),
    close,
  };
};

/**
 * Migrates the database and creates the seed chains from known entropy. The processes draw their own for everything
 * else: with the same for all of them, they would create the same tokens.
 */
export const createChains = async (
  address: DatabaseAddress,
  env: Record<string, string>,
  { entropySeed, links }: NonNullable<ClusterOptions['chains']>,
): Promise<void> => {
  const database = openDatabase({ address, connections: 2, onError: () => undefined });
  const site = await startTestSite({
    env,
    entropy: seededEntropy(entropySeed),
    chainLinks: links,
    test: { database, address },
  });
  await site.close();
  await database.close();
};

/** Polls until every process that answers reports that state of the message server. */
export const untilMessages = (cluster: Cluster, state: Health['messages']): Promise<void> =>
  until(
    `the message server is ${state} for every process`,
    async () => {
      const answers = await Promise.all(cluster.members.map(cluster.health));
      return answers.every((answer) => answer?.messages === state);
    },
    60_000,
  );

/** Polls until every process is ready. */
export const untilReady = (cluster: Cluster): Promise<void> =>
  until(
    'every process is ready',
    async () =>
      (await Promise.all(cluster.members.map(cluster.health))).every((answer) => answer !== undefined),
    60_000,
  );
