/** What a session alone is not enough for, and the mails about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';
import { until } from '../../../test/player-client.ts';
import { startSmtpSink, type SmtpSink } from '../../../test/smtp-sink.ts';

let site: TestSite;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  site = await startTestSite({ env: { RATE_LIMITS: 'on', SMTP_URL: sink.url } });
});
afterAll(async () => {
  await site?.close();
  await sink?.close();
});

const password = 'a meadow of lanterns';
const day = 86_400_000;

const confirm = (username: string) =>
  site.rows(`UPDATE player SET email_confirmed_at = clock_timestamp() WHERE username = $1`, username);

const register = async (username: string): Promise<string> => {
  const { token } = await site.register(username);
  await confirm(username);
  return token;
};

const subjectsTo = (username: string): string[] =>
  sink.mails
    .filter(({ to }) => to.includes(`${username}@example.org`))
    .map(({ source }) => /^Subject: (.*)$/im.exec(source)?.[1] ?? '')
    .filter((subject) => !subject.startsWith('Confirm'));

const closeAccount = (token: string) => site.call('DELETE', '/user/me', token, { password });

describe('an export', () => {
  it('wants the password again, and the owner is notified by mail', async () => {
    const token = await register('exporter');
    for (const refused of [
      await site.call('GET', '/user/export', token),
      await site.call('POST', '/user/export', token, {}),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    }
    expect(await site.call('POST', '/user/export', token, { password: 'another meadow' })).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    expect(subjectsTo('exporter')).toEqual([]);
    const exported = await site.call('POST', '/user/export', token, { password });
    expect(exported).toMatchObject({ status: 200, body: { user: { username: 'exporter' } } });
    await until('the mail arrived', () => subjectsTo('exporter').length > 0);
    expect(subjectsTo('exporter')).toEqual(['Your Fairground data was downloaded']);
  });

  it('A27: a stolen session guesses ten passwords, and is then limited with the right one too', async () => {
    const token = await register('guessed');
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      statuses.push(
        (await site.call('POST', '/user/export', token, { password: `guess number ${n}` })).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await site.call('POST', '/user/export', token, { password })).status).toBe(429);
  });

  it('asks a guest, who has no password, for none', async () => {
    const { body } = await site.call('POST', '/auth/guest', null, { adult: true });
    const token = String(body['token']);
    expect((await site.call('GET', '/user/export', token)).status).toBe(200);
    await until('the export ended', async () => {
      const text = `SELECT FROM player_export WHERE run_id IS NOT NULL`;
      return (await site.rows(text)).length === 0;
    });
    expect((await site.call('POST', '/user/export', token, {})).status).toBe(200);
  });
});

describe('a break', () => {
  const breakOf = (days: number, more: object = {}) => ({
    breakUntil: new Date(Date.now() + days * day).toISOString(),
    ...more,
  });

  it('of a week begins with a press; a longer one wants the password, and is reported by mail', async () => {
    const token = await register('rester');
    expect((await site.call('POST', '/user/limits', token, breakOf(7))).status).toBe(200);
    const before = (await site.call('GET', '/user/limits', token)).body;
    for (const [more, status, code] of [
      [{}, 403, 'reauthentication_required'],
      [{ password: 'another meadow' }, 401, 'wrong_credentials'],
    ] as const) {
      expect(await site.call('POST', '/user/limits', token, breakOf(8, more))).toMatchObject({
        status,
        body: { code },
      });
    }
    expect((await site.call('GET', '/user/limits', token)).body).toEqual(before);
    const long = breakOf(30, { password });
    expect(await site.call('POST', '/user/limits', token, long)).toMatchObject({
      status: 200,
      body: { breakUntil: long.breakUntil },
    });
    await until('the mail arrived', () => subjectsTo('rester').length > 0);
    expect(subjectsTo('rester')).toEqual(['Your break from Fairground']);
  });

  it('of a guest takes no password', async () => {
    const { body } = await site.call('POST', '/auth/guest', null, { adult: true });
    expect((await site.call('POST', '/user/limits', String(body['token']), breakOf(30))).status).toBe(200);
  });
});

it('reports a new password and a closed account to a confirmed address, and nothing to others', async () => {
  const token = await register('leaver');
  const newPassword = 'another row of lanterns';
  expect((await site.call('POST', '/user/update', token, { newPassword })).status).toBe(200);
  await until('the mail arrived', () => subjectsTo('leaver').length > 0);
  expect((await site.call('POST', '/user/update', token, { newPassword: password })).status).toBe(200);
  expect((await closeAccount(token)).status).toBe(204);
  await until('both mails arrived', () => subjectsTo('leaver').length > 2);
  expect(subjectsTo('leaver').toSorted()).toEqual([
    'Your Fairground account is closed',
    'Your Fairground password was changed',
    'Your Fairground password was changed',
  ]);

  const { token: unconfirmed } = await site.register('stranger');
  expect((await site.call('POST', '/user/update', unconfirmed, { newPassword })).status).toBe(200);
  expect((await site.call('POST', '/user/update', unconfirmed, { newPassword: password })).status).toBe(200);
  expect((await closeAccount(unconfirmed)).status).toBe(204);
  // Later mails of the same queue have arrived by then.
  await register('marker').then((other) => site.call('POST', '/user/update', other, { newPassword }));
  await until('the marker arrived', () => subjectsTo('marker').length > 0);
  expect(subjectsTo('stranger')).toEqual([]);
});
