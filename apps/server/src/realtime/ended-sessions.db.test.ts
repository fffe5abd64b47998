/**
 * A37: no socket outlives its session. Handshakes race with every way in which a session ends, on one process and on
 * two, with and without the message server.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suspendPlayer } from '../staff/acts/player-acts.ts';
import { findPlayerId } from '../staff/acts/sql/operator.sql.ts';
import { hashToken } from '../platform/entropy.ts';
import { openAskingSocket, type AskingSocket } from '../../test/asking-socket.ts';
import { databaseWork } from '../../test/database-work.ts';
import { until } from '../../test/player-client.ts';
import { clockWithoutPolls, startTwoProcesses, type TwoProcesses } from '../../test/two-processes.ts';
import { valkeyMissing, valkeyProgram, type ValkeyServer } from '../../test/valkey-server.ts';
import { type TestSite } from '../../test/test-site.ts';
import { siteForAll } from '../../test/for-tests.ts';

const password = 'a meadow of lanterns';
const newPassword = 'another field of lamps';

afterEach(() => databaseWork.interfere(undefined));

const call = async (
  site: TestSite,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string | null,
  payload?: object,
) => {
  const answer = await site.call(method, path, token, payload);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer;
};

/** Each ends `token`'s session; some others of the player too. */
const endings: Record<string, (testSite: TestSite, player: Player) => Promise<unknown>> = {
  'log-out': (testSite, { token }) => call(testSite, 'POST', '/auth/logout', token),
  'a password change': (testSite, { other }) =>
    call(testSite, 'POST', '/user/update', other, { newPassword, currentPassword: password }),
  async 'a password reset'(testSite, { username }) {
    const { database } = testSite;
    const token = 'r'.repeat(43 - username.length) + username;
    await database.query({
      text: `INSERT INTO password_reset (token_hash, player_id, expires_at)
        VALUES ($1, $2, clock_timestamp() + interval '1 minute')`,
      values: [hashToken(token), (await findPlayerId.first(database.query, { username }))?.id],
    });
    await call(testSite, 'POST', '/auth/reset-password', null, { token, newPassword });
  },
  async 'the list of sessions'(testSite, { token, other }) {
    const list = (await call(testSite, 'GET', '/user/sessions', token)).body as unknown as {
      id: string;
      current: boolean;
    }[];
    const id = list.find(({ current }) => current)?.id ?? '';
    await call(testSite, 'DELETE', `/user/sessions/${id}`, other);
  },
  closing: (testSite, { token }) => call(testSite, 'DELETE', '/user/me', token, { password }),
};

/** Sessions ended without a call; the site notices them by polling. */
const outsideEndings: typeof endings = {
  async suspension(testSite, { username }) {
    const { query, transaction } = testSite.database;
    const playerId = (await findPlayerId.first(query, { username }))?.id;
    if (playerId === undefined) throw new Error(`${username} is missing`);
    await transaction((on) => suspendPlayer(on, { playerId, reason: null, until: null }));
  },
  expiry: (testSite, { token }) =>
    testSite.rows(
      `UPDATE session SET expires_at = clock_timestamp() + interval '50 ms' WHERE token_hash = $1 RETURNING id`,
      hashToken(token),
    ),
};

let count = 0;
const register = async (testSite: TestSite) => {
  const username = `player_${(count += 1)}`;
  const { token } = await testSite.register(username);
  const login = await call(testSite, 'POST', '/auth/login', null, { identifier: username, password });
  return {
    username,
    /** The session whose sockets must end. */
    token,
    /** Another session of the same player. */
    other: String(login.body['token']),
  };
};

type Player = Awaited<ReturnType<typeof register>>;

/** Some sockets that are already bound, and many that are bound while the session ends. */
const race = async (at: TestSite, player: Player, end: () => Promise<unknown>): Promise<AskingSocket[]> => {
  const bound = Array.from({ length: 4 }, () => openAskingSocket(at, player.token));
  for (const line of bound) {
    await line.opened;
    expect(await line.ask()).toBe('answered');
  }
  const racing = Array.from({ length: 40 }, () => openAskingSocket(at, player.token));
  await Promise.race(racing.map((line) => line.opened));
  await Promise.all([end(), ...racing.map((line) => line.opened)]);
  return [...bound, ...racing];
};

