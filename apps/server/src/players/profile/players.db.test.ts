/** Players can change their own data and nothing else. */
import { describe, expect, test } from 'vitest';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { watchedSiteForAll } from '../../../test/for-tests.ts';
import { password } from '../../../test/watched-site.ts';

const site = watchedSiteForAll();

const update = (token: string, payload: object) =>
  site.call({ method: 'POST', url: '/api/user/update', payload, token });
const get = (token: string, url: string) => site.call({ method: 'GET', url: `/api${url}`, token });
const login = async (identifier: string, secret = password) =>
  (
    await site.call({ method: 'POST', url: '/api/auth/login', payload: { identifier, password: secret } })
  ).json();
const age = (minutes: number) =>
  site.rows(`UPDATE session SET created_at = created_at - make_interval(mins => $1)`, minutes);

test('changes avatar and name, increases the version, and notifies the other pages', async () => {
  const { token, user } = await site.register('hana');
  const first = await update(token, { avatar: 'avatar20' });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toMatchObject({ avatar: 'avatar20', username: 'hana', coins: 1000 });
  expect(first.json().version).toBeGreaterThan(user.version);
  const second = (await update(token, { username: 'Hana_2' })).json();
  expect(second).toMatchObject({ avatar: 'avatar20', username: 'Hana_2' });
  expect(site.changedUsers.at(-1)).toEqual(second);
  expect((await get(token, '/user/me')).json()).toEqual(second);
  expect((await update(token, { username: 'HANA_2' })).statusCode).toBe(200);
});

test('A19: sets no other field, and changes nothing when refused', async () => {
  const { token, user } = await site.register('ivan');
  const bad: object[] = [
    {},
    { coins: 5 },
    { avatar: 'avatar1', coins: 5 },
    { email: 'x@example.org' },
    { id: '1' },
    { role: 'admin' },
    { referenceId: 'x' },
    { avatar: 'avatar0' },
    { avatar: 'avatar21' },
    { avatar: null },
    { username: '<b>' },
    { username: 'x' },
    { newPassword: 'short' },
    { newPassword: 'password1' },
    { newPassword: 'ivan@example.org' },
    { currentPassword: password },
  ];
  for (const body of bad) expect((await update(token, body)).statusCode, JSON.stringify(body)).toBe(400);
  const taken = await update(token, { username: 'hana_2', newPassword: 'A-brand-new-0ne' });
  expect(taken.json()).toMatchObject({ code: 'already_taken' });
  expect((await get(token, '/user/me')).json()).toEqual(user);
  expect((await login('ivan')).user).toMatchObject({ username: 'ivan' });
});

test('A20: refuses prototype keys', async () => {
  const { token } = await site.register('proto');
  for (const payload of ['{"__proto__":{"avatar":"avatar1"}}', '{"constructor":{"prototype":{"a":1}}}']) {
    const answer = await site.call({
      method: 'POST',
      url: '/api/user/update',
      headers: { 'content-type': 'application/json' },
      payload,
      token,
    });
    expect(answer.statusCode).toBe(400);
  }
});

describe('a new password', () => {
  test('after a recent sign-in ends the other sessions but not this one', async () => {
    const other = await site.register('judy');
    const { token } = await login('judy');
    const closedBefore = site.closedSessions.length;
    expect((await update(token, { newPassword: 'A-brand-new-0ne' })).statusCode).toBe(200);
    expect((await get(other.token, '/user/me')).statusCode).toBe(401);
    expect((await get(token, '/user/me')).statusCode).toBe(200);
    expect(site.closedSessions).toHaveLength(closedBefore + 1);
    expect(await login('judy')).toMatchObject({ code: 'wrong_credentials' });
    expect(await login('judy', 'A-brand-new-0ne')).toMatchObject({ user: { username: 'judy' } });
  });

  test('after 15 minutes needs the current one', async () => {
    const { token } = await site.register('kate');
    await age(16);
    const newPassword = 'A-brand-new-0ne';
    const without = await update(token, { newPassword });
    expect(without.statusCode).toBe(403);
    expect(without.json()).toMatchObject({ code: 'reauthentication_required' });
    const wrong = await update(token, { newPassword, currentPassword: 'not this one' });
    expect(wrong.statusCode).toBe(403);
    expect((await update(token, { newPassword, currentPassword: password })).statusCode).toBe(200);
    expect((await update(token, { avatar: 'avatar2' })).statusCode).toBe(200);
  });
});

