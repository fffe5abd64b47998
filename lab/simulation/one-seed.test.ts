/** F21: a seed decides everything that happens, so that a failure can be replayed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSharedPostgres, type SharedPostgres } from '../../apps/server/test/shared-postgres.ts';
import { playSeed } from './play-seed.ts';

/** A server for this alone: what awaits the end of older transactions sees those of all databases of a server. */
let postgres: SharedPostgres;
beforeAll(async () => {
  postgres = await startSharedPostgres();
}, 60_000);
afterAll(() => postgres?.stop());

it('F21: replays the same history from a seed', async () => {
  const server = postgres.address;
  const one = await playSeed(7, { server });
  expect(one.wins).toBeGreaterThan(10);
  expect(await playSeed(7, { server })).toEqual(one);
}, 120_000);