/**
 * Handshakes whose query PostgreSQL answered before the session ended and whose answer is delivered after it, so that
 * the race is deterministic.
 */
const delayed = async (at: TestSite, player: Player, end: () => Promise<unknown>) => {
  let deliver = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (deliver = resolve));
  let answered = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answered = resolve));
  let isIntercepted = false;
  databaseWork.interfere(async (_client, text, run) => {
    const result = await run();
    // One query only: the call that ends the session needs one too.
    if (isIntercepted || !text.includes('FROM session WHERE token_hash = ANY')) return result;
    isIntercepted = true;
    answered();
    await isOver;
    return result;
  });
  const lines = Array.from({ length: 3 }, () => openAskingSocket(at, player.token));
  await isAnswered;
  await end();
  deliver();
  await Promise.all(lines.map((line) => line.opened));
  return lines;
};

const survivors = async (lines: readonly AskingSocket[]): Promise<number> =>
  (await Promise.all(lines.map((line) => line.ask()))).filter((outcome) => outcome === 'answered').length;

describe('on one process', () => {
  const testSite = siteForAll({ clock: clockWithoutPolls });

  it.each(Object.keys(endings))('no socket is the player any more once %s was answered', async (name) => {
    const player = await register(testSite);
    const lines = await race(testSite, player, async () => endings[name]?.(testSite, player));
    expect(await survivors(lines)).toBe(0);
  });

  it.each(Object.keys(endings))('nor one whose look-up was answered before %s', async (name) => {
    const player = await register(testSite);
    const lines = await delayed(testSite, player, async () => endings[name]?.(testSite, player));
    expect(await survivors(lines)).toBe(0);
  });
});

describe('on one process, by its own polls', () => {
  const testSite = siteForAll();

  it.each(Object.keys(outsideEndings))('%s ends every socket', async (name) => {
    const player = await register(testSite);
    const lines = await race(testSite, player, async () => outsideEndings[name]?.(testSite, player));
    await until('no socket is bound', async () => (await survivors(lines)) === 0);
  });
});

if (valkeyProgram === undefined) console.info(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('on two processes', () => {
  let processes: TwoProcesses;
  let valkey: ValkeyServer;
  let one: TestSite;
  let two: TestSite;
  let twoWithoutPolls: TestSite;
  beforeAll(async () => {
    processes = await startTwoProcesses();
    ({ valkey, one, two, twoWithoutPolls } = processes);
  });
  afterAll(() => processes?.close());

  it.each(Object.keys(endings))(
    '%s on one process ends the sockets on the other, by the bus',
    async (name) => {
      await processes.untilBus('ok');
      const player = await register(one);
      const lines = await race(twoWithoutPolls, player, async () => endings[name]?.(one, player));
      await until('no socket is bound', async () => (await survivors(lines)) === 0);
    },
  );

  it.each(Object.keys(endings))(
    'binds no socket on the other process whose query was answered before %s',
    async (name) => {
      await processes.untilBus('ok');
      const player = await register(one);
      const lines = await delayed(twoWithoutPolls, player, async () => endings[name]?.(one, player));
      // Sockets that were bound before are closed by the bus; without polls nothing else would close them.
      await until('no socket is bound', async () => (await survivors(lines)) === 0);
    },
  );

  it.each(Object.keys({ ...endings, ...outsideEndings }))(
    '%s on one process ends the sockets on the other while the bus is unavailable',
    async (name) => {
      valkey.kill();
      await processes.untilBus('away');
      const player = await register(one);
      const end = { ...endings, ...outsideEndings }[name];
      const lines = await race(two, player, async () => end?.(one, player));
      await until('no socket is bound', async () => (await survivors(lines)) === 0);
      valkey.start();
    },
  );

  it('treats a message server that hangs as away, and still ends the sockets', async () => {
    valkey.start();
    await processes.untilBus('ok');
    valkey.freeze();
    await processes.untilBus('away');
    const player = await register(one);
    const lines = await race(two, player, async () => endings['log-out']?.(one, player));
    await until('no socket is bound', async () => (await survivors(lines)) === 0);
    valkey.thaw();
  });
});
