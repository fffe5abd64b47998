/**
 * What access tokens may call: the committed list names the scope of each call and each live message, and every other
 * one is refused. A new call appears in the list as one that no token may make, until its route names a scope.
 */
import type { CreateTokenAnswer } from '@fairground/contract/tokens';
import type { AnyInstantGame } from '@fairground/game-kit/instant';
import { loadGameParts } from '@fairground/games/load';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { signedMessage, type ReceivedMessage } from '../test-line.ts';
import { findCalls, requestOf, type Call } from '../call-samples.ts';
import { siteForAll } from '../for-tests.ts';

const password = 'a meadow of lanterns';
/** The polls would close within seconds what the announcement of the end must close immediately. */
const clockWithoutPolls: Clock = { ...systemClock, setInterval: () => ({ cancel: () => undefined }) };
let calls: readonly Call[];
let scopes: ReadonlyMap<string, string>;

interface Document {
  info: { description: string };
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
}
const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`;

const site = siteForAll({ clock: clockWithoutPolls });
beforeAll(async () => {
  calls = findCalls(site.site);
  const { paths } = site.site.app.swagger() as unknown as Document;
  scopes = new Map(
    calls.map((call) => {
      const { security = [] } = paths[call.path]?.[call.method.toLowerCase()] ?? {};
      return [nameOf(call), security.flatMap(({ accessToken = [] }) => accessToken).join() || 'none'];
    }),
  );
});

const send = (call: Call, token: string | null) => {
  const { method, url, payload } = requestOf(call);
  return site.site.app.inject({
    method,
    url,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
};

let players = 0;
const createToken = async (...of: string[]) => {
  const { token: session, user } = await site.register(`scoped_${(players += 1)}`);
  const answer = await site.call('POST', '/user/tokens', session, {
    name: 'scopes',
    scopes: of,
    days: 1,
    password,
  });
  return { session, user, ...(answer.body as unknown as CreateTokenAnswer) };
};

/** What the site answers without identifying its caller. */
const isAnonymous = ({ path }: Call): boolean =>
  /^\/api\/(health\/|client-errors$|notices\/|newsletter\/one-click$)/.test(path);
const isRefusedScope = (answer: { statusCode: number; body: string }): boolean =>
  answer.statusCode === 403 && /access token/.test(answer.body);

it('are in the committed list', async () => {
  const messages = [
    ...(site.site.app.swagger() as unknown as Document).info.description.matchAll(/`(\w+)` \((\w+)\)/g),
  ];
  const lines = [
    ...[...scopes].map(([call, scope]) => `${scope.padEnd(5)} ${call}`),
    ...messages.map(([, type, scope]) => `${scope?.padEnd(5)} live message ${type}`),
  ];
  // All instant games have the same calls, so that a new one is no change of the list.
  const games = (await loadGameParts('game')).map(({ exports }) => (exports['default'] as AnyInstantGame).id);
  const [ofFirst = [], ...ofOthers] = games.map((id) =>
    lines.filter((line) => line.includes(`/${id}/`)).map((line) => line.replace(`/${id}/`, '/INSTANT_GAME/')),
  );
  for (const calls of ofOthers) expect(calls).toEqual(ofFirst);
  const listed = [...lines.filter((line) => !games.some((id) => line.includes(`/${id}/`))), ...ofFirst];
  await expect(`${listed.toSorted().join('\n')}\n`).toMatchFileSnapshot('token-scopes.txt');
});

describe('every call', () => {
  it('is refused to tokens without its scope, before anything is read of it', async () => {
    const [reader, player] = [await createToken('read'), await createToken('play')];
    let refused = 0;
    for (const call of calls.filter((each) => !isAnonymous(each))) {
      const scope = scopes.get(nameOf(call));
      const expected = { reader: scope !== 'read', player: scope === 'none' };
      const answers = { reader: await send(call, reader.token), player: await send(call, player.token) };
      for (const who of ['reader', 'player'] as const) {
        expect(isRefusedScope(answers[who]), `${nameOf(call)} by ${who}: ${answers[who].body}`).toBe(
          expected[who],
        );
        if (expected[who]) refused += 1;
        else expect([401, 500], `${nameOf(call)} by ${who}`).not.toContain(answers[who].statusCode);
      }
    }
    expect(refused).toBeGreaterThan(60);
  });

  it('is refused to tokens that are not valid', async () => {
    const endings: Record<string, (of: Awaited<ReturnType<typeof createToken>>) => string> = {
      expired: ({ info }) =>
        `UPDATE access_token SET created_at = created_at - interval '9 days', expires_at = clock_timestamp()
          WHERE id = ${info.id}`,
      ended: ({ info }) => `DELETE FROM access_token WHERE id = ${info.id}`,
      suspended: ({ user }) => `UPDATE player SET suspended_at = clock_timestamp() WHERE id = ${user.id}`,
    };
    for (const [name, end] of Object.entries(endings)) {
      const made = await createToken('play');
      await site.rows(end(made));
      for (const call of calls.filter((each) => !isAnonymous(each)))
        expect((await send(call, made.token)).statusCode, `${nameOf(call)}, ${name}`).toBe(401);
    }
  });

  it('gives a visitor what it gave before', async () => {
    for (const call of calls) expect(isRefusedScope(await send(call, null)), nameOf(call)).toBe(false);
  });
});

describe("another player's ids", () => {
  it('show a token no more than they show its player', async () => {
    const [one, other] = [await createToken('play'), await createToken('play')];
    const get = (path: string, token: string) => site.call('GET', path, token);
    const bet = await site.call('POST', '/mineField/create', one.token, {
      difficulty: 'Easy',
      bidAmount: 100,
    });
    expect(bet.status, bet.text).toBe(201);
    const { id } = bet.body as { id: string };
    for (const path of ['/mineField/reveal', '/mineField/update']) {
      const stolen = await site.call(
        'POST',
        path,
        other.token,
        path.endsWith('reveal') ? { id, tileId: 0 } : { id, gemsFound: 0 },
      );
      expect(stolen.status, path).toBe(404);
    }
    const profile = await get(`/user/profile/${one.user.username}`, other.token);
    expect(profile.body).not.toContain('@');
  });
});

describe('a live connection', () => {
  const sockets: WebSocket[] = [];
  afterAll(() => sockets.forEach((socket) => socket.terminate()));
  let requests = 0;
  const openSocket = (token: string) => {
    const socket = new WebSocket(`${site.site.url.replace('http', 'ws')}/ws`);
    sockets.push(socket);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    const opened = new Promise((resolve) => socket.once('open', resolve));
    const ask = async (type: string, payload: object = {}): Promise<ReceivedMessage> => {
      await opened;
      const requestId = `t${(requests += 1)}`;
      return new Promise((resolve) => {
        socket.on('message', (data: Buffer) => {
          const message = JSON.parse(data.toString()) as ReceivedMessage;
          if (message.requestId === requestId) resolve(message);
        });
        socket.send(signedMessage({ type, payload, requestId, nowMs: Date.now(), token }));
      });
    };
    return { ask, closed };
  };

  it('takes the messages of its scope, and receives what concerns its player', async () => {
    const [reader, player] = [await createToken('read'), await createToken('play')];
    const byReader = openSocket(reader.token);
    expect(await byReader.ask('userProfile', { userId: reader.user.username })).toMatchObject({
      type: 'userProfile_response',
      payload: { success: true },
    });
    for (const type of ['spinWheel', 'aviatorSign'])
      expect(await byReader.ask(type)).toMatchObject({ payload: { code: 'reauthentication_required' } });
    const byPlayer = openSocket(player.token);
    expect(await byPlayer.ask('spinWheel')).toMatchObject({ payload: { success: true } });
    expect(await byPlayer.ask('aviatorSign', { sign: 'star' })).toMatchObject({
      payload: { code: 'reauthentication_required' },
    });
    const me = await site.call('GET', '/user/me', player.token);
    expect(me.body).toMatchObject({ isSpinned: true, bot: true });
  });

  it.each(['ended by its owner', 'ended by a new password', 'ended everywhere'])(
    'is closed immediately once its token is %s',
    async (how) => {
      const { token, session, info } = await createToken('read');
      const socket = openSocket(token);
      expect(await socket.ask('ping')).toMatchObject({ payload: { success: true } });
      const end = {
        'ended by its owner': ['POST', `/user/tokens/${info.id}/end`, {}],
        'ended by a new password': [
          'POST',
          '/user/update',
          { newPassword: 'another field of lamps', currentPassword: password },
        ],
        'ended everywhere': ['DELETE', '/user/sessions?except=current', undefined],
      }[how] as ['POST' | 'DELETE', string, object | undefined];
      const [method, url, payload] = end;
      const ended = await site.call(method, url, session, payload);
      expect(ended.status, ended.text).toBeLessThan(300);
      expect(await socket.closed).toBe(1008);
      expect(await openSocket(token).ask('userProfile', { userId: 'x' })).toMatchObject({
        payload: { code: 'not_signed_in' },
      });
    },
  );

  it('refuses a handshake with a token in its address', async () => {
    const { token } = await createToken('read');
    const socket = new WebSocket(`${site.site.url.replace('http', 'ws')}/ws?token=${token}`);
    const refused = await new Promise<number | undefined>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve(undefined));
      socket.on('error', () => undefined);
    });
    socket.terminate();
    expect(refused).toBe(400);
  });
});
