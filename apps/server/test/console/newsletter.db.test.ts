/** The newsletter's subscribers for a mailing tool: what the file has, and that its links end subscriptions. */
import { beforeAll, expect, it, vi } from 'vitest';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { runAdmin } from '../../src/staff/commands/run.ts';
import { siteForAll } from '../for-tests.ts';
import { type StaffCaller } from '../test-staff.ts';
import { urlOf } from '../shared-postgres.ts';

const siteUrl = 'https://fair.example';
let olga: StaffCaller;
const site = siteForAll({ clock: 'stopped', env: { SITE_URL: siteUrl } });
beforeAll(async () => {
  olga = await site.staff.enter('olga', 'operator');
});

const subscribe = (email: string, { language = null as string | null, token = `token-of-${email}` } = {}) =>
  site.ownerRows(
    `INSERT INTO newsletter_subscriber (email, language, confirmed_at, unsubscribe_token)
    VALUES ($1, $2, '2026-11-23T10:00:00Z', $3)`,
    email,
    language,
    token,
  );
const isSubscribed = async (email: string) =>
  (await site.ownerRows(`SELECT FROM newsletter_subscriber WHERE email = $1`, email)).length === 1;
const download = () =>
  site.site.app.inject({ url: '/api/console/newsletter/subscribers.csv', headers: { cookie: olga.cookie } });
const print = async (): Promise<string> => {
  const lines: string[] = [];
  const env = { DATABASE_URL: urlOf(site.address), SITE_URL: siteUrl };
  expect(await runAdmin(['subscribers'], env, (line) => lines.push(line))).toBe(0);
  return lines.map((line) => `${line}\n`).join('');
};
const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  site.site.app.inject({ method, url, ...(payload ? { payload } : {}) });

it('is a file of confirmed addresses, from the console as from a shell, and the log has who made it', async () => {
  await subscribe('+anna@example.org', { token: 'a b&c' });
  await subscribe('"bruno, b"@example.org', { language: 'es', token: 'token' });
  await site.ownerRows(
    `INSERT INTO newsletter_subscriber (email, confirm_hash, confirm_until, unsubscribe_token)
    VALUES ('pending@example.org', '', clock_timestamp() + interval '1 day', 'pending')`,
  );
  const { statusCode, headers, body } = await download();
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const link = 'https://fair.example/api/newsletter/one-click';
  expect(body).toBe(
    [
      'email,language,confirmed_at,unsubscribe_url',
      `+anna@example.org,en,2026-11-23T10:00:00.000Z,${link}?token=a%20b%26c`,
      `"""bruno, b""@example.org",es,2026-11-23T10:00:00.000Z,${link}?token=token`,
      '',
    ].join('\r\n'),
  );
  expect(await print()).toBe(body);
  expect((await olga.get('/newsletter')).body).toEqual({ confirmed: 2, spanish: 1 });
  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  expect(entries.filter(({ command }) => command === 'subscribers')).toMatchObject([
    { staff: null, details: { count: 2 } },
    { staff: 'olga', details: { count: 2 } },
  ]);
});

it('has links that end the subscription, by a press in a mail program or on the page that they lead to', async () => {
  const emails = ['carla@example.org', 'dora@example.org'] as const;
  for (const email of emails) await subscribe(email);
  const file = await print();
  const [pressed = '', opened = ''] = emails.map((email) => {
    const link = new RegExp(`^${email},.*,${siteUrl}(.*)\r$`, 'm').exec(file)?.[1];
    return link ?? '';
  });

  // A browser that opens the link changes nothing.
  const page = await call('GET', opened);
  expect([page.statusCode, page.headers['location']]).toEqual([
    303,
    `${siteUrl}/newsletter?mailed=unsubscribe#unsubscribe=token-of-dora%40example.org`,
  ]);
  expect(await isSubscribed('dora@example.org')).toBe(true);
  const token = decodeURIComponent(String(page.headers['location']).split('#unsubscribe=')[1] ?? '');
  expect((await call('POST', '/api/newsletter/unsubscribe', { token })).statusCode).toBe(204);
  expect(await isSubscribed('dora@example.org')).toBe(false);

  const press = () =>
    site.site.app.inject({
      method: 'POST',
      url: pressed,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await press()).statusCode).toBe(204);
  expect(await isSubscribed('carla@example.org')).toBe(false);
  expect((await press()).statusCode).toBe(400);
  expect(await print()).not.toMatch(/carla|dora/);
});

it('has the language of the page of each subscription', async () => {
  const email = 'edda@example.org';
  expect((await call('POST', '/api/newsletter', { email, language: 'es' })).statusCode).toBe(202);
  // The address is stored after the answer.
  await vi.waitUntil(() => isSubscribed(email), { timeout: 200_000, interval: 50 });
  await site.ownerRows(
    `UPDATE newsletter_subscriber SET confirmed_at = clock_timestamp(), confirm_hash = NULL, confirm_until = NULL
    WHERE email = $1`,
    email,
  );
  expect(await print()).toContain(`\n${email},es,`);
  expect((await call('POST', '/api/newsletter', { email, language: 'xx' })).statusCode).toBe(400);
});

it('answers 404 to calls of letters and to reports of mails that came back', async () => {
  for (const path of ['/letters', '/letters/1']) expect((await olga.get(path)).status, path).toBe(404);
  for (const path of [
    '/letters',
    ...['save', 'test', 'send', 'stop', 'resume', 'delete'].map((act) => `/letters/1/${act}`),
  ])
    expect((await olga.post(path, {})).status, path).toBe(404);
  const bounce = { address: 'anna@example.org', kind: 'hard', at: '2026-11-23T10:00:00Z' };
  expect((await call('POST', '/api/mail/bounces', bounce)).statusCode).toBe(404);
});
