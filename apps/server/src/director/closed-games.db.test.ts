/**
 * F24: a game whose engine fails accepts no stakes on any process and is named by the health
 * check; other games continue.
 */
import { betCalls } from '../../../../games/test/sweeps.ts';
import { expect, it } from 'vitest';
import { siteForEach } from '../../test/for-tests.ts';

const site = siteForEach({ clock: 'moved', env: { SIGNUP_COINS: '1000000' } });

const [closing = expect.fail(), other = expect.fail()] = betCalls;

it('stays closed until the leader can run it again', async () => {
  const { token } = await site.register('alice');
  const bet = () => site.call('POST', closing.path, token, closing.body);
  const ready = async () => (await site.call('GET', '/health/ready', '')).body;
  const closed = async () => (await site.call('GET', '/games/closed', '')).body;
  await site.time.advance(1_000);
  expect((await bet()).status).toBe(201);
  expect(await closed()).toEqual({ games: [] });
  // The state that the leader of another process leaves; the leader of this site opens at its start what it can run.
  await site.rows(`INSERT INTO closed_game (game) VALUES ($1)`, closing.id);
  await site.time.advance(1_500);
  expect(await bet()).toMatchObject({ status: 409, body: { code: 'game_closed' } });
  expect(await ready()).toMatchObject({ closedGames: [closing.id] });
  expect(await closed()).toEqual({ games: [closing.id] });
  expect((await site.call('POST', other.path, token, other.body)).status).toBe(201);
  await site.rows(`DELETE FROM closed_game`);
  await site.time.advance(1_500);
  expect((await bet()).status).toBe(201);
  expect(await ready()).toMatchObject({ closedGames: [] });
});
