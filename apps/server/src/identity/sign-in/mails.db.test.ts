/** A38: the mails that are sent, however often strangers request them. */
import { beforeEach, expect, test } from 'vitest';
import { watchedSiteForAll } from '../../../test/for-tests.ts';
import { until } from '../../../test/player-client.ts';
import { password } from '../../../test/watched-site.ts';

// The limits on mail are not request limits and apply without those.
const site = watchedSiteForAll();
beforeEach(async () => {
  await site.auth.settled();
  site.mails.length = 0;
});

const login = (identifier: string, userAgent: string) =>
  site.call({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'user-agent': userAgent },
    payload: { identifier, password },
  });
const forgot = (email: string) =>
  site.call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
const subjects = async (): Promise<string[]> => {
  await site.auth.settled();
  return site.mails.map(({ to, subject }) => `${to}: ${subject}`);
};

test('A38: sends only the confirmation mail to an unconfirmed address', async () => {
  await site.register('mallory', { email: 'victim@example.org' });
  for (let n = 0; n < 80; n++) {
    expect((await login('mallory', `You won, visit evil.example ${n}`)).statusCode).toBe(200);
  }
  for (let n = 0; n < 5; n++) expect((await forgot('victim@example.org')).statusCode).toBe(202);
  expect(await subjects()).toEqual(['victim@example.org: Confirm your email address for Fairground']);
  expect(site.mails[0]?.text).not.toContain('evil.example');
});

test('A38: sends no further mail when a mailbox is registered again or with a tag', async () => {
  const { user } = await site.register('first', { email: 'box@example.org' });
  await site.rows(`UPDATE player SET email = 'gone@example.org' WHERE id = $1`, user.id);
  await site.register('second', { email: 'BOX@example.org' });
  for (let n = 0; n < 5; n++) await site.register(`tagged_${n}`, { email: `box+${n}@example.org` });
  expect(await subjects()).toHaveLength(1);
});

test('mails an expired confirmation again with a later sign-in; lets a confirmed owner register again', async () => {
  await site.register('slow', { email: 'slow@example.org' });
  expect(await subjects()).toHaveLength(1);
  await site.rows(`UPDATE mail_quota SET since = since - interval '30 days'`);
  await login('slow', 'x');
  await login('slow', 'x');
  expect(await subjects()).toHaveLength(2);
  const token = /#token=([\w-]{43})/.exec(site.mails.at(-1)?.text ?? '')?.[1];
  const confirm = () => site.call({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } });
  expect((await confirm()).statusCode).toBe(204);
  expect((await confirm()).statusCode).toBe(400);
  await site.rows(`UPDATE player SET email = 'moved@example.org' WHERE username = 'slow'`);
  await site.register('slow_again', { email: 'slow@example.org' });
  expect(await subjects()).toHaveLength(3);
});

test('sends another confirmation at the next sign-in after the mail server refused one for good', async () => {
  site.failNextMail(550);
  await site.register('unlucky');
  expect(await subjects()).toEqual([]);
  expect(await site.rows(`SELECT FROM queued_mail`)).toEqual([]);
  await login('unlucky', 'x');
  expect(await subjects()).toHaveLength(1);
});

test.each([
  ['is away', undefined],
  ['says later', 451],
])('tries a mail that a player asked for again after the mail server %s', async (_what, answer) => {
  site.failNextMail(answer);
  const name = `patient_${answer ?? 'away'}`;
  await site.register(name);
  expect(await subjects()).toEqual([]);
  const [queued] = await site.rows<{ sealed: Buffer; message_id: string }>(
    `SELECT q.sealed, q.message_id FROM queued_mail q JOIN player p ON p.id = q.player_id WHERE p.username = $1`,
    name,
  );
  expect(queued?.sealed.includes(name), 'the link is sealed').toBe(false);
  await login(name, 'x');
  expect(await subjects(), 'the one that waits is enough').toEqual([]);
  await site.rows(`UPDATE notice_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`);
  await until('the mail was sent', () => site.mails.length > 0);
  expect(site.mails).toMatchObject([{ to: `${name}@example.org`, messageId: queued?.message_id }]);
  const [, token] = /#token=([\w-]{43})/.exec(site.mails[0]?.text ?? '') ?? [];
  const confirmed = await site.call({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } });
  expect(confirmed.statusCode).toBe(204);
  await until('its text is erased', async () => (await site.rows(`SELECT FROM queued_mail`)).length === 0);
});

test('A38: sends a confirmed owner at most three sign-in notices per day, without text from the request', async () => {
  await site.register('owner');
  await site.confirm('owner');
  await site.auth.settled();
  site.mails.length = 0;
  for (let n = 0; n < 10; n++) {
    await login('owner', `Mozilla/5.0 (X11; Linux x86_64; visit evil.example/${n}) Firefox/${n} <b>`);
    await site.auth.settled();
  }
  expect(await subjects()).toEqual(
    Array<string>(3).fill('owner@example.org: A sign-in to your Fairground account'),
  );
  for (const { text, html } of site.mails) {
    expect(text).toContain('Browser: Firefox on Linux\n');
    expect(text + html).not.toMatch(/evil|Mozilla|X11/);
  }
  await site.rows(`UPDATE mail_quota SET since = since - interval '1 day'`);
  await login('owner', 'another one');
  expect(await subjects()).toHaveLength(4);
});

test('limits the known browsers of an account', async () => {
  const { user } = await site.register('collector');
  for (let n = 0; n < 60; n++) await login('collector', `Browser/${n}`);
  const rows = await site.rows(`SELECT FROM known_browser WHERE player_id = $1`, user.id);
  expect(rows).toHaveLength(50);
});
