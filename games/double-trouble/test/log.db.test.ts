/** Double Trouble's draws as the public log finds them. */
import { databaseForEach } from '@fairground/server/test/for-tests';
import { beforeEach, expect, it } from 'vitest';
import { loggedDraws } from '../server/log.ts';
import { drawNow, openDoubleTroubleTable, type DoubleTroubleTable } from './table.ts';

let table: DoubleTroubleTable;
const test = databaseForEach();
beforeEach(async () => {
  table = await openDoubleTroubleTable(test.database);
});

it('begin after the last one that is over, since an open draw may move to an earlier slot', async () => {
  const { query } = test.database;
  await table.step();
  expect(await loggedDraws.lastOver(query)).toBe(0n);
  await drawNow(test.database, table);
  const [drawn, open] = await loggedDraws.read(query, { after: 0n, maxRows: 10 });
  expect([drawn?.isSettled, open?.isSettled]).toEqual([true, false]);
  expect(await loggedDraws.lastOver(query)).toBe(drawn?.key);
});
