/**
 * A call that waits while betting closes is not placed on the round that opens next: its player may have sent it again
 * meanwhile, and been told that betting is closed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../apps/server/test/player-client.ts';
import { corrupt, queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import { startTestSite, type Answer, type TestSite } from '../../apps/server/test/test-site.ts';
import { untilRoundsAreOpen } from './open-rounds.ts';
import { betCalls, longRounds } from './sweeps.ts';

let site: TestSite;
beforeAll(async () => {
  const inHalfAnHour = (new Date().getUTCMinutes() + 30) % 60;
  site = await startTestSite({ env: { ...longRounds, LOTTERY_DRAW_CRON: `${inHalfAnHour} * * * *` } });
  await untilRoundsAreOpen(site);
  await until('no draw is near', async () => {
    const open = await site.rows(
      `SELECT FROM double_trouble_draw WHERE state = 'open' AND closes_at > clock_timestamp() + interval '30 s'`,
    );
    return open.length > 0;
  });
});
afterAll(() => site?.close());

const tables = ['aviator_round', 'double_trouble_draw', 'lottery_draw'];
const ahead = { path: '/lottery/advance', body: { numbers: [1, 2, 3, 4, 5, 6], bid: 10, draws: 2 } };
const unnamed = [...betCalls.filter(({ hasRounds }) => hasRounds), ahead];

it('a call is placed on the round that it names, or else on one that was open when it came', async () => {
  const [draw] = await site.rows<{ id: bigint }>(
    'SELECT id FROM double_trouble_draw ORDER BY id DESC LIMIT 1',
  );
  const named = {
    path: '/doubleTrouble/create',
    body: { drawType: 'Under', amount: 10, drawId: String(draw?.id) },
  };
  const calls = await Promise.all(
    [...unnamed, named].map(async ({ path, body }) => {
      const { user, token } = await site.register(`late_${crypto.randomUUID().slice(0, 8)}`);
      return { id: user.id, send: () => site.call('POST', path, token, body, 'one') };
    }),
  );
  let waiting: Promise<Answer>[] = [];
  await site.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    const ids = calls.map(({ id }) => id);
    await query({
      text: 'SELECT FROM wallet WHERE player_id = ANY ($1::bigint[]) FOR UPDATE',
      values: [ids],
    });
    waiting = calls.map(({ send }) => send());
    await until('calls to each of them wait for their wallets', async () => {
      const found = await queryAsOwner(
        site.database,
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_callers%'`,
      );
      return found.length >= unnamed.length;
    });
    // More than their statements take to reach the database once they go on.
    await delay(2_000);
    for (const table of tables)
      await corrupt(site.database, `UPDATE ${table} SET opened_at = clock_timestamp()`);
  });
  const answers = await Promise.all(waiting);
  expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual([
    ...unnamed.map(() => [409, 'betting_closed']),
    [201, undefined],
  ]);
  const repeated = await Promise.all(calls.map(({ send }) => send()));
  expect(repeated.map(({ status, replayed }) => [status, replayed])).toEqual([
    ...unnamed.map(() => [201, false]),
    [201, true],
  ]);
});
