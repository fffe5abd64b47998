/** The first account of the console, by the link that a start prints. */
import { expect, it } from 'vitest';
import { codeOf } from '../one-time-codes.ts';
import { siteForEach } from '../for-tests.ts';
import { password } from '../test-site.ts';

const site = siteForEach({ clock: 'stopped' });

/** As a start does. */
const printLink = async (): Promise<string> => {
  const link = new URL((await site.site.createFirstAccountLink()) ?? '');
  expect(`${link.origin}${link.pathname}`).toBe(`${site.site.url}/console/first-account`);
  return link.hash.slice(1);
};
const begin = async (token: string) => {
  const { status, body } = await site.staff.call({ method: 'POST', path: '/first-account', body: { token } });
  return { status, secret: String(body['secret']) };
};
const fill = async (token: string, more: object = {}) => {
  const { secret } = await begin(token);
  return { token, name: 'olga', password, secret, code: site.staff.nextCode(secret), ...more };
};
const send = (body: object) => site.staff.call({ method: 'POST', path: '/first-account/add', body });
const countStaff = async () => (await site.rows(`SELECT FROM staff`)).length;

it('the link opens an account that signs in with what was chosen, once', async () => {
  const token = await printLink();
  const filled = await fill(token);
  expect((await send(filled)).status).toBe(204);
  const { name, secret } = filled;
  const code = site.staff.nextCode(secret);
  const signedIn = await site.staff.signIn({ name, password, code });
  expect([signedIn.status, signedIn.body]).toEqual([200, { name: 'olga', role: 'operator' }]);
  const again = await send({ ...filled, name: 'another' });
  expect([again.status, again.body.code]).toEqual([401, 'wrong_credentials']);
  expect((await begin(token)).status).toBe(401);
  expect(await countStaff()).toBe(1);
  expect(await site.rows(`SELECT command, details, after FROM operator_log ORDER BY id LIMIT 1`)).toEqual([
    { command: 'staff add', details: { name: 'olga' }, after: { role: 'operator' } },
  ]);
  expect(await site.rows(`SELECT FROM first_staff_link`)).toEqual([]);
});

it('of links that several processes printed, and of calls at the same time, one opens the account', async () => {
  const filled = await Promise.all(
    [await printLink(), await printLink(), await printLink()].map((token, n) =>
      fill(token, { name: `olga${n}` }),
    ),
  );
  const outcomes = await Promise.all([...filled, ...filled].map(async (each) => (await send(each)).status));
  expect(outcomes.toSorted((a, b) => a - b)).toEqual([204, 401, 401, 401, 401, 401]);
  expect(await countStaff()).toBe(1);
});

it('the link is worth nothing after a day', async () => {
  const token = await printLink();
  const filled = await fill(token);
  await site.ownerRows(`UPDATE first_staff_link SET expires_at = clock_timestamp()`);
  expect((await begin(token)).status).toBe(401);
  expect((await send(filled)).status).toBe(401);
  expect(await countStaff()).toBe(0);
});

it('no link is valid or made once there was an account, even if it was removed', async () => {
  const token = await printLink();
  const filled = await fill(token);
  await site.staff.add('sam', 'support');
  expect((await begin(token)).status).toBe(401);
  expect((await send(filled)).status).toBe(401);
  await site.ownerRows(`UPDATE staff SET removed_at = clock_timestamp()`);
  expect((await send(filled)).status).toBe(401);
  expect(await site.site.createFirstAccountLink()).toBeUndefined();
  expect(await countStaff()).toBe(1);
});

it('a name, a password or a code that is not accepted leaves the link valid', async () => {
  const token = await printLink();
  const filled = await fill(token);
  for (const [field, value] of [
    ['name', 'Olga!'],
    ['password', '12345678'],
    ['code', codeOf(filled.secret, 0)],
    ['secret', 'AAAA'],
  ] as const) {
    const refused = await send({ ...filled, [field]: value });
    const path = field === 'secret' ? 'code' : field;
    expect([refused.body.code, refused.body['errors']]).toMatchObject(['invalid_request', [{ path }]]);
  }
  expect((await send({ ...filled, token: 'guessed' })).status).toBe(401);
  expect((await send(filled)).status).toBe(204);
});

it('the application itself can add no account without a link', async () => {
  await expect(
    site.rows(`INSERT INTO staff (name, role, password_hash, sealed) VALUES ('eve', 'operator', 'x', 'x')`),
  ).rejects.toThrow(/permission denied/);
  expect(await site.rows(`SELECT add_first_staff('\\x00', 'eve', 'x', 'x') AS id`)).toEqual([{ id: null }]);
});
