/**
 * A call that waits while betting closes is not placed on the round that opens next: its player may have sent it again
 * meanwhile, and been told that betting is closed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitsForLock } from '../../apps/server/test/lock-waits.ts';
import { corrupt } from '../../apps/server/test/query-as-owner.ts';
import {
  startTestSite,
  type Answer,
  type TestPlayer,
  type TestSite,
} from '../../apps/server/test/test-site.ts';
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

/** The answer to a call of a player who is waited for, while the rounds that are open open anew. */
const sendBeforeOpening = async (
  { user }: TestPlayer,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> => {
  let waiting: Promise<Answer> | undefined;
  await site.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    await query({ text: 'SELECT FROM wallet WHERE player_id = $1 FOR UPDATE', values: [user.id] });
    waiting = send();
    expect(await waitsForLock(site.database, 'lock_callers', waiting)).toBe(true);
    for (const table of tables)
      await corrupt(site.database, `UPDATE ${table} SET opened_at = clock_timestamp()`);
  });
  return waiting;
};

const ahead = {
  id: 'lottery, ahead',
  path: '/lottery/advance',
  body: { numbers: [1, 2, 3, 4, 5, 6], bid: 10, draws: 2 },
};

it.each([...betCalls.filter(({ hasRounds }) => hasRounds), ahead])('$id', async ({ id, path, body }) => {
  const player = await site.register(`late_${id.replace(/\W+/g, '_')}`);
  const send = () => site.call('POST', path, player.token, body, 'one');
  expect(await sendBeforeOpening(player, send)).toMatchObject({
    status: 409,
    body: { code: 'betting_closed' },
  });
  expect(await send()).toMatchObject({ status: 201, replayed: false });
});

it('a call that names its round is placed on it, however long it waited', async () => {
  const player = await site.register('late_named');
  const [draw] = await site.rows<{ id: bigint }>('SELECT id FROM double_trouble_draw');
  const body = { drawType: 'Under', amount: 10, drawId: String(draw?.id) };
  const send = () => site.call('POST', '/doubleTrouble/create', player.token, body, 'one');
  expect(await sendBeforeOpening(player, send)).toMatchObject({ status: 201, replayed: false });
});
