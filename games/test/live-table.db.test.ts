/** The live tables on the complete site: two processes with one message server, visitors, and hidden names. */
import { once } from 'node:events';
import type { ServerEnvelope } from '@fairground/contract/live';
import { stallsTopic, type Stalls } from '@fairground/contract/stalls';
import { clubTopic, type Club, type ClubPage, type ClubTable } from '@fairground/contract/clubs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { until } from '../../apps/server/test/player-client.ts';
import {
  createValkeyServer,
  valkeyMissing,
  valkeyProgram,
  type ValkeyServer,
} from '../../apps/server/test/valkey-server.ts';
import { siteForAll } from '../../apps/server/test/for-tests.ts';
import { startTestSite, type TestPlayer, type TestSite } from '../../apps/server/test/test-site.ts';

if (valkeyProgram === undefined) console.info(valkeyMissing);

interface Watcher {
  messages: ServerEnvelope[];
  /** The data of messages of a type, oldest first. */
  dataOf<Data>(type: string): Data[];
  send(type: string, payload: object): Promise<ServerEnvelope>;
}

interface Table {
  roundId: string;
  players: number;
  staked: number;
  cashedOut: number;
  bets?: { id: string; name: string | null; amount: number; at?: number }[];
  outs?: { id: string; at: number }[];
  signs?: { sign: string; count: number }[];
}

const sockets: WebSocket[] = [];
let requests = 0;

/** A visitor without a token, or a player's page. */
const watch = async ({ site }: TestSite, token?: string): Promise<Watcher> => {
  const { url } = site;
  const headers: Record<string, string> =
    token === undefined ? {} : { cookie: `session=${token}`, origin: url };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  sockets.push(socket);
  const messages: ServerEnvelope[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ServerEnvelope));
  await once(socket, 'open');
  return {
    messages,
    dataOf: <Data>(type: string) =>
      messages.filter((message) => message.type === type).map(({ payload }) => payload.data as Data),
    async send(type, payload) {
      const requestId = `table-${(requests += 1)}`;
      socket.send(signedMessage({ type, payload, requestId, nowMs: Date.now() }));
      await until(`an answer to ${type}`, () => messages.some((message) => message.requestId === requestId));
      return messages.find((message) => message.requestId === requestId) as ServerEnvelope;
    },
  };
};

const lastTable = (watcher: Watcher): Table | undefined =>
  watcher.dataOf<Table>('aviatorTable_response').findLast(({ bets }) => bets !== undefined);

const messagesOf = async ({ site }: TestSite): Promise<string> =>
  (await site.app.inject('/api/health/ready')).json<{ messages: string }>().messages;

const post = (site: TestSite, token: string, path: string, payload: object) =>
  site.call('POST', path, token, payload);

const openClub = async (owner: TestPlayer, members: readonly TestPlayer[]) => {
  const made = await owner.post('/clubs', { name: 'At the table' });
  const { id } = (made.body as unknown as { club: Club }).club;
  const { invite } = (await owner.get(`/clubs/${id}`)).body as unknown as ClubPage;
  for (const member of members) {
    expect((await member.post('/clubs/join', { code: invite.code })).status).toBe(200);
  }
  return { id, topics: [clubTopic(id)] };
};

const clubTables = (watcher: Watcher): ClubTable[] => watcher.dataOf<ClubTable>('clubTable_response');

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