describe('sessions', () => {
  test('are listed with the current one marked, and end separately', async () => {
    const first = await site.register('lara');
    const second = await login('lara');
    const list = (await get(second.token, '/user/sessions')).json() as { id: string; current: boolean }[];
    expect(list).toHaveLength(2);
    expect(list.filter((session) => session.current)).toHaveLength(1);
    const other = list.find((session) => !session.current);
    const end = (token: string, id: string) =>
      site.call({ method: 'DELETE', url: `/api/user/sessions/${id}`, token });
    const stranger = await site.register('mallory');
    expect((await end(stranger.token, other?.id ?? '')).statusCode).toBe(404);
    expect((await get(first.token, '/user/me')).statusCode).toBe(200);
    expect((await end(second.token, other?.id ?? '')).statusCode).toBe(204);
    expect((await get(first.token, '/user/me')).statusCode).toBe(401);
    expect(site.closedSessions).toContain(other?.id);
    for (const id of ['0', 'x', '9'.repeat(30)]) expect((await end(second.token, id)).statusCode).toBe(404);
  });

  test('are not accessible to visitors', async () => {
    for (const url of ['/user/me', '/user/sessions']) {
      const answer = await site.call({ method: 'GET', url: `/api${url}` });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'not_signed_in' });
    }
  });
});

describe('names', () => {
  const register = (username: string) =>
    site.call({
      method: 'POST',
      url: '/api/auth/register',
      payload: { username, email: `${username}.other@example.org`, password, adult: true },
    });
  const pass = (days: number) =>
    queryAsOwner(site.database, `UPDATE former_name SET until = until - make_interval(days => ${days})`);

  test('of the site and its staff are refused to players', async () => {
    const refused = {
      code: 'already_taken',
      detail: 'That name is reserved.',
      errors: [{ path: 'username', reason: 'name_reserved' }],
    };
    expect((await register('Supp0rt_1')).json()).toMatchObject(refused);
    const { token } = await site.register('honest');
    expect((await update(token, { username: 'The_Fairground' })).json()).toMatchObject(refused);
  });

  test('lead to the profile and sign in while they are kept for the player who had them', async () => {
    const { token, user } = await site.register('firstname');
    const { token: other } = await site.register('reader');
    expect((await update(token, { username: 'secondname' })).statusCode).toBe(200);
    const signIn = async (identifier: string) =>
      (await site.call({ method: 'POST', url: '/api/auth/login', payload: { identifier, password } }))
        .statusCode;
    const read = () => get(other, '/user/profile/FirstName');
    expect((await read()).json()).toMatchObject({ id: user.id, username: 'secondname' });
    expect(await signIn('firstname')).toBe(200);
    await pass(91);
    expect((await read()).statusCode).toBe(404);
    expect(await signIn('firstname')).toBe(401);
    expect(await signIn('secondname')).toBe(200);
  });

  test('are reserved for 90 days for the player who changed them', async () => {
    const { token } = await site.register('oldname');
    const { token: other } = await site.register('other');
    expect((await update(token, { username: 'newname' })).statusCode).toBe(200);
    const refused = { code: 'already_taken' };
    expect((await register('OldName')).json()).toMatchObject(refused);
    expect((await update(other, { username: 'oldname' })).json()).toMatchObject({
      ...refused,
      errors: [{ path: 'username', reason: 'name_taken' }],
    });
    expect((await update(token, { username: 'oldname' })).statusCode).toBe(200);
    expect((await update(token, { username: 'newname' })).statusCode).toBe(200);
    await pass(89);
    expect((await update(other, { username: 'oldname' })).json()).toMatchObject(refused);
    await pass(1);
    expect((await update(other, { username: 'oldname' })).statusCode).toBe(200);
  });

  test("are refused to a registration at the moment of their owner's rename", async () => {
    const { token } = await site.register('racing');
    const [renamed, registered] = await Promise.all([
      update(token, { username: 'raced' }),
      register('racing'),
    ]);
    expect([renamed.statusCode, registered.statusCode]).toEqual([200, 409]);
  });
});
