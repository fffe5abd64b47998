/** What the staff do to players, what needs two of them, and what the log says of it. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { beforeAll, expect, it } from 'vitest';
import type { PlayerAnswer, PlayersAnswer, RequestsAnswer } from '@fairground/contract/console/players';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { audit } from '../../src/site/audit.ts';
import { siteForAll } from '../for-tests.ts';
import { type StaffCaller } from '../test-staff.ts';

let support: StaffCaller;
let olga: StaffCaller;
let omar: StaffCaller;
let keys = 0;
const site = siteForAll({
  clock: 'stopped',
  env: { CONSOLE_CORRECTION_LIMIT: '1000', SIGNUP_COINS: '500' },
});
beforeAll(async () => {
  support = await site.staff.enter('sam', 'support');
  olga = await site.staff.enter('olga', 'operator');
  omar = await site.staff.enter('omar', 'operator');
});

const addPlayer = async (username: string) => {
  const { token, user } = await site.register(username);
  return { token, id: user.id, username };
};

const me = (token: string) => site.call('GET', '/user/me', token);

const signIn = (username: string) =>
  site.call('POST', '/auth/login', null, { identifier: username, password: 'a meadow of lanterns' });

const coinsOf = async (id: string): Promise<number> => {
  const [row] = await site.ownerRows<{ coins: bigint; winnings: bigint }>(
    'SELECT coins, winnings FROM wallet WHERE player_id = $1',
    id,
  );
  return Number((row?.coins ?? 0n) + (row?.winnings ?? 0n));
};

const newKey = (): string => `test-key-${(keys += 1)}`;

const correct = (staff: StaffCaller, id: string, amount: number, key = newKey()) =>
  staff.post(`/players/${id}/correct`, { amount, reason: 'a broken round', key });

const openRequest = async (staff: StaffCaller, player: string) => {
  const { requests } = (await staff.get('/requests')).body as unknown as RequestsAnswer;
  const found = requests.find((each) => each.player.id === player && each.state === 'open');
  if (!found) throw new Error('there is no open request');
  return found;
};

const logOf = async (player: string): Promise<LogAnswer['entries']> => {
  const { body } = await olga.get('/log');
  return (body as unknown as LogAnswer).entries.filter(({ details }) => details['player'] === player);
};

it('finds players by name, address and id, and records who was shown', async () => {
  const { id } = await addPlayer('findable');
  for (const text of ['FINDab', 'findable@example', id]) {
    const { body } = await support.get(`/players?text=${encodeURIComponent(text)}`);
    const { players } = body as unknown as PlayersAnswer;
    expect(players).toContainEqual(expect.objectContaining({ id, username: 'findable', coins: 500 }));
  }
  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  expect(entries[0]).toMatchObject({ staff: 'sam', command: 'players find', details: { players: [id] } });
  expect((await support.get('/players?text=')).status).toBe(400);
});

it("shows one player's complete story", async () => {
  const { id, token } = await addPlayer('storied');
  const strike = await site.call('POST', game.create, token, game.body);
  expect(strike.status, strike.text).toBe(201);
  expect((await correct(support, id, 25)).body).toEqual({ state: 'done' });
  const { player, lists, acts } = (await support.get(`/players/${id}`)).body as unknown as PlayerAnswer;
  expect(player).toMatchObject({ id, username: 'storied', stakedToday: 100, suspension: null });
  const rowsOf = (name: string) => lists.find((list) => list.name === name)?.rows ?? [];
  expect(lists.filter(({ name, rows }) => name.startsWith(game.id) && rows.length > 0)).toMatchObject([
    { rows: [{ amount: 100 }] },
  ]);
  expect(rowsOf('sessions')).toHaveLength(1);
  expect(rowsOf('corrections')).toMatchObject([{ amount: 25, reason: 'a broken round' }]);
  const movements = rowsOf('movements').map(({ kind, amount }) => [kind, amount]);
  expect(movements).toContainEqual(['signup', 500]);
  expect(movements).toContainEqual([expect.stringMatching(/_stake_coins$/), -100]);
  expect(movements[0]).toEqual(['correction', 25]);
  expect(acts.map(({ staff, command }) => [staff, command])).toContainEqual(['sam', 'players correct']);
  expect((await support.get('/players/999999999')).status).toBe(404);
  expect((await support.get('/players/abc')).status).toBe(400);
});

it('signs a player out everywhere', async () => {
  const { id, token, username } = await addPlayer('elsewhere');
  expect((await support.post(`/players/${id}/sign-out`)).status).toBe(204);
  expect((await me(token)).status).toBe(401);
  expect((await signIn(username)).status).toBe(200);
  expect((await logOf(id))[0]).toMatchObject({ command: 'players sign-out', details: { endedSessions: 1 } });
});

it('suspends with a reason and an end, and lifts it', async () => {
  const { id, token, username } = await addPlayer('suspended');
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await support.post(`/players/${id}/suspend`, { reason: 'x', until })).status).toBe(400);
  expect((await support.post(`/players/${id}/suspend`, { reason: 'several accounts', until })).status).toBe(
    204,
  );
  expect((await me(token)).status).toBe(401);
  const refused = await signIn(username);
  expect(refused.body).toMatchObject({
    code: 'on_a_break',
    detail: expect.stringMatching(/^This account is suspended until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./),
  });
  expect(refused.body).not.toContain('several accounts');
  const suspension = async () =>
    ((await support.get(`/players/${id}`)).body as unknown as PlayerAnswer).player.suspension;
  expect(await suspension()).toMatchObject({ until, reason: 'several accounts' });

  // The end comes by itself.
  await site.ownerRows(
    `UPDATE player SET suspended_until = clock_timestamp() - interval '1 second' WHERE id = $1`,
    id,
  );
  expect(await suspension()).toBeNull();
  expect((await signIn(username)).status).toBe(200);

  expect((await support.post(`/players/${id}/suspend`, { reason: 'for good', until: null })).status).toBe(
    204,
  );
  expect((await signIn(username)).body).toMatchObject({ code: 'on_a_break' });
  expect((await olga.post(`/players/${id}/resume`)).status).toBe(204);
  expect((await signIn(username)).status).toBe(200);
  expect(await logOf(id)).toContainEqual(
    expect.objectContaining({
      staff: 'olga',
      command: 'players resume',
      before: expect.objectContaining({ reason: 'for good', until: null }),
      after: null,
    }),
  );
  expect((await support.post('/players/999999999/suspend', { reason: 'nobody', until: null })).status).toBe(
    404,
  );
});

it('corrects coins once for each key, and never below zero', async () => {
  const { id } = await addPlayer('corrected');
  const key = newKey();
  const answers = await Promise.all([1, 2, 3].map(() => correct(olga, id, 100, key)));
  expect(answers.map(({ status, body }) => [status, body['state']])).toEqual(
    answers.map(() => [200, 'done']),
  );
  expect(await coinsOf(id)).toBe(600);
  const other = await correct(olga, id, 101, key);
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch']);
  const tooMuch = await correct(olga, id, -601);
  expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'insufficient_coins']);
  expect(await coinsOf(id)).toBe(600);
  expect((await logOf(id)).filter(({ command }) => command.startsWith('players correct'))).toMatchObject([
    { before: { coins: 500, winnings: 0 }, after: { coins: 600, winnings: 0 }, staff: 'olga' },
  ]);
  for (const amount of [0, 1.5, 1e15, '5']) {
    const body = { amount, reason: 'a broken round', key: newKey() };
    expect((await olga.post(`/players/${id}/correct`, body)).status).toBe(400);
  }
});

it('lets a correction above the limit wait for another operator, and for nobody else', async () => {
  const { id } = await addPlayer('waiting');
  expect((await correct(olga, id, 1_001)).body).toEqual({ state: 'waiting' });
  expect(await coinsOf(id)).toBe(500);
  const { id: request, isOwn } = await openRequest(olga, id);
  expect(isOwn).toBe(true);

  const own = await olga.post(`/requests/${request}/approve`);
  expect([own.status, own.body.code]).toEqual([403, 'reauthentication_required']);
  expect((await support.post(`/requests/${request}/approve`)).status).toBe(403);
  expect((await omar.post(`/requests/${request}/withdraw`)).status).toBe(403);
  expect(await coinsOf(id)).toBe(500);

  const approvals = await Promise.all([1, 2].map(() => omar.post(`/requests/${request}/approve`)));
  expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect(await coinsOf(id)).toBe(1_501);
  expect((await olga.post(`/requests/${request}/withdraw`)).body.code).toBe('already_taken');
  expect((await logOf(id)).map(({ staff, command }) => `${staff} ${command}`)).toEqual([
    'omar players correct',
    'omar request approved',
    'olga players correct requested',
  ]);
});

it('counts the corrections of a day together, also those at the same time', async () => {
  const nora = await site.staff.enter('nora', 'support');
  const { id } = await addPlayer('sliced');
  const answers = await Promise.all([400, 400, -300, 400].map((amount) => correct(nora, id, amount)));
  const states = answers.map(({ body }) => body['state']);
  const direct = [400, 400, 300, 400].reduce((sum, size, at) => sum + (states[at] === 'done' ? size : 0), 0);
  expect(direct).toBeLessThanOrEqual(1_000);
  expect(states).toContain('waiting');
});

it('withdraws and refuses a request without moving coins', async () => {
  const { id } = await addPlayer('unmoved');
  await correct(olga, id, 5_000);
  const first = await openRequest(olga, id);
  expect((await olga.post(`/requests/${first.id}/withdraw`)).status).toBe(204);
  await correct(support, id, 5_000);
  const second = await openRequest(olga, id);
  expect((await omar.post(`/requests/${second.id}/refuse`)).status).toBe(204);
  expect(await coinsOf(id)).toBe(500);
  expect((await omar.post('/requests/999999/refuse')).status).toBe(404);
});

it('leaves a request open whose coins are not there', async () => {
  const { id } = await addPlayer('poor');
  await correct(olga, id, -5_000);
  const { id: request } = await openRequest(olga, id);
  const refused = await omar.post(`/requests/${request}/approve`);
  expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_coins']);
  expect((await openRequest(olga, id)).state).toBe('open');
});

it('does not let the application pass over the second person, or change what was requested', async () => {
  const { id } = await addPlayer('guarded');
  await correct(olga, id, 5_000);
  const { id: request } = await openRequest(olga, id);
  const application = (text: string) => site.rows(text, request);
  await expect(
    application(`UPDATE staff_request SET state = 'approved', decided_by = requested_by,
      decided_at = clock_timestamp() WHERE id = $1`),
  ).rejects.toThrow('staff_request_two_people');
  await expect(application('UPDATE staff_request SET amount = 1 WHERE id = $1')).rejects.toThrow(
    'permission denied',
  );
  await expect(application('DELETE FROM staff_request WHERE id = $1')).rejects.toThrow('permission denied');
  const owner = (text: string) => site.ownerRows(text, request);
  await expect(owner('UPDATE staff_request SET amount = 1 WHERE id = $1')).rejects.toThrow('never changed');
  await expect(owner('DELETE FROM staff_request WHERE id = $1')).rejects.toThrow('never changed');
});

it('leaves the ledger sound', async () => {
  expect((await audit(site.owner())).filter(({ broken }) => broken.length > 0)).toEqual([]);
});
