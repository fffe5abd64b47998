/** The switch of a game: no stakes on any process, what runs finishes, and a log of who closed it and why. */
import { beforeAll, expect, it } from 'vitest';
import type { ConsoleGame, ConsoleGamesAnswer } from '@fairground/contract/console/games';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { type StaffCaller } from '../test-staff.ts';
import { until } from '../player-client.ts';
import { siteForAll } from '../for-tests.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let olga: StaffCaller;
let token: string;
const site = siteForAll({ clock: 'stopped', chainLinks: 4_096, env: { SIGNUP_COINS: '10000' } });
beforeAll(async () => {
  olga = await site.staff.enter('olga', 'operator');
  ({ token } = await site.register('player'));
});

const call = (on: TestSite, path: string, payload?: object) =>
  on.call(payload ? 'POST' : 'GET', path, token, payload);

const gameOf = async (id: string): Promise<ConsoleGame> => {
  const { games } = (await olga.get('/games')).body as unknown as ConsoleGamesAnswer;
  const game = games.find((each) => each.game === id);
  if (!game) throw new Error(`${id} is not listed`);
  return game;
};

const closedGames = async (on: TestSite): Promise<string[]> =>
  ((await call(on, '/games/closed')).body as { games: string[] }).games;

it('closes a game for stakes, lets a game in play end, and opens it again', async () => {
  const settings = { difficulty: 'Easy', bidAmount: 100, gemsFound: 0, multiplier: 1, gameState: 'Playing' };
  const started = await call(site, '/mineField/create', settings);
  expect(started.status, started.text).toBe(201);
  const before = await gameOf('mineField');
  expect(before).toMatchObject({ hasStakes: true, isFailing: false, closed: null, rounds: null });

  expect((await olga.post('/games/mineField/close', { reason: 'x' })).status).toBe(400);
  expect((await olga.post('/games/mineField/close', { reason: 'a wrong multiplier' })).status).toBe(204);
  expect((await olga.post('/games/mineField/close', { reason: 'again' })).body.code).toBe('already_taken');
  await until('the switch is known', async () => (await closedGames(site)).includes('mineField'));
  expect(await gameOf('mineField')).toMatchObject({
    isFailing: false,
    closed: { by: 'olga', reason: 'a wrong multiplier' },
  });
  // It is the operator's will, and no fault that the health check reports.
  expect((await call(site, '/health/ready')).body).toMatchObject({ closedGames: [] });

  const { id } = started.body as { id: string };
  // Forfeits it, since no gem was found.
  const ended = await call(site, '/mineField/update', { id, gemsFound: 0 });
  expect(ended.status, ended.text).toBe(200);
  const next = await call(site, '/mineField/create', settings);
  expect([next.status, next.body.code]).toEqual([409, 'game_closed']);
  const strike = await call(site, '/highStriker/create', { amount: 100, target: 2 });
  expect(strike.status, strike.text).toBe(201);

  expect((await olga.post('/games/highStriker/close', { reason: 'maintenance' })).status).toBe(204);
  await until('the switch is known', async () => (await closedGames(site)).includes('highStriker'));
  const refused = await call(site, '/highStriker/create', { amount: 100, target: 2 });
  expect([refused.status, refused.body.code]).toEqual([409, 'game_closed']);

  for (const game of ['mineField', 'highStriker']) {
    expect((await olga.post(`/games/${game}/open`)).status).toBe(204);
  }
  expect((await olga.post('/games/highStriker/open')).body.code).toBe('already_taken');
  await until('the games are open', async () => (await closedGames(site)).length === 0);
  expect((await call(site, '/highStriker/create', { amount: 100, target: 2 })).status).toBe(201);

  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  expect(entries.filter(({ details }) => details['game'] === 'mineField')).toMatchObject([
    { staff: 'olga', command: 'games open', before: { reason: 'a wrong multiplier' } },
    { staff: 'olga', command: 'games close', after: { reason: 'a wrong multiplier' } },
  ]);
});

it('switches maintenance of the complete site', async () => {
  const reason = { reason: 'A new disk.', reasonEs: 'Un disco nuevo.' };
  expect((await olga.post('/maintenance/start', { reason: 'x' })).status).toBe(400);
  expect((await olga.post('/maintenance/end')).body.code).toBe('already_taken');
  expect((await olga.post('/maintenance/start', reason)).status).toBe(204);
  expect((await olga.post('/maintenance/start', reason)).body.code).toBe('already_taken');
  await until('it is known', async () => (await closedGames(site)).length > 1);
  const shown = {
    reason: { en: 'A new disk.', es: 'Un disco nuevo.' },
    running: expect.any(Number) as number,
  };
  expect((await call(site, '/games/closed')).body).toMatchObject({ maintenance: shown });
  await until('the page shows it', async () => (await olga.get('/now')).body['maintenance'] !== null);
  expect((await olga.get('/now')).body).toMatchObject({ maintenance: shown });
  // The switch of each game is unaffected.
  expect(await gameOf('highStriker')).toMatchObject({ closed: null });
  expect((await olga.post('/maintenance/end')).status).toBe(204);
  await until('it is over', async () => (await closedGames(site)).length === 0);
  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  expect(entries.slice(0, 2)).toMatchObject([
    { staff: 'olga', command: 'maintenance off', before: { reason: 'A new disk.' } },
    { staff: 'olga', command: 'maintenance on', after: reason },
  ]);
});

it('is seen by another process on the same database', async () => {
  const second = await startTestSite({ beside: site });
  try {
    expect((await olga.post('/games/lottery/close', { reason: 'maintenance' })).status).toBe(204);
    await until('the other process knows', async () => (await closedGames(second)).includes('lottery'));
    const ticket = await call(second, '/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 });
    expect([ticket.status, ticket.body.code]).toEqual([409, 'game_closed']);
    expect((await olga.post('/games/lottery/open')).status).toBe(204);
  } finally {
    await second.close();
  }
});

it('lists rounds and draws without a result, and the links that are left', async () => {
  const bet = await call(site, '/aviator/create', { amount: 10 });
  expect(bet.status, bet.text).toBe(201);
  const aviator = await gameOf('aviator');
  expect(aviator.rounds?.[0]).toMatchObject({ state: 'betting', bets: 1, staked: 10, paid: 0 });
  expect(Object.keys(aviator.rounds?.[0] ?? {}).toSorted()).toEqual([
    'at',
    'bets',
    'id',
    'isOpen',
    'paid',
    'staked',
    'state',
  ]);
  expect(aviator.chains[0]).toMatchObject({ links: 4_096, endedAt: null });
  expect(aviator.chains[0]?.left).toBeLessThanOrEqual(4_095);
  expect((await gameOf('lottery')).rounds?.[0]).toMatchObject({ state: 'open', bets: 0, staked: null });
  expect((await gameOf('doubleTrouble')).rounds?.[0]).toMatchObject({ state: 'open' });
});

it('refuses to close games without stakes and unknown games', async () => {
  expect((await gameOf('wheel')).hasStakes).toBe(false);
  for (const game of ['wheel', 'nothing']) {
    expect((await olga.post(`/games/${game}/close`, { reason: 'maintenance' })).status).toBe(404);
    expect((await olga.post(`/games/${game}/open`)).status).toBe(404);
  }
});
