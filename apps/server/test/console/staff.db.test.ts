/** Signing in to the console, and who is refused what. */
import { beforeAll, expect, it } from 'vitest';
import { staffRoles, type StaffRole } from '@fairground/contract/console/staff';
import { consoleAccess } from '../../src/staff/console/access.ts';
import { removeStaff } from '../../src/staff/console/staff/accounts.ts';
import { siteForAll } from '../for-tests.ts';
import { startTestSite } from '../test-site.ts';
import { cookieOf, type StaffCaller } from '../test-staff.ts';

let staff: Record<StaffRole, StaffCaller>;
let player: string;
const site = siteForAll({ clock: 'stopped' });
beforeAll(async () => {
  staff = {
    support: await site.staff.enter('sam', 'support'),
    operator: await site.staff.enter('olga', 'operator'),
  };
  player = (await site.register('curious')).token;
});

const calls = Object.entries(consoleAccess).map(([call, access]) => {
  const [method = '', path = ''] = call.split(' ');
  return { call, method: method as 'GET' | 'POST', path: path.replaceAll(/:\w+/g, '1'), ...access };
});
const guarded = calls.filter(({ roles }) => roles !== 'open');

it('has an entry in the table of access for every route, and a route for every entry', () => {
  const unknown = calls.filter(
    ({ call, method }) =>
      !site.site.app.hasRoute({ method, url: `/api/console${call.slice(method.length + 1)}` }),
  );
  expect(unknown).toEqual([]);
  // A route without an entry stops the start: see console-routes.ts.
  expect(calls.length).toBeGreaterThan(3);
});

it.each(guarded)('$call is refused to every other role', async ({ method, path, roles }) => {
  for (const role of staffRoles.filter((each) => !roles.includes(each))) {
    const { cookie } = staff[role];
    const refused = await site.staff.call({
      method,
      path,
      cookie,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    expect([role, refused.status, refused.body.code]).toEqual([role, 403, 'reauthentication_required']);
    expect(Object.keys(refused.body).toSorted()).toEqual(['code', 'detail', 'status', 'title', 'type']);
  }
});

it.each(guarded.filter(({ method }) => method === 'POST'))(
  '$call is refused where the page shows another member of the staff than is signed in',
  async ({ method, path, roles }) => {
    const role = staffRoles.find((each) => roles.includes(each)) ?? 'operator';
    const { cookie, name } = staff[role];
    const refused = await site.staff.call({ method, path, cookie, body: {}, shown: 'nobody' });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'session_changed',
      `${name} is signed in here now.`,
    ]);
  },
);

it.each(guarded)("$call is refused to a player's token, and to a cookie of another address", async (each) => {
  const { method, path } = each;
  const { cookie } = staff.operator;
  const body = method === 'POST' ? { payload: '{}' } : {};
  for (const headers of [
    { authorization: `Bearer ${player}`, origin: site.site.url },
    { cookie: `console=${player}`, origin: site.site.url },
    { cookie: `session=${player}`, origin: site.site.url },
    { authorization: `Bearer ${cookie.slice('console='.length)}`, origin: site.site.url },
  ]) {
    const url = `/api/console${path}`;
    const answer = await site.site.app.inject({ method, url, headers, ...body });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
  }
  const stolen = await site.staff.call({ method, path, cookie, from: '203.0.113.9' });
  expect([stolen.status, stolen.body.code]).toEqual([401, 'not_signed_in']);
});

it('does not accept a call that another site makes in the name of the staff', async () => {
  for (const origin of [null, 'https://evil.example', 'null']) {
    const forged = await staff.support.post('/sign-out', {}, { origin });
    expect([forged.status, forged.body.code]).toEqual([403, 'forbidden_origin']);
  }
  expect((await staff.support.get('/session')).body).toEqual({ name: 'sam', role: 'support' });
});

it('answers 404 and 405 to the staff only', async () => {
  expect((await staff.support.get('/nothing')).status).toBe(404);
  expect((await staff.support.post('/session', {})).status).toBe(405);
  expect((await site.staff.call({ method: 'POST', path: '/session', body: {} })).status).toBe(401);
});

it('refuses a wrong name, password or code in the same way, and what is malformed', async () => {
  const { password, secret } = await site.staff.add('nina', 'support');
  const right = { name: 'nina', password, code: site.staff.nextCode(secret) };
  const answers = [];
  for (const wrong of [
    { name: 'nobody' },
    { password: 'wrong' },
    { code: '000000' },
    { code: 7 },
    { more: 1 },
  ]) {
    // Each from an address with its own guesses.
    answers.push(
      await site.staff.signIn({ ...right, ...wrong }, { from: `198.51.100.${answers.length + 1}` }),
    );
  }
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [401, 'wrong_credentials']),
  );
  const text = { 'content-type': 'text/plain', origin: site.site.url };
  const url = '/api/console/sign-in';
  const plain = await site.site.app.inject({ method: 'POST', url, headers: text, payload: 'x' });
  expect(plain.statusCode).toBe(401);
  const json = { 'content-type': 'application/json', origin: site.site.url };
  const broken = await site.site.app.inject({ method: 'POST', url, headers: json, payload: '{"' });
  expect(broken.statusCode).toBe(401);
  expect((await site.staff.signIn(right)).status).toBe(200);
});

