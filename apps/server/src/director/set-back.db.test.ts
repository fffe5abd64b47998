/**
 * F31: no process uses a database whose epoch is lower than one it has seen. A standby can be such a database: it was
 * promoted, and no commit had waited for it.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDirector, type Director } from './director.ts';
import { createLogger } from '../platform/logger.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { createControlledClock, type ControlledClock } from '../../test/controlled-clock.ts';
import { patientLimits } from '../../test/harness.ts';
import { queryAsOwner } from '../../test/query-as-owner.ts';
import { databaseForEach } from '../../test/for-tests.ts';

const test = databaseForEach({ connections: 2 });
let time: ControlledClock;
let processes: { database: Database; director: Director; lines: string[] }[];

beforeEach(async () => {
  time = await createControlledClock(test.address);
  processes = [];
  for (const holder of ['first', 'second']) {
    const lines: string[] = [];
    const { address } = test;
    const database = openDatabase({ address, connections: 2, ...patientLimits, onError: () => undefined });
    const log = createLogger('fatal', { write: (line: string) => lines.push(line) });
    const engines = [{ name: 'idle', step: async () => 1_000 }];
    const director = startDirector({
      database,
      clock: time.clock,
      log,
      holder,
      engines,
      isPaused: () => false,
    });
    processes.push({ database, director, lines });
    await time.advance(2_000);
  }
});
afterEach(async () => {
  const stopping = Promise.all(processes.map(({ director }) => director.stop()));
  await time.advance(1_000);
  await stopping;
  await Promise.all(processes.map(({ database }) => database.close()));
  await time.close();
});

const epochs = () => test.rows<{ epoch: bigint }>('SELECT epoch FROM director_lease');
const areLeading = () => processes.map(({ director }) => director.isLeading());

it('is refused by the leader and by the others, which say once what to do, and nobody takes its lease', async () => {
  expect(areLeading()).toEqual([true, false]);
  const [{ epoch } = { epoch: 0n }] = await epochs();
  await queryAsOwner(test.database, 'UPDATE director_lease SET epoch = epoch - 1, holder = NULL', []);
  await time.advance(5_000);
  expect(areLeading()).toEqual([false, false]);
  expect(await epochs()).toEqual([{ epoch: epoch - 1n }]);
  for (const { database, lines } of processes) {
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`from epoch ${epoch} of the director to ${epoch - 1n}`);
    expect(lines[0]).toContain('fairness restart');
    await expect(database.query({ text: 'SELECT 1', values: [] })).rejects.toThrow('went back in time');
    expect(await database.isWritable()).toBe(false);
  }
});

it('is used on if it has the newest epoch', async () => {
  await queryAsOwner(test.database, 'UPDATE director_lease SET epoch = epoch + 1, holder = NULL', []);
  await time.advance(5_000);
  expect(areLeading().filter(Boolean)).toHaveLength(1);
  expect(processes.flatMap(({ lines }) => lines)).toEqual([]);
});
