import { describe, expect, test } from 'vitest';
import { closeCodes, Session } from './session.ts';
import type { SessionDeps } from './session.ts';
import { createTestClock, signedMessage, TestLine } from '../../test/test-line.ts';
import { createTopicSet } from './topics.ts';
import { accepted, refuse } from '@fairground/contract/errors';
import { noOwnTopics, type Handler, type Identity, type OwnTopics, type Programs } from './types.ts';

const topics = createTopicSet(['rockets', 'balls', 'tickets']);
const alice: Identity = { playerId: '1', sessionId: '11' };
const bob: Identity = { playerId: '2', sessionId: '22' };

function world({
  handlers = {},
  cookieToken,
  flood = { burst: 60, perSecond: 20 },
  confirm = async () => true,
  lookUp = async () => undefined,
  programs = {},
  ownTopics = {},
}: {
  ownTopics?: Partial<OwnTopics>;
  handlers?: Record<string, Handler>;
  cookieToken?: string;
  flood?: SessionDeps['flood'];
  confirm?: SessionDeps['confirm'];
  /** What the look-up of the nth token waits for. */
  lookUp?: (asked: number) => Promise<void>;
  programs?: Partial<Programs>;
} = {}) {
  const clock = createTestClock();
  const line = new TestLine();
  const logged: unknown[] = [];
  const bound: Identity[] = [];
  const connected: [string, number][] = [];
  const tokens = new Map<string, Identity>([
    ['alice-socket', alice],
    ['bob-socket', bob],
  ]);
  const sessions = new Map<string, Identity>([['alice-session', alice]]);
  let asked = 0;
  const note = (...entry: unknown[]): void => void logged.push(entry);
  const session = new Session(
    {
      clock,
      log: { debug: note, info: note, warn: note, error: note },
      warn: note,
      authenticate: {
        socketToken: async (token) => {
          asked += 1;
          await lookUp(asked);
          if (token === 'away') throw new Error('the database is unavailable');
          return tokens.get(token) ?? null;
        },
        sessionToken: async (token) => sessions.get(token) ?? null,
        liveSessions: async () => new Map(),
        cookie: () => null,
      },
      confirm,
      handlers: new Map(Object.entries(handlers)),
      messageScopes: { userProfile: 'read', turn: 'play' },
      programs: { admit: async () => accepted, mark: async () => undefined, ...programs },
      topics,
      ownTopics: { ...noOwnTopics, ...ownTopics },
      topicState: {
        rockets: () => [
          { type: 'rocketsCountdown_response', payload: { success: true, data: { countdown: 7 } } },
        ],
        balls: () => [{ type: 'ballsStatus_response', payload: { success: true, data: {} } }],
        tickets: () => [],
      },
      flood,
      lastNumber: () => 5,
      pageConnected: (...page) => void connected.push(page),
      bound: (_session, identity) => void bound.push(identity),
    },
    line,
  );
  session.begin(cookieToken ?? null);
  const greeting = line.read();
  let count = 0;
  const send = async (draft: { type: string } & Partial<Parameters<typeof signedMessage>[0]>) => {
    count += 1;
    await session.receive(signedMessage({ requestId: `r${count}`, nowMs: clock.now(), ...draft }));
    return line.read();
  };
  return { clock, line, session, bound, connected, tokens, logged, greeting, send, asked: () => asked };
}

const whoAmI: Handler = async ({ identity }) =>
  identity === null
    ? { success: false, code: 'not_signed_in', message: 'Please sign in first.' }
    : { success: true, data: { playerId: identity.playerId } };

