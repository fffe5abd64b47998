/**
 * A6, A26, A29, A38: changing an email address takes both mailboxes, happens once, and reveals nothing of other
 * accounts.
 */
import { beforeEach, expect, it } from 'vitest';
import { watchedSiteForAll } from '../../../test/for-tests.ts';
import { password } from '../../../test/watched-site.ts';

const site = watchedSiteForAll();
beforeEach(async () => {
  await site.auth.settled();
  site.mails.length = 0;
  site.closedSessions.length = 0;
  site.changedUsers.length = 0;
});

const begin = (token: string, email: string, given: string | undefined = password) =>
  site.call({ method: 'POST', url: '/api/user/email', token, payload: { email, password: given } });
const find = async (token: string): Promise<unknown> =>
  (await site.call({ url: '/api/user/email', token })).json<{ pending: unknown }>().pending;
const confirm = (token: string) =>
  site.call({ method: 'POST', url: '/api/auth/confirm-new-email', payload: { token } });
const cancel = (token: string) =>
  site.call({ method: 'POST', url: '/api/auth/cancel-new-email', payload: { token } });
const login = (identifier: string) =>
  site.call({ method: 'POST', url: '/api/auth/login', payload: { identifier, password } });
const subjectsTo = async (address: string): Promise<string[]> => {
  await site.auth.settled();
  return site.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
};
const linkTo = async (address: string): Promise<string> => {
  await site.auth.settled();
  const mail = site.mails.find(({ to, text }) => to === address && text.includes('/confirm-new-email?'));
  const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link was mailed to ${address}`);
  return token;
};
const emailOf = async (token: string): Promise<string> =>
  (await site.call({ url: '/api/user/me', token })).json<{ email: string }>().email;

/** With a confirmed address, unless they are named as unconfirmed. */
const register = async (name: string, isConfirmed = true): Promise<{ token: string; id: string }> => {
  const { token, user } = await site.register(name);
  if (isConfirmed) await site.confirm(name);
  await site.auth.settled();
  site.mails.length = 0;
  return { token, id: user.id };
};

it.each([
  ['the new address first', ['moved_a@example.org', 'first_a@example.org'], 'a'],
  ['the present address first', ['first_b@example.org', 'moved_b@example.org'], 'b'],
])('changes the address once both have confirmed it, %s', async (_order, addresses, mark) => {
  const { token } = await register(`first_${mark}`);
  const other = (await login(`first_${mark}`)).json<{ token: string }>().token;
  expect((await begin(token, `moved_${mark}@example.org`)).statusCode).toBe(202);
  const [one, two] = [await linkTo(addresses[0] ?? ''), await linkTo(addresses[1] ?? '')];
  expect((await confirm(one)).json()).toEqual({ changed: false });
  expect((await confirm(one)).json(), 'twice is as once').toEqual({ changed: false });
  expect(await emailOf(token)).toBe(`first_${mark}@example.org`);
  expect((await confirm(two)).json()).toEqual({ changed: true });
  expect(await emailOf(token)).toBe(`moved_${mark}@example.org`);
  expect(await find(token)).toBeNull();
  for (const spent of [one, two]) expect((await confirm(spent)).statusCode).toBe(400);
  expect((await site.call({ url: '/api/user/me', token: other })).statusCode, 'other sessions end').toBe(401);
  expect(site.closedSessions.length).toBeGreaterThan(0);
  expect(site.changedUsers.at(-1)?.email).toBe(`moved_${mark}@example.org`);
  const subject = 'The email address of your Fairground account was changed';
  expect(await subjectsTo(`moved_${mark}@example.org`)).toContain(subject);
  expect(await subjectsTo(`first_${mark}@example.org`)).toContain(subject);
  expect((await login(`first_${mark}@example.org`)).statusCode).toBe(401);
  expect((await login(`moved_${mark}@example.org`)).statusCode).toBe(200);
});

it('asks only the new address where the present one was never confirmed, which gets no mail', async () => {
  const { token } = await register('never', false);
  const answer = await begin(token, 'never_moved@example.org');
  expect(answer.json()).toMatchObject({ pending: { oldConfirmed: true, newConfirmed: false } });
  expect((await confirm(await linkTo('never_moved@example.org'))).json()).toEqual({ changed: true });
  expect(await subjectsTo('never@example.org')).toEqual([]);
});

it('A26: gives the same answer and waiting change for an address in use, and explains it by mail', async () => {
  await register('present');
  const { token } = await register('asker');
  const taken = await begin(token, 'Present@example.org');
  const shown = await find(token);
  expect(await subjectsTo('Present@example.org')).toEqual([
    'This email address has a Fairground account already',
  ]);
  const free = await begin(token, 'nobody@example.org');
  const withoutTime = (body: object) =>
    JSON.stringify(body)
      .replace(/\d{4}-[^"]*/, '')
      .toLowerCase();
  expect(taken.statusCode).toBe(free.statusCode);
  expect(withoutTime(taken.json())).toBe(
    withoutTime(free.json()).replace('nobody@example.org', 'present@example.org'),
  );
  expect(shown).toMatchObject({ email: 'Present@example.org', newConfirmed: false });
  await expect(linkTo('Present@example.org')).rejects.toThrow('no link');
});

it('refuses an address that another account took in the meantime', async () => {
  const { token } = await register('slow_mover');
  await begin(token, 'contested@example.org');
  const [oldLink, newLink] = [await linkTo('slow_mover@example.org'), await linkTo('contested@example.org')];
  await site.register('quick', { email: 'CONTESTED@example.org' });
  expect((await confirm(oldLink)).json()).toEqual({ changed: false });
  expect((await confirm(newLink)).json()).toMatchObject({ status: 409, code: 'already_taken' });
  expect(await emailOf(token)).toBe('slow_mover@example.org');
});

it('A6: changes it once, however many confirmations arrive at the same time', async () => {
  const { token } = await register('racer');
  await begin(token, 'raced@example.org');
  const links = [await linkTo('racer@example.org'), await linkTo('raced@example.org')];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => confirm(links[at % 2] ?? '')));
  expect(answers.filter((answer) => answer.json<{ changed?: boolean }>().changed === true)).toHaveLength(1);
  expect(answers.every(({ statusCode }) => [200, 400].includes(statusCode))).toBe(true);
  expect(await emailOf(token)).toBe('raced@example.org');
  expect(await subjectsTo('raced@example.org')).toHaveLength(2);
});

it('A6: either changes or cancels where both arrive at the same time', async () => {
  for (let round = 0; round < 6; round++) {
    const { token } = await register(`torn_${round}`);
    await begin(token, `torn_to_${round}@example.org`);
    const [one, two] = [
      await linkTo(`torn_${round}@example.org`),
      await linkTo(`torn_to_${round}@example.org`),
    ];
    await confirm(one);
    const [changed, cancelled] = await Promise.all([confirm(two), cancel(one)]);
    const isChanged = changed.statusCode === 200;
    expect(cancelled.statusCode).toBe(isChanged ? 400 : 204);
    expect(await emailOf(token)).toBe(
      isChanged ? `torn_to_${round}@example.org` : `torn_${round}@example.org`,
    );
  }
});

it.each(['torn', 'kept_by_new'])('is cancelled by the link of either mail (%s)', async (name) => {
  const { token } = await register(name);
  await begin(token, `${name}_to@example.org`);
  const [oldLink, newLink] = [await linkTo(`${name}@example.org`), await linkTo(`${name}_to@example.org`)];
  await confirm(newLink);
  expect((await cancel(name === 'torn' ? oldLink : newLink)).statusCode).toBe(204);
  for (const link of [oldLink, newLink]) {
    expect((await confirm(link)).statusCode).toBe(400);
    expect((await cancel(link)).statusCode).toBe(400);
  }
  expect(await find(token)).toBeNull();
});

it('is cancelled in a session, and replaced by another one whose links are then the only ones', async () => {
  const { token } = await register('changer');
  const drop = () => site.call({ method: 'DELETE', url: '/api/user/email', token });
  expect((await drop()).statusCode).toBe(404);
  await begin(token, 'one@example.org');
  const replaced = await linkTo('changer@example.org');
  site.mails.length = 0;
  await begin(token, 'two@example.org');
  expect((await confirm(replaced)).statusCode).toBe(400);
  expect(await find(token)).toMatchObject({ email: 'two@example.org', oldConfirmed: false });
  expect((await drop()).statusCode).toBe(204);
  expect((await confirm(await linkTo('two@example.org'))).statusCode).toBe(400);
});

it('ends after 24 hours', async () => {
  const { token } = await register('tardy');
  await begin(token, 'tardy_to@example.org');
  const link = await linkTo('tardy_to@example.org');
  await site.rows(`UPDATE email_change SET expires_at = expires_at - interval '24 hours'`);
  expect(await find(token)).toBeNull();
  expect((await confirm(link)).statusCode).toBe(400);
  expect((await cancel(link)).statusCode).toBe(400);
});

it('takes the password, another address, and an account with a password', async () => {
  const { token } = await register('guarded');
  expect((await begin(token, 'x@example.org', 'not my password')).json()).toMatchObject({
    code: 'wrong_credentials',
  });
  const missing = await site.call({
    method: 'POST',
    url: '/api/user/email',
    token,
    payload: { email: 'x@example.org' },
  });
  expect(missing.json()).toMatchObject({ status: 403, code: 'reauthentication_required' });
  expect((await begin(token, 'GUARDED@example.org')).json()).toMatchObject({ status: 400 });
  expect((await begin(token, 'no address')).statusCode).toBe(400);
  const guest = await site.call({ method: 'POST', url: '/api/auth/guest', payload: { adult: true } });
  const { token: guestToken } = guest.json<{ token: string }>();
  expect((await begin(guestToken, 'guest@example.org')).json()).toMatchObject({
    code: 'reauthentication_required',
  });
  expect((await begin('', 'x@example.org')).statusCode).toBe(401);
  await site.auth.settled();
  expect(site.mails).toEqual([]);
});

it('ends links that were mailed to the former address before', async () => {
  const { token, id } = await register('resetter');
  await site.call({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: 'resetter@example.org' },
  });
  await site.auth.settled();
  const reset = /reset-password\?mailed=token#token=([\w-]{43})/.exec(site.mails[0]?.text ?? '')?.[1];
  await begin(token, 'reset_to@example.org');
  await confirm(await linkTo('resetter@example.org'));
  await confirm(await linkTo('reset_to@example.org'));
  const answer = await site.call({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { token: reset, newPassword: 'another row of lanterns' },
  });
  expect(answer.statusCode).toBe(400);
  const rows = await site.rows(`SELECT FROM password_reset WHERE player_id = $1`, id);
  expect(rows).toEqual([]);
});

it('A38: mails a mailbox three times a day at most, whichever account asks', async () => {
  for (let n = 0; n < 5; n++) {
    const { token } = await site.register(`pest_${n}`);
    await begin(token, `Victim+${n}@example.org`);
  }
  await site.auth.settled();
  expect(site.mails.filter(({ to }) => to.toLowerCase().startsWith('victim'))).toHaveLength(3);
});

it('A38: keeps the last mailed links valid, however often the change is asked for within a day', async () => {
  const { token } = await register('presser');
  for (let asked = 0; asked < 5; asked++) {
    const answer = await begin(token, 'pressed@example.org');
    expect([asked, answer.statusCode, answer.json()]).toMatchObject([
      asked,
      202,
      { pending: { email: 'pressed@example.org' } },
    ]);
    await site.auth.settled();
  }
  const isLink = ({ to, text }: { to: string; text: string }) =>
    to === 'pressed@example.org' && text.includes('/confirm-new-email?');
  expect(site.mails.filter(isLink)).toHaveLength(3);
  site.mails.reverse();
  for (const address of ['pressed@example.org', 'presser@example.org'])
    expect((await confirm(await linkTo(address))).statusCode).toBe(200);
  expect(await emailOf(token)).toBe('pressed@example.org');
});

it('A38: refuses a change to an address that may not get another mail today', async () => {
  const { token } = await register('first_asker');
  for (let asked = 0; asked < 3; asked++) await begin(token, 'wanted@example.org');
  const other = await register('second_asker');
  const refused = await begin(other.token, 'Wanted@example.org');
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect(await find(other.token)).toBeNull();
  expect(await find(token)).toMatchObject({ email: 'wanted@example.org' });
});
