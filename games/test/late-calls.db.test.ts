/**
 * A call that waits while betting closes is not placed on the round that opens next: its player may have sent it again
 * meanwhile, and been told that betting is closed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitsForLock } from '../../apps/server/test/lock-waits.ts';
import { corrupt } from '../../apps/server/test/query-as-owner.ts';
import { startTestSite, type Answer, type TestSite } from '../../apps/server/test/test-site.ts';
import { untilRoundsAreOpen } from './open-rounds.ts';
import { betCalls, longRounds } from './sweeps.ts';

let site: TestSite;
beforeAll(async () => {
  // No draw is near, whatever time it is.
  const minute = (new Date().getUTCMinutes() + 30) % 60;
  site = await startTestSite({ env: { ...longRounds, LOTTERY_DRAW_CRON: `${minute} * * * *` } });
  await untilRoundsAreOpen(site);
});
afterAll(() => site?.close());

const tables = ['aviator_round', 'double_trouble_draw', 'lottery_draw'];
const advance = {
  id: 'lottery, ahead',
  path: '/lottery/advance',
  body: { numbers: [1, 2, 3, 4, 5, 6], bid: 10, draws: 2 },
};

it.each([...betCalls.filter(({ hasRounds }) => hasRounds), advance])('$id', async ({ id, path, body }) => {
  const { user, token } = await site.register(`late_${id.replace(/\W+/g, '_')}`);
  const send = () => site.call('POST', path, token, body, 'one');
  let waiting: Promise<Answer> | undefined;
  await site.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    await query({ text: 'SELECT FROM wallet WHERE player_id = $1 FOR UPDATE', values: [user.id] });
    waiting = send();
    expect(await waitsForLock(site.database, 'lock_callers', waiting)).toBe(true);
    for (const table of tables)
      await corrupt(site.database, `UPDATE ${table} SET opened_at = clock_timestamp()`);
  });
  expect(await waiting).toMatchObject({ status: 409, body: { code: 'betting_closed' } });
  expect(await send()).toMatchObject({ status: 201, replayed: false });
});