it('accepts a code once, also where two sign in with it at the same time', async () => {
  const { password, secret } = await site.staff.add('once', 'support');
  const body = { name: 'once', password, code: site.staff.nextCode(secret) };
  const answers = await Promise.all([1, 2, 3, 4].map(() => site.staff.signIn(body)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
});

it('limits guesses of an address, and lets the owner in from another', async () => {
  const { password, secret } = await site.staff.add('guessed', 'operator');
  const guess = () =>
    site.staff.signIn({ name: 'guessed', password: 'x', code: '000000' }, { from: '192.0.2.66' });
  for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(401);
  const limited = await guess();
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
  const own = { name: 'guessed', password, code: site.staff.nextCode(secret) };
  expect((await site.staff.signIn(own, { from: '192.0.2.7' })).status).toBe(200);
});

it('sets a cookie that scripts and other sites cannot use', async () => {
  const { password, secret } = await site.staff.add('carl', 'support');
  const { headers } = await site.staff.signIn({ name: 'carl', password, code: site.staff.nextCode(secret) });
  const cookie = String(headers['set-cookie']);
  expect(cookie).toMatch(/^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
});

it('ends a session by signing out, after half an hour without use, and with the account', async () => {
  const leaving = await site.staff.enter('leaving', 'support');
  expect((await leaving.post('/sign-out')).status).toBe(204);
  expect((await leaving.get('/session')).status).toBe(401);

  const idle = await site.staff.enter('idle', 'operator');
  const age = (minutes: number) =>
    site.ownerRows(
      `UPDATE staff_session SET last_used_at = last_used_at - make_interval(mins => $1),
        expires_at = expires_at - make_interval(mins => $1)
          WHERE staff_id = (SELECT id FROM staff WHERE name = 'idle')`,
      minutes,
    );
  await age(20);
  // What the page polls is no use of it.
  expect((await idle.get('/session')).status).toBe(200);
  await age(11);
  expect((await idle.get('/session')).status).toBe(401);
  await age(-11);
  expect((await idle.get('/log')).status).toBe(200);
  await age(20);
  expect((await idle.get('/session')).status).toBe(200);

  const removed = await site.staff.enter('removed', 'operator');
  expect(await removeStaff(site.owner(), 'removed')).toBe(true);
  expect((await removed.get('/session')).status).toBe(401);
  expect(await removeStaff(site.owner(), 'removed')).toBe(false);
});

it('records sign-ins by whom, in a log that nobody changes', async () => {
  const { body } = await staff.operator.get('/log');
  const entries = body['entries'] as { staff: string; command: string }[];
  expect(entries).toContainEqual(expect.objectContaining({ staff: 'olga', command: 'console sign-in' }));
  for (const text of [
    'DELETE FROM operator_log',
    `UPDATE operator_log SET command = ''`,
    'TRUNCATE operator_log',
  ]) {
    await expect(site.ownerRows(text)).rejects.toThrow('never changed');
    await expect(site.rows(text)).rejects.toThrow('permission denied');
  }
});

it('does not let the application make staff accounts or change them', async () => {
  for (const text of [
    `INSERT INTO staff (name, role, password_hash, sealed) VALUES ('mallory', 'operator', '', '')`,
    `UPDATE staff SET role = 'operator'`,
    `UPDATE staff SET password_hash = ''`,
    'DELETE FROM staff',
  ]) {
    await expect(site.rows(text)).rejects.toThrow('permission denied');
  }
});

it('is not there for addresses that are not listed', async () => {
  const bound = await startTestSite({ clock: 'stopped', env: { CONSOLE_ADDRESSES: '192.0.2.0/24' } });
  try {
    const { password, secret } = await bound.staff.add('bound', 'support');
    const body = { name: 'bound', password, code: bound.staff.nextCode(secret) };
    const refused = await bound.staff.signIn(body);
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in']);
    const from = '192.0.2.200';
    const cookie = cookieOf(await bound.staff.signIn(body, { from }));
    expect((await bound.staff.call({ method: 'GET', path: '/session', cookie, from })).status).toBe(200);
    expect((await bound.staff.call({ method: 'GET', path: '/session', cookie })).status).toBe(401);
  } finally {
    await bound.close();
  }
});
