/** Rounds and draws that two operators void: who may, once, for how long, and what becomes of the stakes. */
import { beforeAll, expect, it } from 'vitest';
import type { ConsoleGamesAnswer } from '@fairground/contract/console/games';
import type { RequestsAnswer } from '@fairground/contract/console/players';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { audit } from '../../apps/server/src/site/audit.ts';
import { type StaffCaller } from '../../apps/server/test/test-staff.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { heldStatements } from '../../apps/server/test/held-statements.ts';
import { siteForAll } from '@fairground/server/test/for-tests';

type Void = NonNullable<RequestsAnswer['voids']>[number];

let olga: StaffCaller;
let omar: StaffCaller;
const site = siteForAll({
  clock: 'stopped',
  env: { SIGNUP_COINS: '1000', DOUBLE_TROUBLE_INTERVAL_MS: '3600000' },
});
const statements = heldStatements();
let keys = 0;
beforeAll(async () => {
  olga = await site.staff.enter('olga', 'operator');
  omar = await site.staff.enter('omar', 'operator');
});

const call = (token: string, path: string, payload?: object) =>
  site.call(payload ? 'POST' : 'GET', path, token, payload);

const coinsOf = async (token: string): Promise<unknown> => (await call(token, '/user/me')).body['coins'];

const newKey = (): string => `void-key-${(keys += 1)}`;

const openRound = async (game: string): Promise<string> => {
  let found: string | undefined;
  await until(`a round of ${game} is open`, async () => {
    const { games } = (await olga.get('/games')).body as unknown as ConsoleGamesAnswer;
    found = games.find((each) => each.game === game)?.rounds?.find(({ isOpen }) => isOpen === true)?.id;
    return found !== undefined;
  });
  return found ?? '';
};

const reason = 'a wrong figure on its page';
const requestVoid = (game: string, round: string, more: { by?: StaffCaller; key?: string } = {}) =>
  (more.by ?? olga).post(`/games/${game}/rounds/${round}/void`, { reason, key: more.key ?? newKey() });

const findVoid = async (round: string): Promise<Void> => {
  const { voids = [] } = (await omar.get('/requests')).body as unknown as RequestsAnswer;
  const found = voids.find((each) => each.round === round);
  if (!found) throw new Error(`there is no request for ${round}`);
  return found;
};

const violations = async () => (await audit(site.owner())).filter(({ broken }) => broken.length > 0);

const bets = {
  aviator: { path: '/aviator/create', body: { amount: 40 } },
  doubleTrouble: { path: '/doubleTrouble/create', body: { drawType: 'Under', amount: 40 } },
  lottery: { path: '/lottery/create', body: { numbers: [1, 2, 3, 4, 5, 6], bid: 40 } },
};

it.each(Object.entries(bets))('refunds every stake of %s once, by two operators', async (game, bet) => {
  const { token } = await site.register(`${game.toLowerCase()}_player`);
  const round = await openRound(game);
  const placed = await call(token, bet.path, bet.body);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  expect(await coinsOf(token)).toBe(960);

  expect((await requestVoid(game, round)).status).toBe(204);
  const request = await findVoid(round);
  expect(request).toMatchObject({ game, round, reason, requestedBy: 'olga', isOwn: false, state: 'open' });
  expect(await coinsOf(token)).toBe(960);
  const own = await olga.post(`/requests/${request.id}/approve`);
  expect([own.status, own.body.code]).toEqual([403, 'reauthentication_required']);

  const approvals = await Promise.all([1, 2].map(() => omar.post(`/requests/${request.id}/approve`)));
  expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect(await coinsOf(token)).toBe(1000);
  expect(await findVoid(round)).toMatchObject({ state: 'approved', decidedBy: 'omar' });

  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  expect(entries.filter(({ details }) => details['request'] === request.id)).toMatchObject([
    {
      staff: 'omar',
      command: 'games void',
      details: { game, round, reason },
      before: { bets: 1, stakedCoins: 40 },
      after: { state: 'void', refundedBets: 1, refundedCoins: 40 },
    },
    { staff: 'omar', command: 'request approved' },
    { staff: 'olga', command: 'games void requested' },
  ]);

  const proof = await call(token, `/fairness/${game}/${round}`);
  expect(proof.body).toMatchObject({ outcome: null, voidReason: 'operator' });

  // The game continues: a new round takes stakes, and the void one is not void again.
  await until('the next round takes a stake', async () => {
    if ((await openRound(game)) === round) return false;
    return (await call(token, bet.path, bet.body)).status === 201;
  });
  const again = await requestVoid(game, round);
  expect([again.status, again.body.code]).toEqual([409, 'already_taken']);
  expect(await violations()).toEqual([]);
});

