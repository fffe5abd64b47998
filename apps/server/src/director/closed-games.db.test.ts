/** F24: a game whose engine fails accepts no stakes on any process and is named by the health check; other games continue. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestSite, type TimedSite } from '../../test/test-site.ts';

let site: TimedSite;

beforeEach(async () => {
  site = await startTestSite({ clock: 'moved', env: { SIGNUP_COINS: '1000000' } });
});
afterEach(() => site.close());

it('stays closed until the leader can run it again', async () => {
  const { token } = await site.register('alice');
  const ticket = () => site.call('POST', '/lottery/create', token, { numbers: [1, 2, 3, 4, 5, 6], bid: 10 });
  const ready = async () => (await site.call('GET', '/health/ready', '')).body;
  const closed = async () => (await site.call('GET', '/games/closed', '')).body;
  await site.time.advance(1_000);
  expect((await ticket()).status).toBe(201);
  expect(await closed()).toEqual({ games: [] });
  // The state that the leader of another process leaves; the leader of this site opens at its start what it can run.
  await site.rows(`INSERT INTO closed_game (game) VALUES ('lottery')`);
  await site.time.advance(1_500);
  expect(await ticket()).toMatchObject({ status: 409, body: { code: 'game_closed' } });
  expect(await ready()).toMatchObject({ closedGames: ['lottery'] });
  expect(await closed()).toEqual({ games: ['lottery'] });
  expect((await site.call('POST', '/aviator/create', token, { amount: 10 })).status).toBe(201);
  await site.rows(`DELETE FROM closed_game`);
  await site.time.advance(1_500);
  expect((await ticket()).status).toBe(201);
  expect(await ready()).toMatchObject({ closedGames: [] });
});
