/** F24: a game whose engine fails takes no stakes on any process and is named in the health; others go on. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startControlledSite, type ControlledSite } from '../controlled-site.ts';

let site: ControlledSite;

beforeEach(async () => {
  site = await startControlledSite();
});
afterEach(() => site.close());

it('until the leader can run it again', async () => {
  const token = await site.player('alice');
  const ticket = () => site.call('POST', '/lottery/create', token, { numbers: [1, 2, 3, 4, 5, 6], bid: 10 });
  const ready = async () => (await site.call('GET', '/health/ready', '')).body;
  await site.time.advance(1_000);
  expect((await ticket()).status).toBe(201);
  // As the leader of another process leaves it; this site's own leader opens what it can run when it begins.
  await site.rows(`INSERT INTO closed_game (game) VALUES ('lottery')`);
  await site.time.advance(1_500);
  expect(await ticket()).toMatchObject({ status: 409, body: { code: 'game_closed' } });
  expect(await ready()).toMatchObject({ closedGames: ['lottery'] });
  expect((await site.call('POST', '/aviator/create', token, { amount: 10 })).status).toBe(201);
  await site.rows(`DELETE FROM closed_game`);
  await site.time.advance(1_500);
  expect((await ticket()).status).toBe(201);
  expect(await ready()).toMatchObject({ closedGames: [] });
});