it('refunds the bets that were accepted while it was approved, and only those', async () => {
  const tokens: string[] = [];
  for (let at = 0; at < 12; at++) tokens.push((await site.register(`racer_${at}`)).token);
  for (const game of ['aviator', 'doubleTrouble', 'lottery'] as const) {
    const { path, body } = bets[game];
    const round = await openRound(game);
    expect((await requestVoid(game, round)).status).toBe(204);
    const { id } = await findVoid(round);
    const placed = tokens.map((token) => call(token, path, body));
    const approval = omar.post(`/requests/${id}/approve`);
    const statuses = (await Promise.all(placed)).map(({ status }) => status);
    expect((await approval).status).toBe(204);
    // Bets that found no open round are refused, bets on the next round stay.
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect(await violations()).toEqual([]);
  }
});

it('refunds a player whose next bet has their wallet and waits for the round', async () => {
  const { token } = await site.register('second_bettor');
  const round = await openRound('aviator');
  expect((await call(token, bets.aviator.path, bets.aviator.body)).status).toBe(201);
  expect((await requestVoid('aviator', round)).status).toBe(204);
  const { id } = await findVoid(round);
  statements.hold(/INSERT INTO aviator_bet/);
  const second = site.call('POST', bets.aviator.path, token, { amount: 40, slot: 2 }, 'second-bet');
  await until('the second bet has its wallet', async () => statements.begun() === 1);
  const approval = omar.post(`/requests/${id}/approve`);
  await until('the refund waits for the wallet', async () => {
    const waiting = await site.ownerRows(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%voided AS%'`);
    return waiting.length === 1;
  });
  // Each waits for the other now, until the database ends one of the two.
  statements.release();
  expect((await approval).status).toBe(204);
  expect([201, 409]).toContain((await second).status);
  expect(await coinsOf(token)).toBe(1000);
  expect(await violations()).toEqual([]);
});

it('does nothing where the process dies while it refunds, and refunds once afterwards', async () => {
  const { token, user } = await site.register('survivor');
  const round = await openRound('aviator');
  expect((await call(token, bets.aviator.path, bets.aviator.body)).status).toBe(201);
  expect((await requestVoid('aviator', round)).status).toBe(204);
  const { id } = await findVoid(round);
  let approval: Promise<{ status: number }> | undefined;
  await site.owner().transaction(async (query) => {
    await query({
      text: 'SELECT FROM wallet WHERE player_id = $1 FOR UPDATE',
      values: [user.id],
    });
    approval = omar.post(`/requests/${id}/approve`);
    await until('the refund waits for the wallet, and its connection is ended', async () => {
      // On another connection: a transaction sees the activity of its first look.
      const ended = await site.ownerRows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%voided AS%'`);
      return ended.length > 0;
    });
  });
  expect((await approval)?.status).toBeGreaterThanOrEqual(500);
  expect(await coinsOf(token)).toBe(960);
  expect(await findVoid(round)).toMatchObject({ state: 'open' });
  expect((await omar.post(`/requests/${id}/approve`)).status).toBe(204);
  expect(await coinsOf(token)).toBe(1000);
  expect(await violations()).toEqual([]);
});

it('approves no request whose round is void in the meantime, and leaves it open', async () => {
  const round = await openRound('doubleTrouble');
  expect((await requestVoid('doubleTrouble', round)).status).toBe(204);
  const { id } = await findVoid(round);
  await site.ownerRows(
    `UPDATE double_trouble_draw SET state = 'void', void_reason = 'operator', drawn_at = clock_timestamp()
      WHERE id = $1`,
    round,
  );
  const approved = await omar.post(`/requests/${id}/approve`);
  expect([approved.status, approved.body.code]).toEqual([409, 'already_taken']);
  expect((await findVoid(round)).state).toBe('open');
  expect((await omar.post(`/requests/${id}/refuse`)).status).toBe(204);
});

it('takes one request for a round, and a repeated call as the same one', async () => {
  const round = await openRound('lottery');
  const key = newKey();
  expect((await requestVoid('lottery', round, { key })).status).toBe(204);
  expect((await requestVoid('lottery', round, { key })).status).toBe(204);
  const other = await requestVoid('lottery', round, { by: omar });
  expect([other.status, other.body.code]).toEqual([409, 'already_taken']);
  const { id } = await findVoid(round);
  expect((await omar.post(`/requests/${id}/withdraw`)).status).toBe(403);
  expect((await olga.post(`/requests/${id}/withdraw`)).status).toBe(204);
  const changed = await olga.post(`/games/lottery/rounds/${round}/void`, { reason: 'another', key });
  expect([changed.status, changed.body.code]).toEqual([409, 'idempotency_mismatch']);
  expect((await requestVoid('lottery', round, { by: omar })).status).toBe(204);
  expect((await omar.post(`/requests/${(await findVoid(round)).id}/withdraw`)).status).toBe(204);
});

it('refuses what is no round, games without rounds, and malformed calls', async () => {
  for (const [game, round] of [
    ['aviator', '999999'],
    ['aviator', 'x'],
    ['lottery', '2001-01-01'],
    ['mineField', '1'],
    ['wheel', '1'],
    ['nothing', '1'],
    ['constructor', '1'],
  ] as const) {
    expect([game, (await requestVoid(game, round)).status]).toEqual([game, 404]);
  }
  for (const body of [{}, { reason: 'x', key: newKey() }, { reason, key: 'short' }, { reason }]) {
    expect((await olga.post('/games/aviator/rounds/1/void', body)).status).toBe(400);
  }
});

it('lets a request expire after an hour', async () => {
  const round = await openRound('lottery');
  await site.ownerRows(
    `INSERT INTO staff_request (kind, game, round, reason, requested_by, key, state, requested_at)
      SELECT 'void', 'lottery', $1, 'left over', id, 'expired-key', 'open', clock_timestamp() - interval '61 minutes'
      FROM staff WHERE name = 'olga'`,
    round,
  );
  const { id, state } = await findVoid(round);
  expect(state).toBe('expired');
  const approved = await omar.post(`/requests/${id}/approve`);
  expect([approved.status, approved.body.code]).toEqual([409, 'already_taken']);
  expect(approved.body.detail).toContain('older than an hour');
  const byHand = `UPDATE staff_request SET state = 'approved', decided_at = clock_timestamp(),
    decided_by = (SELECT id FROM staff WHERE name = 'omar') WHERE id = $1`;
  await expect(site.ownerRows(byHand, id)).rejects.toThrow('decided once');
  // It does not block another one.
  expect((await requestVoid('lottery', round, { by: omar })).status).toBe(204);
  expect((await omar.post(`/requests/${(await findVoid(round)).id}/withdraw`)).status).toBe(204);
});

it('does not let the application void a round without a second person', async () => {
  const application = (text: string) => site.rows(text);
  const insert = (state: string, more: string) =>
    application(`INSERT INTO staff_request (kind, game, round, reason, requested_by, key,
      state ${more && ', decided_by, decided_at'})
      SELECT 'void', 'aviator', '1', 'alone', id, 'alone-${state}', '${state}' ${more} FROM staff WHERE name = 'olga'`);
  await expect(insert('direct', '')).rejects.toThrow('staff_request_void_waits');
  await expect(insert('approved', ', id, clock_timestamp()')).rejects.toThrow('staff_request_two_people');
});