describe.runIf(valkeyProgram !== undefined)('with two processes', () => {
  let valkey: ValkeyServer;
  let one: TestSite;
  let two: TestSite;

  beforeAll(async () => {
    valkey = await createValkeyServer();
    valkey.start();
    const env = { VALKEY_URL: valkey.url };
    one = await startTestSite({ env });
    two = await startTestSite({ env, beside: one });
    await until('both reach the message server', async () => {
      const states = await Promise.all([one, two].map(messagesOf));
      return states.every((state) => state === 'ok');
    });
  });
  afterAll(async () => {
    await two?.close();
    await one?.close();
    valkey?.remove();
  });

  it('tells at the stalls who follows a game on both: players once, and nobody who chose no topics', async () => {
    const { token } = await two.register('carol_stalls');
    const passer = await watch(one);
    await passer.send('subscribe', { topics: [stallsTopic], ticks: 'sparse' });
    const stalls = () => passer.dataOf<Stalls>('stalls_response').at(-1)?.stalls;
    const hereIs = (count: number | undefined) =>
      until(`${count} at the lottery`, () => stalls() !== undefined && stalls()?.['lottery']?.here === count);
    await hereIs(undefined);
    expect(stalls()?.['aviator']?.shows).toBeDefined();
    expect(stalls()?.['mineField']).toBeUndefined();
    const lottery = { topics: ['lottery'], ticks: 'sparse' };
    await watch(two);
    for (const at of [await watch(one), await watch(two, token), await watch(two, token)]) {
      await at.send('subscribe', lottery);
    }
    await hereIs(2);
    sockets.at(-3)?.terminate();
    await hereIs(1);
  });

  it('shows visitors of both the bets that were placed through either, and no name that is hidden', async () => {
    const alice = await one.register('alice_table');
    const bob = await two.register('bob_table');
    expect(await post(one, alice.token, '/user/visibility', { hideName: true })).toMatchObject({
      status: 200,
      body: { hideName: true },
    });
    const visitors = await Promise.all([watch(one), watch(two)]);
    await post(one, alice.token, '/aviator/create', { amount: 100 });
    await post(two, bob.token, '/aviator/create', { amount: 60, autoCashOut: 7.77 });
    for (const visitor of visitors) {
      await until('both bets are on the table', () => lastTable(visitor)?.players === 2);
      expect(lastTable(visitor)).toMatchObject({ players: 2, staked: 160, cashedOut: 0 });
      expect(lastTable(visitor)?.bets?.map(({ name, amount }) => ({ name, amount }))).toEqual([
        { name: 'bob_table', amount: 60 },
      ]);
      const text = JSON.stringify(visitor.dataOf('aviatorTable_response'));
      expect(text).not.toContain('alice_table');
      expect(text).not.toContain('7.77');
    }
    // A change applies to the table that is shown, on both processes.
    await post(two, bob.token, '/user/visibility', { hideName: true });
    await post(two, alice.token, '/user/visibility', { hideName: false });
    for (const visitor of visitors) {
      await until('the names have changed', () => lastTable(visitor)?.bets?.[0]?.name === 'alice_table');
      expect(lastTable(visitor)?.bets?.map(({ name }) => name)).toEqual(['alice_table']);
    }
    // A new connection gets the table immediately.
    const late = await watch(two);
    await until('the table is there', () => lastTable(late) !== undefined);
    expect(lastTable(late)?.players).toBe(2);
  });

  it('counts players once on each process, and visitors', async () => {
    const carol = await one.register('carol_table');
    const visitor = await watch(one);
    await Promise.all([
      watch(one, carol.token),
      watch(two, carol.token),
      watch(two, carol.token),
      watch(two),
    ]);
    await until('both visitors and the player on each process are counted', () => {
      const counts = visitor.dataOf<{ connected: number }>('fairPresence_response');
      return counts.at(-1)?.connected === 4;
    });
  });

  it('takes a sign of a player once in three seconds over all connections of a process, none of visitors', async () => {
    const dave = await one.register('dave_table');
    const [first, second, visitor] = await Promise.all([
      watch(one, dave.token),
      watch(one, dave.token),
      watch(two),
    ]);
    expect((await visitor.send('aviatorSign', { sign: 'star' })).payload.code).toBe('not_signed_in');
    expect((await first.send('aviatorSign', { sign: 'skull' })).payload.code).toBe('invalid_request');
    expect((await first.send('aviatorSign', { sign: 'star' })).payload).toEqual({
      success: true,
      data: { sign: 'star' },
    });
    expect((await second.send('aviatorSign', { sign: 'bell' })).payload.code).toBe('rate_limited');
    const signsOf = () => visitor.dataOf<Table>('aviatorTable_response').flatMap(({ signs }) => signs ?? []);
    await until('the sign is on the table', () => signsOf().length > 0);
    expect(signsOf()).toEqual([{ sign: 'star', count: 1 }]);
  });

  it('A53: shows a club’s bets, hidden names and signs to its members alone, on both processes', async () => {
    const [owner, member, stranger] = [
      await one.register('club_owner'),
      await two.register('club_member'),
      await two.register('club_stranger'),
    ];
    const { id, topics } = await openClub(owner, [member]);
    await post(two, member.token, '/user/visibility', { hideName: true });
    const [atOne, atTwo, outside, visitor] = await Promise.all([
      watch(one, owner.token),
      watch(two, member.token),
      watch(two, stranger.token),
      watch(one),
    ]);
    for (const watcher of [atOne, atTwo]) {
      expect((await watcher.send('subscribe', { topics })).payload).toMatchObject({
        success: true,
        data: { topics },
      });
    }
    for (const watcher of [outside, visitor]) {
      for (const refused of [topics, ['aviator', ...topics], ['club:x'], ['club:']]) {
        const answer = await watcher.send('subscribe', { topics: refused });
        expect(answer).toMatchObject({ type: 'error_response', payload: { code: 'not_found' } });
      }
    }
    await post(one, owner.token, '/aviator/create', { amount: 70 });
    await post(two, member.token, '/aviator/create', { amount: 80 });
    await post(two, stranger.token, '/aviator/create', { amount: 90 });
    for (const watcher of [atOne, atTwo]) {
      await until('both bets are shown', () => clubTables(watcher).some(({ bets }) => bets.length === 2));
      expect(clubTables(watcher).find(({ bets }) => bets.length === 2)).toEqual({
        clubId: id,
        game: 'aviator',
        roundId: expect.any(String) as string,
        bets: [
          { userId: owner.user.id, username: 'club_owner', amount: 70, cashOut: null },
          { userId: member.user.id, username: 'club_member', amount: 80, cashOut: null },
        ],
      });
    }
    expect((await outside.send('aviatorSign', { sign: 'star', club: id })).payload.code).toBe('not_found');
    expect((await atTwo.send('aviatorSign', { sign: 'bell', club: id })).payload.success).toBe(true);
    await until('the sign is shown', () => clubTables(atOne).some(({ signs }) => signs !== undefined));
    expect(clubTables(atOne).flatMap(({ signs = [] }) => signs)).toEqual([
      { userId: member.user.id, username: 'club_member', sign: 'bell' },
    ]);
    const { members } = (await owner.get(`/clubs/${id}`)).body as { members?: { online: boolean }[] };
    expect(members?.map(({ online }) => online)).toEqual([true, true]);
    for (const watcher of [outside, visitor]) {
      expect(JSON.stringify(watcher.messages)).not.toMatch(/club_member|"bell"|clubTable|clubMembers/);
    }
  });

  it.each(['ok', 'away'])(
    'A53: whoever is removed follows a club no longer, where the bus is %s',
    async (bus) => {
      const owner = await one.register(`remover_${bus}`);
      const [member, other] = [await two.register(`removed_${bus}`), await two.register(`stays_${bus}`)];
      const { id, topics } = await openClub(owner, [member, other]);
      const [removed, stays] = await Promise.all([watch(two, member.token), watch(two, other.token)]);
      for (const watcher of [removed, stays]) await watcher.send('subscribe', { topics });
      const beforeBet = async (player: TestPlayer, count: number) => {
        await post(one, player.token, '/aviator/create', { amount: 10 });
        await until('the bet is shown', () => clubTables(stays).some(({ bets }) => bets.length === count));
      };
      await beforeBet(owner, 1);
      if (bus === 'away') {
        valkey.kill();
        await until('the message server is away', async () => (await messagesOf(two)) === 'away');
      }
      await owner.post(`/clubs/${id}/remove`, { userId: member.user.id });
      const told = () => removed.dataOf('clubMembers_response').length > 0;
      await until('the page is told', told, 10_000);
      const before = clubTables(removed).length;
      await beforeBet(other, 2);
      expect(clubTables(removed)).toHaveLength(before);
      expect((await removed.send('subscribe', { topics })).payload.code).toBe('not_found');
      if (bus === 'away') {
        valkey.start();
        await until('the message server is back', async () =>
          (await Promise.all([one, two].map(messagesOf))).every((state) => state === 'ok'),
        );
      }
    },
  );

  it('F25: shows the bets of both on each process while they cannot reach each other', async () => {
    const players = [
      { site: one, name: 'erin_table' },
      { site: two, name: 'finn_table' },
    ];
    const visitors = await Promise.all([watch(one), watch(two)]);
    valkey.kill();
    await until('the message server is away', async () => {
      const states = await Promise.all([one, two].map(messagesOf));
      return states.every((state) => state === 'away');
    });
    // The round stays open for all of this test.
    for (const { site, name } of players) {
      const { token } = await site.register(name);
      expect(await post(site, token, '/aviator/create', { amount: 30 })).toMatchObject({ status: 201 });
    }
    for (const visitor of visitors) {
      await until('both are on the table', () => {
        const names = lastTable(visitor)?.bets?.map(({ name }) => name) ?? [];
        return players.every(({ name }) => names.includes(name));
      });
    }
  });
});

