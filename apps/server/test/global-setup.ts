/** Starts the PostgreSQL that the test files of this run share. */
import type { TestProject } from 'vitest/node';
import { startSharedPostgres } from './shared-postgres.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startSharedPostgres();
  project.provide('databaseAddress', address);
  return stop;
}
