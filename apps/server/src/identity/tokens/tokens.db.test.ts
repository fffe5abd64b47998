/** Access tokens: creating, listing and ending them, what ends them, and their limit of calls. */
import type { CreateTokenAnswer, TokenInfo } from '@fairground/contract/tokens';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { suspendPlayer } from '../../staff/acts/player-acts.ts';
import { hashToken } from '../../platform/entropy.ts';
import { createLogger } from '../../platform/logger.ts';
import { databaseWork } from '../../../test/database-work.ts';
import { hostileTexts, hostileValues } from '../../../test/hostile-inputs.ts';
import { until } from '../../../test/player-client.ts';
import { siteForAll } from '../../../test/for-tests.ts';

const password = 'a meadow of lanterns';
const body = { name: 'my bot', scopes: ['play'], days: 30, password };
const lines: string[] = [];
const site = siteForAll({ log: createLogger('debug', { write: (line) => void lines.push(line) }) });
afterEach(() => databaseWork.interfere(undefined));

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string, payload?: object) =>
  site.call(method, path, token, payload);

let players = 0;
const register = () => site.register(`owner_${(players += 1)}`);

const create = async (session: string, changes: object = {}): Promise<CreateTokenAnswer> => {
  const answer = await call('POST', '/user/tokens', session, { ...body, ...changes });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as unknown as CreateTokenAnswer;
};
const list = async (session: string): Promise<TokenInfo[]> =>
  (await call('GET', '/user/tokens', session)).body as unknown as TokenInfo[];
const statusOf = async (token: string): Promise<number> => (await call('GET', '/user/me', token)).status;
const query = <Row extends object>(text: string, ...values: unknown[]) => site.rows<Row>(text, ...values);

describe('creating a token', () => {
  it('answers it once, and stores its hash alone', async () => {
    const { token: session } = await register();
    const { token, info } = await create(session, { name: '  my bot ' });
    expect(token).toMatch(/^fgp_[A-Za-z0-9_-]{43}$/);
    expect(info).toEqual({
      id: info.id,
      name: 'my bot',
      scopes: ['read', 'play'],
      lastFour: token.slice(-4),
      createdAt: info.createdAt,
      expiresAt: info.expiresAt,
      lastUsedOn: null,
    });
    expect(Date.parse(info.expiresAt) - Date.parse(info.createdAt)).toBeGreaterThan(29 * 86_400_000);
    expect(await list(session)).toEqual([info]);
    const [row] = await query<{ token_hash: Buffer; all: string }>(
      'SELECT token_hash, t::text AS all FROM access_token t WHERE id = $1',
      info.id,
    );
    expect(row?.token_hash).toEqual(hashToken(token));
    expect(row?.all).not.toContain(token.slice(4, 40));
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(41) }],
    ['no day', { days: 0 }],
    ['more than a year', { days: 366 }],
    ['no expiry', { days: undefined }],
    ['half a day', { days: 0.5 }],
    ['another field', { player: 1 }],
  ])('refuses %s', async (_name, changes) => {
    const { token: session } = await register();
    expect((await call('POST', '/user/tokens', session, { ...body, ...changes })).status).toBe(400);
    expect(await list(session)).toEqual([]);
  });

  it('takes the password, of accounts that have one', async () => {
    const { token: session } = await register();
    const missing = await call('POST', '/user/tokens', session, { ...body, password: undefined });
    expect(missing).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    const wrong = await call('POST', '/user/tokens', session, { ...body, password: 'another one' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    const guest = (await call('POST', '/auth/guest', '', { adult: true })).body as { token: string };
    const refused = await call('POST', '/user/tokens', guest.token, body);
    expect(refused).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    expect((await call('POST', '/user/tokens', '', body)).status).toBe(401);
  });

  it('gives a player twenty at most, also of those created at the same moment', async () => {
    const { token: session } = await register();
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => call('POST', '/user/tokens', session, body)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter((answer) => answer.body.code === 'limit_reached')).toHaveLength(4);
    const tokens = await list(session);
    expect(tokens).toHaveLength(20);
    expect((await call('POST', `/user/tokens/${tokens[0]?.id}/end`, session, {})).status).toBe(204);
    await create(session);
  });

  it('is refused where the password changes after it was verified', async () => {
    const { token: session } = await register();
    const change = { newPassword: 'another field of lamps', currentPassword: password };
    let changed: Promise<{ status: number }> | undefined;
    databaseWork.interfere(async (_client, text, run) => {
      if (changed === undefined && text.includes('FOR NO KEY UPDATE') && text.includes('password_hash = ')) {
        changed = call('POST', '/user/update', session, change);
        await changed;
      }
      return run();
    });
    expect(await call('POST', '/user/tokens', session, body)).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    expect((await changed)?.status).toBe(200);
    expect(await list(session)).toEqual([]);
  });

  it('takes no hostile text or value for anything but a name', async () => {
    const { token: session } = await register();
    for (const [at, value] of [...hostileTexts, ...hostileValues].entries())
      for (const field of ['name', 'scopes', 'days', 'password', '__proto__']) {
        const payload = JSON.stringify({ ...body, [field]: value });
        const answer = await site.site.app.inject({
          method: 'POST',
          url: '/api/user/tokens',
          headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
          payload,
        });
        expect(answer.statusCode, `${field}, ${at}`).toBeLessThan(500);
        if (field !== 'name') expect(answer.statusCode, payload.slice(0, 200)).toBeGreaterThanOrEqual(400);
      }
    for (const text of hostileTexts) {
      const bearer = text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 6_000);
      for (const token of [`fgp_${bearer}`, `fgp_${'A'.repeat(42)}${bearer.slice(0, 1)}`])
        expect((await call('GET', '/user/me', token)).status).toBe(401);
    }
  });

  it('is mailed to a confirmed owner and logged, without the token', async () => {
    const { token: session, user } = await register();
    await query('UPDATE player SET email_confirmed_at = clock_timestamp() WHERE id = $1', user.id);
    const { token } = await create(session);
    const folder = join(site.dataDir, 'mail');
    const mails = async (): Promise<string[]> =>
      Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    const isOfToken = (text: string): boolean =>
      text.includes(`${user.username}@example.org`) && text.includes('access token');
    await until('the mail is written', async () => (await mails()).some(isOfToken));
    for (const text of [...(await mails()), ...lines]) expect(text).not.toContain(token.slice(4));
    expect(lines.some((line) => line.includes('"security":"access_token_create","result":"ok"'))).toBe(true);
  });
});

