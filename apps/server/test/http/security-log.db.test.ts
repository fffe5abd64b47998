/** The security log, and the headers and files that concern security. */
import { describe, expect, it } from 'vitest';
import { createStaffActs } from '../../src/staff/acts/staff-acts.ts';
import { logCommand } from '../../src/staff/acts/log.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { siteForAll } from '../for-tests.ts';

interface Line {
  level: string;
  security?: string;
  result?: string;
  code?: string;
  player?: string;
  address?: string;
  suppressed?: number;
}

const password = 'a meadow of lanterns';
const lines: string[] = [];
/** Never moves by itself, so each sampled message is written once. */
let nowMs = 0;
const testSite = siteForAll({
  log: createLogger('info', { write: (line) => void lines.push(line) }),
  clock: { ...systemClock, monotonic: () => nowMs },
  env: { RATE_LIMITS: 'on', SITE_URL: 'https://fair.example.org', OPERATOR_EMAIL: 'op@example.org' },
});

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, token?: string, payload?: object) =>
  testSite.site.app.inject({
    method,
    url: `/api${url}`,
    headers:
      token === undefined ? { origin: 'https://fair.example.org' } : { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });

/** The events that were logged while `work` ran, and their complete text. */
const logged = async (work: () => Promise<unknown>): Promise<{ events: Line[]; text: string }> => {
  const before = lines.length;
  await work();
  const written = lines.slice(before);
  return {
    events: written.map((line) => JSON.parse(line) as Line).filter(({ security }) => security !== undefined),
    text: written.join(''),
  };
};

const counted = async (event: string, result: string): Promise<number> => {
  const { body } = await testSite.site.app.inject({ url: '/metrics' });
  const pattern = new RegExp(
    `fairground_security_events_total\\{event="${event}",result="${result}"\\} (\\d+)`,
  );
  return Number(pattern.exec(body)?.[1] ?? 0);
};

describe('the security log', () => {
  it('has one line with the player and the address for each event of an account, and no secrets', async () => {
    const { user } = await testSite.register('logged');
    let token = '';
    const newPassword = 'another row of lanterns';
    const { events, text } = await logged(async () => {
      const answer = await call('POST', '/auth/login', undefined, { identifier: 'logged', password });
      token = answer.json<{ token: string }>().token;
      await call('POST', '/user/update', token, { newPassword });
      await call('POST', '/user/export', token, { password: newPassword });
      await call('POST', '/user/export', token, { password: 'wrong' });
      await call('GET', '/user/export', token);
      await call('POST', '/user/limits', token, {
        breakUntil: new Date(Date.now() + 30 * 86_400_000).toISOString(),
        password: newPassword,
      });
      await call('DELETE', '/user/me', token, { password: newPassword });
    });
    expect(events.map(({ security, result, code }) => [security, result, code])).toEqual([
      ['sign_in', 'ok', undefined],
      ['password_change', 'ok', undefined],
      ['export', 'ok', undefined],
      ['export', 'refused', 'wrong_credentials'],
      ['export', 'refused', 'reauthentication_required'],
      ['long_break', 'ok', undefined],
      ['close', 'ok', undefined],
    ]);
    expect(new Set(events.map(({ player }) => player))).toEqual(new Set([user.id]));
    expect(new Set(events.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
    for (const secret of [token, password, newPassword, 'logged@example.org'])
      expect(text).not.toContain(secret);
  });

  it('names neither what was typed nor whose account it is when a sign-in fails', async () => {
    await testSite.register('guessed');
    const { events, text } = await logged(async () => {
      await call('POST', '/auth/login', undefined, { identifier: 'guessed', password: 'a secret guess' });
      await call('POST', '/auth/login', undefined, { identifier: 'my-password-typed-here', password: 'x' });
    });
    expect(events.map(({ level, security, result, code }) => [level, security, result, code])).toEqual([
      ['warn', 'sign_in', 'refused', 'wrong_credentials'],
      ['warn', 'sign_in', 'refused', 'wrong_credentials'],
    ]);
    expect(text).not.toMatch(/guess|typed/);
  });

  it('samples what costs a caller nothing, and counts all of it', async () => {
    const before = await counted('token', 'refused');
    const unknown = 'x'.repeat(43);
    const { events } = await logged(() =>
      Promise.all(Array.from({ length: 200 }, () => call('GET', '/user/me', unknown))),
    );
    expect(events).toMatchObject([{ security: 'token', result: 'refused', code: 'not_signed_in' }]);
    expect(await counted('token', 'refused')).toBe(before + 200);
    nowMs += 1_000;
    const { events: next } = await logged(() => call('GET', '/user/me', unknown));
    expect(next).toMatchObject([{ security: 'token', suppressed: 199 }]);
  });

  it('shows a lock-out as limited', async () => {
    const guess = () => call('POST', '/auth/login', undefined, { identifier: 'locked', password: 'wrong' });
    const { events } = await logged(async () => {
      for (let n = 0; n < 12; n++) await guess();
    });
    expect(events.map(({ result }) => result)).toEqual([...Array<string>(10).fill('refused'), 'limited']);
    expect(await counted('sign_in', 'limited')).toBe(2);
  });

  it("has the operator's commands, each once, without what they contain", async () => {
    const { query } = testSite.database;
    const found: object[] = [];
    let recorded = 0;
    const engine = createStaffActs({
      database: { query },
      log: { info: (line: unknown) => void found.push(line as object) } as never,
      record: () => (recorded += 1),
    });
    await logCommand(query, 'players find', { players: ['1'] });
    await engine.step({} as never);
    expect(found).toEqual([]);
    await logCommand(query, 'players suspend', { player: '7', changed: true });
    await engine.step({} as never);
    await engine.step({} as never);
    expect(found).toMatchObject([{ security: 'staff', command: 'players suspend' }]);
    expect(recorded).toBe(1);
    expect(JSON.stringify(found)).not.toContain('changed');
  });
});

it('sends a permissions policy', async () => {
  const { headers } = await testSite.site.app.inject({ url: '/api/health/live' });
  expect(headers['permissions-policy']).toContain('camera=(), ');
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
});

it('says where to report a vulnerability', async () => {
  const { statusCode, headers, body } = await testSite.site.app.inject({ url: '/.well-known/security.txt' });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('Contact: mailto:op@example.org\nContact: https://fair.example.org/contact-us\n');
  expect(body).toContain('Canonical: https://fair.example.org/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
