/** Starts one embedded PostgreSQL for the whole test run, with a migrated template to copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase, type DatabaseAddress } from '../src/platform/database.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLogger } from '../src/platform/logger.ts';
import { migrate } from '../src/platform/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseAddress: DatabaseAddress;
  }
}

/** No test of these lanes is about what a power cut leaves; those that kill a database start one of their own. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('warn'), settings });
  const client = new pg.Client({ ...server.address, database: 'postgres' });
  await client.connect();
  await client.query('CREATE DATABASE fairground_template');
  await client.end();
  const template = openDatabase({
    address: { ...server.address, database: 'fairground_template' },
    connections: 1,
    onError: () => undefined,
  });
  await migrate(template.kysely);
  await template.close();
  project.provide('databaseAddress', { ...server.address });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