describe('a token', () => {
  it('is found by its owner alone', async () => {
    const [one, other] = [await register(), await register()];
    const { token, info } = await create(one.token);
    expect(await list(other.token)).toEqual([]);
    for (const id of [info.id, '0', '99999999999999999999', 'x'])
      expect((await call('POST', `/user/tokens/${id}/end`, other.token, {})).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
  });

  it('is shown with the day on which it was used', async () => {
    const { token: session } = await register();
    const { token } = await create(session);
    expect(await statusOf(token)).toBe(200);
    await until('the day is stored', async () => (await list(session))[0]?.lastUsedOn !== null);
    expect((await list(session))[0]?.lastUsedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('is refused on public calls too where it is not valid', async () => {
    for (const token of [`fgp_${'A'.repeat(43)}`, 'fgp_', 'fgp_short'])
      for (const path of ['/games/config', '/user/me'])
        expect(await call('GET', path, token)).toMatchObject({
          status: 401,
          body: { code: 'not_signed_in' },
        });
  });

  it('is refused as a cookie, and in an address, where it is not logged', async () => {
    const { token: session } = await register();
    const { token } = await create(session);
    const byCookie = await site.site.app.inject({
      url: '/api/user/me',
      headers: { cookie: `session=${token}` },
    });
    expect(byCookie.statusCode).toBe(401);
    for (const url of [`/api/user/me?access_token=${token}`, `/api/blog/${token}`, `/?t=${token}`]) {
      const inAddress = await site.site.app.inject({ url });
      expect(inAddress.statusCode, url).toBe(400);
    }
    expect(lines.join('')).not.toContain(token.slice(4));
  });

  it('sets no cookie, and its answers are not stored', async () => {
    const { token: session } = await register();
    const { token } = await create(session);
    const { headers } = await call('GET', '/user/me', token);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });

  type Ending = (owner: { session: string; username: string; tokenId: string }) => Promise<unknown>;
  const endings: Record<string, Ending> = {
    'its owner': ({ session, tokenId }) => call('POST', `/user/tokens/${tokenId}/end`, session, {}),
    'its expiry': ({ tokenId }) =>
      query(
        `UPDATE access_token SET created_at = created_at - interval '2 days',
          expires_at = clock_timestamp() WHERE id = $1`,
        tokenId,
      ),
    'a new password': ({ session }) =>
      call('POST', '/user/update', session, {
        newPassword: 'another field of lamps',
        currentPassword: password,
      }),
    'signing out everywhere': ({ session }) => call('DELETE', '/user/sessions', session),
    'signing out everywhere else': ({ session }) => call('DELETE', '/user/sessions?except=current', session),
    'a suspension': async ({ username }) =>
      suspendPlayer(site.database.query, { playerId: await idOf(username), reason: null, until: null }),
    closing: ({ session }) => call('DELETE', '/user/me', session, { password }),
  };
  const idOf = async (username: string): Promise<bigint> => {
    const [row] = await query<{ id: bigint }>('SELECT id FROM player WHERE username = $1', username);
    return row?.id ?? 0n;
  };

  it.each(Object.entries(endings))('is ended by %s', async (_name, end) => {
    const { token: session, user } = await register();
    const { token, info } = await create(session);
    expect(await statusOf(token)).toBe(200);
    await end({ session, username: user.username, tokenId: info.id });
    expect(await statusOf(token)).toBe(401);
  });

  it('lives on where one session ends', async () => {
    const { token: session } = await register();
    const { token } = await create(session);
    await call('POST', '/auth/logout', session);
    expect(await statusOf(token)).toBe(200);
  });

  it('is refused while its player is suspended, however that came about', async () => {
    const { token: session, user } = await register();
    const { token } = await create(session);
    await query('UPDATE player SET suspended_at = clock_timestamp() WHERE id = $1', user.id);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the limit of calls', () => {
  const limited = siteForAll({ env: { RATE_LIMITS: 'on' } });

  it('is counted for each token apart, and refuses with the seconds to wait', async () => {
    const { token: session } = await limited.register('busy');
    const inject = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
      limited.call(method, url, token, payload);
    const made = async () =>
      (await inject('POST', '/user/tokens', session, body)).body as unknown as CreateTokenAnswer;
    const [one, other] = [await made(), await made()];
    const answers = await Promise.all(Array.from({ length: 45 }, () => inject('GET', '/user/me', one.token)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await inject('GET', '/user/me', other.token)).status).toBe(200);
    expect((await inject('GET', '/user/me', session)).status).toBe(200);
  });
});