describe('a new connection', () => {
  test('receives the state of every topic immediately, and only once', () => {
    const { greeting, session } = world();
    expect(greeting.map(({ type }) => type)).toEqual(['rocketsCountdown_response', 'ballsStatus_response']);
    expect(session).toMatchObject({ interest: topics.all, knowsUpTo: 5 });
  });

  test('narrows its topics by subscribe, and receives their state', async () => {
    const { send, session } = world();
    const received = await send({
      type: 'subscribe',
      payload: { topics: ['balls'], ticks: 'sparse' },
    });
    expect(received).toMatchObject([
      { type: 'subscribe_response', requestId: 'r1', payload: { success: true, data: { ticks: 'sparse' } } },
      { type: 'ballsStatus_response' },
    ]);
    expect(session.interest).toBe(topics.bitOf('balls'));
    await send({ type: 'subscribe', payload: { topics: ['tickets'] } });
    expect(session.interest).toBe(topics.bitOf('tickets') | topics.everyTick);
  });

  test('changes nothing by a list with a topic of another player, and takes lists in their order', async () => {
    const asked: string[][] = [];
    const own: Partial<OwnTopics> = {
      isTopic: (topic) => topic.startsWith('own:'),
      async follow(_session, list) {
        await new Promise((resolve) => setImmediate(resolve));
        asked.push([...list]);
        if (list.includes('own:away')) throw new Error('the database is unavailable');
        return !list.includes('own:other');
      },
    };
    const { send, session } = world({ ownTopics: own });
    for (const [topic, code] of [
      ['own:other', 'not_found'],
      ['own:away', 'unavailable'],
      ['nowhere', 'invalid_request'],
    ] as const) {
      const received = await send({ type: 'subscribe', payload: { topics: ['balls', topic] } });
      expect(received).toMatchObject([{ type: 'error_response', payload: { code } }]);
      expect(session.interest).toBe(topics.all);
    }
    const answers = await Promise.all([
      send({ type: 'subscribe', payload: { topics: ['balls', 'own:1'] } }),
      send({ type: 'subscribe', payload: { topics: ['tickets'] } }),
    ]);
    expect(answers.flat().map(({ payload }) => payload.data?.['topics'])).toContainEqual(['balls', 'own:1']);
    expect(session.interest).toBe(topics.bitOf('tickets') | topics.everyTick);
    // A list without them ends what was followed.
    expect(asked).toEqual([['own:other'], ['own:away'], ['own:1'], []]);
  });

  test("is updated from the version of the player that the page has, once it is the player's", async () => {
    const payload = { topics: [], userVersion: 7 };
    const visitor = world();
    await visitor.send({ type: 'subscribe', payload });
    expect(visitor.connected).toEqual([]);
    const player = world({ cookieToken: 'alice-session' });
    await player.send({ type: 'subscribe', payload });
    await player.send({ type: 'subscribe', payload: { topics: [] } });
    expect(player.connected).toEqual([['1', 7]]);
  });

  test('handles messages in the order in which they arrive, however long their tokens are looked up', async () => {
    const found: (() => void)[] = [];
    const { send, session } = world({
      lookUp: (asked) =>
        asked > 1 ? Promise.resolve() : new Promise((resolve) => found.push(() => resolve())),
    });
    const token = 'alice-socket';
    const sent = [
      send({ type: 'subscribe', token, payload: { topics: ['balls'] } }),
      send({ type: 'subscribe', token, payload: { topics: ['rockets', 'tickets'] } }),
      send({ type: 'subscribe', payload: { topics: ['tickets'] } }),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    // No later message is handled before the first one.
    expect(session.interest).toBe(topics.all);
    for (const resolve of found) resolve();
    const received = (await Promise.all(sent)).flat();
    expect(
      received.filter(({ type }) => type === 'subscribe_response').map(({ requestId }) => requestId),
    ).toEqual(['r1', 'r2', 'r3']);
    expect(session.interest).toBe(topics.bitOf('tickets') | topics.everyTick);
  });

  test('answers ping with the server time', async () => {
    const { send } = world();
    expect(await send({ type: 'ping' })).toMatchObject([
      {
        type: 'ping_response',
        requestId: 'r1',
        payload: { success: true, data: { serverTime: '2026-01-01T00:00:00.000Z' } },
        timestamp: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });
});

describe('refused without closing the connection', () => {
  test.each([
    ['no JSON', 'hello'],
    ['an array', '[]'],
    ['null', 'null'],
    [
      'no signature',
      JSON.stringify({ type: 'ping', payload: {}, requestId: 'x', timestamp: '2026-01-01T00:00:00Z' }),
    ],
    [
      'an invalid payload',
      signedMessage({ type: 'ping', payload: [], requestId: 'x', nowMs: Date.UTC(2026, 0, 1) }),
    ],
    ['an unknown type', signedMessage({ type: 'win', requestId: 'x', nowMs: Date.UTC(2026, 0, 1) })],
    [
      'a type of every object',
      signedMessage({ type: 'toString', requestId: 'x', nowMs: Date.UTC(2026, 0, 1) }),
    ],
  ])('%s', async (_name, text) => {
    const { session, line } = world();
    await session.receive(text);
    expect(line.read()).toMatchObject([
      { type: 'error_response', payload: { success: false, code: 'invalid_request' } },
    ]);
    expect(line.ended).toBeNull();
  });

  test('a binary message', async () => {
    const { session, line } = world();
    await session.receive(
      Buffer.from(signedMessage({ type: 'ping', requestId: 'x', nowMs: Date.UTC(2026, 0, 1) })),
    );
    expect(line.read()).toMatchObject([{ type: 'error_response' }]);
  });

  test('a wrong signature, under its own requestId', async () => {
    const { send } = world();
    expect(await send({ type: 'ping', key: 'guess', requestId: 'mine' })).toMatchObject([
      { type: 'error_response', requestId: 'mine', payload: { code: 'invalid_request' } },
    ]);
  });

  test.each([-3_600_000, -120_001, 120_001, 3_600_000])('A7: a timestamp %i ms off', async (offMs) => {
    const { send, clock } = world();
    expect(await send({ type: 'ping', nowMs: clock.now() + offMs })).toMatchObject([
      { type: 'error_response' },
    ]);
  });

  test('except a timestamp within two minutes', async () => {
    const { send, clock } = world();
    expect(await send({ type: 'ping', nowMs: clock.now() - 119_000 })).toMatchObject([
      { type: 'ping_response' },
    ]);
  });

  test('A6: a replayed frame', async () => {
    let spins = 0;
    const spin: Handler = async () => {
      spins += 1;
      return { success: true };
    };
    const { send } = world({ handlers: { turn: spin } });
    await send({ type: 'turn', requestId: 'once' });
    expect(await send({ type: 'turn', requestId: 'once' })).toMatchObject([{ type: 'error_response' }]);
    expect(spins).toBe(1);
  });

  test('A6: a replay, even after its requestId was evicted', async () => {
    const { send, session, line, clock } = world({ flood: null });
    const first = signedMessage({ type: 'ping', requestId: 'first', nowMs: clock.now() });
    await session.receive(first);
    for (let count = 0; count < 1100; count += 1) {
      clock.advance(1);
      await send({ type: 'ping' });
    }
    await session.receive(first);
    expect(line.read()).toMatchObject([{ type: 'error_response', requestId: 'first' }]);
  });
});

describe('binding a connection', () => {
  const handlers = { whoAmI };

  test('asks a visitor to sign in', async () => {
    const { send } = world({ handlers });
    expect(await send({ type: 'whoAmI' })).toMatchObject([
      { type: 'error_response', requestId: 'r1', payload: { success: false, code: 'not_signed_in' } },
    ]);
  });

  test.each(['alice-socket', 'alice-session'])('binds it by the first valid token (%s)', async (token) => {
    const { send, bound } = world({ handlers });
    expect(await send({ type: 'whoAmI', token })).toMatchObject([
      { type: 'whoAmI_response', payload: { data: { playerId: '1' } } },
    ]);
    expect(await send({ type: 'whoAmI' })).toMatchObject([{ type: 'whoAmI_response' }]);
    expect(bound).toEqual([alice]);
  });

  test('binds it by the cookie before messages are handled', async () => {
    const { send, bound } = world({ handlers, cookieToken: 'alice-session' });
    expect(await send({ type: 'whoAmI' })).toMatchObject([{ payload: { data: { playerId: '1' } } }]);
    expect(bound).toEqual([alice]);
  });

  test('treats an unknown cookie as a visitor', async () => {
    const { send } = world({ handlers, cookieToken: 'old' });
    expect(await send({ type: 'whoAmI' })).toMatchObject([{ payload: { code: 'not_signed_in' } }]);
  });

  test("A8: refuses another player's token, valid or expired, with a valid signature too", async () => {
    const { send } = world({ handlers });
    await send({ type: 'whoAmI', token: 'alice-socket' });
    for (const token of ['bob-socket', 'bob-expired']) {
      expect(await send({ type: 'whoAmI', token })).toMatchObject([
        { type: 'error_response', payload: { code: 'not_signed_in' } },
      ]);
    }
  });

  test('revalidates a token after a minute', async () => {
    const { send, clock, tokens, asked } = world({ handlers });
    await send({ type: 'whoAmI', token: 'alice-socket' });
    await send({ type: 'whoAmI', token: 'alice-socket' });
    expect(asked()).toBe(1);
    tokens.delete('alice-socket');
    clock.advance(60_000);
    expect(await send({ type: 'whoAmI', token: 'alice-socket' })).toMatchObject([{ type: 'error_response' }]);
  });

  test.each([
    ['the cookie', { cookieToken: 'alice-session' }, {}],
    ['a token', {}, { token: 'alice-session' }],
  ])('A37: does not bind to a session that ended while %s was queried', async (_name, given, draft) => {
    const { send, session, bound } = world({ handlers, ...given, confirm: async () => false });
    expect(await send({ type: 'whoAmI', ...draft })).toMatchObject([{ payload: { code: 'not_signed_in' } }]);
    expect(bound).toEqual([]);
    expect(session).toMatchObject({ identity: null, sessionId: null });
  });

  test('A37: looks up each time a token whose end does not close the connection', async () => {
    const { send, tokens, asked } = world({ handlers, cookieToken: 'alice-session' });
    const program: Identity = { playerId: alice.playerId, sessionId: '31', program: { scopes: ['read'] } };
    tokens.set('program', program);
    for (let messages = 1; messages <= 3; messages += 1) {
      expect(await send({ type: 'whoAmI', token: 'program' })).toMatchObject([{ type: 'whoAmI_response' }]);
      expect(asked()).toBe(messages);
    }
    tokens.delete('program');
    expect(await send({ type: 'whoAmI', token: 'program' })).toMatchObject([
      { type: 'error_response', payload: { code: 'not_signed_in' } },
    ]);
  });

  test('A37: can be found by its session while that is being confirmed, without being the player yet', async () => {
    let answer = (_isLive: boolean): void => {};
    const asked = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const { send, session, bound, line } = world({
      handlers,
      cookieToken: 'alice-session',
      confirm: () => asked,
    });
    const sent = send({ type: 'whoAmI' });
    await Promise.resolve();
    expect(session).toMatchObject({ identity: null, sessionId: '11' });
    session.close(1008, 'signed out');
    answer(true);
    expect(await sent).toEqual([]);
    expect(bound).toEqual([]);
    expect(line.ended).toEqual({ code: 1008 });
  });

  test('binds it to one player for two concurrent tokens', async () => {
    const { send, bound } = world({ handlers });
    const answers = await Promise.all([
      send({ type: 'whoAmI', token: 'alice-socket' }),
      send({ type: 'whoAmI', token: 'bob-socket' }),
    ]);
    expect(bound).toHaveLength(1);
    expect(answers.flat().map(({ payload }) => payload.code)).toContain('not_signed_in');
  });

  test('does not treat a token that cannot be checked as a wrong one', async () => {
    const { send } = world({ handlers });
    expect(await send({ type: 'whoAmI', token: 'away' })).toMatchObject([
      { payload: { code: 'unavailable' } },
    ]);
  });
});

describe('faults and floods', () => {
  test('logs a failing handler and reveals nothing of it to the client', async () => {
    const { send, logged } = world({
      handlers: { userProfile: () => Promise.reject(new Error('secret detail')) },
    });
    const received = await send({ type: 'userProfile' });
    expect(received).toMatchObject([
      { type: 'userProfile_response', payload: { success: false, code: 'internal_error' } },
    ]);
    expect(JSON.stringify(received)).not.toContain('secret');
    expect(logged).toHaveLength(1);
  });

  test('A32: closes for a flood by 1008, and ignores further messages', async () => {
    const { send, line } = world();
    for (let count = 0; count < 60; count += 1) expect(await send({ type: 'ping' })).toHaveLength(1);
    expect(await send({ type: 'ping' })).toEqual([]);
    expect(line.ended).toEqual({ code: 1008 });
    expect(await send({ type: 'ping' })).toEqual([]);
  });

  test('accepts twenty messages per second', async () => {
    const { send, line, clock } = world();
    for (let count = 0; count < 500; count += 1) {
      clock.advance(50);
      await send({ type: 'ping' });
    }
    expect(line.ended).toBeNull();
  });

  test('accepts floods where limits are off', async () => {
    const { send, line } = world({ flood: null });
    for (let count = 0; count < 500; count += 1) await send({ type: 'ping' });
    expect(line.ended).toBeNull();
  });

  test('writes nothing once the connection is closing', () => {
    const { session, line } = world();
    session.close(closeCodes.policy, 'signed out');
    line.read();
    session.push({ type: 'user_response', payload: {} });
    expect(line.read()).toEqual([]);
  });

  test('F15: drops a client that does not read at 1 MiB', () => {
    const { session, line } = world();
    const frame = Buffer.alloc(100_000);
    for (let count = 0; count < 20; count += 1) session.deliver(frame);
    expect(line.ended).toBe('dropped');
    expect(line.waitingBytes()).toBe(1_000_000);
  });
});

describe('a program', () => {
  const reader: Identity = { playerId: '1', sessionId: '31', program: { scopes: ['read'] } };
  const player: Identity = { playerId: '1', sessionId: '32', program: { scopes: ['read', 'play'] } };
  const answers: Handler = async () => ({ success: true });
  const handlers = { userProfile: answers, turn: answers, rocketsSign: answers, toString: answers };
  const createWorld = (mark: Programs['mark'] = async () => undefined) => {
    const asked: [string, string | undefined][] = [];
    const made = world({
      handlers,
      programs: {
        mark,
        async admit({ program, sessionId }, scope) {
          asked.push([sessionId, scope]);
          const isAllowed = scope !== undefined && program?.scopes.includes(scope);
          return isAllowed ? accepted : refuse('reauthentication_required', 'not with this token');
        },
      },
    });
    made.tokens.set('reader', reader).set('player', player);
    return { ...made, asked };
  };
  const refused = { type: 'error_response', payload: { code: 'reauthentication_required' } };

  test('may send what its token has the scope for, and nothing that names none', async () => {
    const { send, asked } = createWorld();
    for (const type of ['ping', 'userProfile'])
      expect(await send({ type, token: 'reader' })).toMatchObject([{ type: `${type}_response` }]);
    expect((await send({ type: 'subscribe', payload: { topics: [] } }))[0]).toMatchObject({
      type: 'subscribe_response',
    });
    for (const type of ['turn', 'rocketsSign', 'toString', 'nonsense'])
      expect(await send({ type }), type).toMatchObject([refused]);
    expect(asked).toEqual([
      ['31', 'read'],
      ['31', 'read'],
      ['31', 'read'],
      ['31', 'play'],
      ['31', undefined],
      ['31', undefined],
      ['31', undefined],
    ]);
  });

  test('is marked as a bot before it plays, and only then', async () => {
    const order: string[] = [];
    const { send } = createWorld(async (playerId) => void order.push(`marked ${playerId}`));
    await send({ type: 'userProfile', token: 'player' });
    expect(order).toEqual([]);
    expect(await send({ type: 'turn' })).toMatchObject([{ type: 'turn_response' }]);
    expect(order).toEqual(['marked 1']);
  });

  test('does not play where it could not be marked', async () => {
    const { send } = createWorld(() => Promise.reject(new Error('the database is unavailable')));
    expect(await send({ type: 'turn', token: 'player' })).toMatchObject([
      { type: 'error_response', payload: { code: 'unavailable' } },
    ]);
  });

  test('is limited to the scope of its first token, whatever other tokens of the player it sends', async () => {
    const { send } = createWorld();
    await send({ type: 'userProfile', token: 'reader' });
    for (const token of ['player', 'alice-session'])
      expect(await send({ type: 'turn', token })).toMatchObject([refused]);
  });

  test('that is signed in needs no scope', async () => {
    const { send, asked } = createWorld();
    expect(await send({ type: 'rocketsSign', token: 'alice-session' })).toMatchObject([
      { type: 'rocketsSign_response' },
    ]);
    expect(asked).toEqual([]);
  });
});

describe('a page that shows another player', () => {
  test('is refused whatever it sends, and its messages do nothing', async () => {
    const called: unknown[] = [];
    const { send, session } = world({
      handlers: {
        turn: async (call) => {
          called.push(call);
          return { success: true };
        },
      },
    });
    for (const type of ['turn', 'subscribe', 'ping']) {
      const payload = type === 'subscribe' ? { topics: [], playerId: '2' } : { playerId: '2' };
      const [refused] = await send({ type, payload, token: 'alice-socket' });
      expect([refused?.type, refused?.payload.code]).toEqual(['error_response', 'session_changed']);
    }
    expect(called).toEqual([]);
    expect(session.interest).toBe(topics.all);
    const [answered] = await send({ type: 'turn', payload: { playerId: '1' }, token: 'alice-socket' });
    expect(answered?.payload.success).toBe(true);
  });

  test("is recognized by the cookie's session too, and told that nobody is signed in where there is none", async () => {
    const handlers = { turn: whoAmI };
    const cookie = world({ handlers, cookieToken: 'alice-session' });
    const [refused] = await cookie.send({ type: 'turn', payload: { playerId: '2' } });
    expect(refused?.payload.code).toBe('session_changed');
    const visitor = world({ handlers });
    const [unknown] = await visitor.send({ type: 'turn', payload: { playerId: '2' } });
    expect(unknown?.payload.code).toBe('not_signed_in');
  });
});