describe('on one process', () => {
  const testSite = siteForAll({
    env: {
      AVIATOR_COUNTDOWN_MS: '2500',
      DOUBLE_TROUBLE_INTERVAL_MS: '5000',
      DOUBLE_TROUBLE_CLOSE_MS: '1500',
    },
  });

  it('shows automatic cash-outs of listed bets when they are paid', async () => {
    const { token } = await testSite.register('auto_table');
    const visitor = await watch(testSite);
    // A round may crash before 1.01x.
    const isShown = () =>
      visitor
        .dataOf<Table>('aviatorTable_response')
        .some(({ bets = [], outs = [] }) => [...bets, ...outs].some(({ at }) => at === 1.01));
    await until('a cash-out is on the table', async () => {
      await post(testSite, token, '/aviator/create', { amount: 10, autoCashOut: 1.01 });
      return isShown();
    });
    expect(visitor.dataOf<Table>('aviatorTable_response').at(-1)?.cashedOut).toBeGreaterThanOrEqual(0);
  });

  it('shows how the stakes of a draw lie once its bets are closed, and not before', async () => {
    const { token } = await testSite.register('draw_table');
    const visitor = await watch(testSite);
    let drawId = '';
    await until('a bet is placed', async () => {
      const { status, body } = await post(testSite, token, '/doubleTrouble/create', {
        drawType: 'Under',
        amount: 40,
      });
      if (status === 201) drawId = (body as { bet: { drawId: string } }).bet.drawId;
      return status === 201;
    });
    interface DrawTable {
      drawId: string;
      players: number;
      staked: number;
      sides: object;
    }
    const tables = () =>
      visitor.dataOf<DrawTable>('doubleTroubleTable_response').filter((table) => table.drawId === drawId);
    await until('the stakes are shown', () => tables().length > 0);
    expect(tables()).toMatchObject([{ players: 1, staked: 40, sides: { Under: 40, Exact: 0, Over: 0 } }]);
    const shown = visitor.messages.find(
      ({ type, payload }) =>
        type === 'doubleTroubleTable_response' && (payload.data as DrawTable).drawId === drawId,
    );
    const [draw] = await testSite.rows<{ closes_at: Date }>(
      'SELECT closes_at FROM double_trouble_draw WHERE id = $1',
      BigInt(drawId),
    );
    expect(Date.parse(shown?.timestamp ?? '')).toBeGreaterThanOrEqual(draw?.closes_at.getTime() ?? Infinity);
  });

  it('remembers the choice, exports it, and refuses visitors and other fields', async () => {
    const { token } = await testSite.register('hide_table');
    const get = (url: string, bearer = token) =>
      testSite.site.app.inject({ url, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
    expect((await get('/api/user/visibility')).json()).toEqual({ hideName: false });
    await post(testSite, token, '/user/visibility', { hideName: true });
    expect((await get('/api/user/visibility')).json()).toEqual({ hideName: true });
    const exported = await post(testSite, token, '/user/export', { password: 'a meadow of lanterns' });
    expect(exported.body['user']).toMatchObject({ hidesName: true });
    expect((await get('/api/user/visibility', '')).statusCode).toBe(401);
    expect((await post(testSite, token, '/user/visibility', { hideName: 'yes' })).status).toBe(400);
    expect((await post(testSite, token, '/user/visibility', { hideName: true, coins: 1 })).status).toBe(400);
    expect((await post(testSite, token, '/user/visibility', {})).status).toBe(400);
  });

  it('sends a club of fifty one message a second at most, although all of them bet at once', async () => {
    const owner = await testSite.register('fifty_owner');
    const players = await Promise.all(
      Array.from({ length: 49 }, (_, at) => testSite.register(`fifty_${at}`)),
    );
    const { topics } = await openClub(owner, players);
    const watcher = await watch(testSite, owner.token);
    await watcher.send('subscribe', { topics });
    const bets = {
      aviator: { amount: 10 },
      doubleTrouble: { drawType: 'Over', amount: 10 },
    };
    // A game whose bets have been shown costs no more coins: a flight may last longer than the players' coins would.
    await until('most bets are shown, of both games', async () => {
      const missing = Object.entries(bets).filter(
        ([game]) => !clubTables(watcher).some((table) => table.game === game && table.bets.length >= 40),
      );
      await Promise.all(
        players.flatMap(({ token }) =>
          missing.map(([game, bet]) => post(testSite, token, `/${game}/create`, bet)),
        ),
      );
      return missing.length === 0;
    });
    const times = watcher.messages
      .filter(({ type }) => type === 'clubTable_response')
      .map(({ timestamp }) => Date.parse(timestamp));
    for (const [at, time] of times.slice(1).entries())
      expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(990);
  });
});
