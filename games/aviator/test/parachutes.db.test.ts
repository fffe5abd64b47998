/** What a parachute does to a bet, on a site with a client that answers when the test says so. */
import type { OwnStakes } from '@fairground/contract/rounds';
import { siteForAll } from '@fairground/server/test/for-tests';
import { until } from '@fairground/server/test/player-client';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage } from '../../../apps/server/test/test-line.ts';
import { countConnections } from '../../../apps/server/test/open-connections.ts';
import { heldStatements, sessionLookUp } from '../../../apps/server/test/held-statements.ts';
import type { AviatorBet } from '../contract.ts';
import { multiplierAtMs } from '../rules.ts';
import { openRound, type RoundRow } from './running-flights.ts';

const site = siteForAll({
  isAudited: true,
  clock: 'moved',
  env: { SIGNUP_COINS: '1000000', AVIATOR_COUNTDOWN_MS: '4000' },
});
const statements = heldStatements();
let alice: string;
let line: Awaited<ReturnType<typeof connect>>;
let names = 0;

/** A page's connection, which answers no ping by itself. */
const connect = async (token: string) => {
  const connections = countConnections(site.site.app.server);
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`, {
    autoPong: false,
    headers: { cookie: `session=${token}`, origin: site.url },
  });
  await once(socket, 'open');
  // Whose connection it is was looked up before a message is answered.
  const bound = new Promise<void>((resolve) =>
    socket.on('message', (data: Buffer) => data.includes('userProfile_response') && resolve()),
  );
  const nowMs = site.time.clock.now();
  socket.send(signedMessage({ type: 'userProfile', payload: { userId: '1' }, requestId: 'bound', nowMs }));
  await bound;
  return {
    /** Returns once the server has it. */
    async answer() {
      const received = once(socket, 'pong');
      socket.ping();
      await received;
    },
    async close() {
      const before = connections();
      socket.terminate();
      await until('the connection is gone', () => connections() < before);
    },
  };
};

const create = (body: object, key?: string) => site.call('POST', '/aviator/create', alice, body, key);
const cashOut = ({ id }: RoundRow) =>
  site.call('POST', '/aviator/cashout', alice, { roundId: String(id), crashMultiplier: 10_000 });
const history = async (): Promise<AviatorBet[]> =>
  (await site.call('GET', '/aviator/userHistory', alice)).body as unknown as AviatorBet[];
const newest = async (): Promise<AviatorBet | undefined> => (await history())[0];
const ownStakes = async ({ id }: RoundRow) =>
  ((await site.call('GET', `/rounds/aviator/${id}/receipt`, alice)).body as unknown as OwnStakes).entries;

beforeEach(async () => {
  alice = (await site.register(`player_${(names += 1)}`)).token;
});
afterEach(() => site.time.idle());

interface Bet {
  amount?: number;
  autoCashOut?: number;
  slot?: number;
  parachute?: true;
}

/** Opens a round that flies for so long, with bets of the player that have a parachute unless they say otherwise. */
const openWith = async (
  [least, most]: readonly [least: number, most: number],
  bets: readonly Bet[] = [{}],
): Promise<RoundRow> => {
  await openRound(site);
  // The site drops a connection that answers nothing while the rounds before are played.
  line = await connect(alice);
  return openRound(
    site,
    ({ flightMs }) => flightMs >= least && flightMs < most,
    bets.map((bet) => ({ token: alice, parachute: true, ...bet })),
  );
};

/** Until so long after take-off; a client that answers does so twice a second. */
const flyTo = async (round: RoundRow, ms: number, isAnswering = false) => {
  const untilMs = round.starts_at.getTime() + ms;
  while (isAnswering && site.time.nowMs() + 500 < untilMs) {
    await site.time.advance(500);
    await line.answer();
  }
  await site.time.advanceTo(untilMs);
};

/** Too short for the site to drop a connection that answers none of its pings. */
const long = [6_000, 20_000] as const;

describe('a parachute', () => {
  it('opens after two seconds of silence, at the moment at which that is noticed', async () => {
    const round = await openWith(long);
    await flyTo(round, 2_200, true);
    const lastAnswerMs = site.time.nowMs() - round.starts_at.getTime();
    await line.answer();
    await flyTo(round, 4_100);
    expect(await newest()).toMatchObject({ outcome: 'pending', parachute: true, endedBy: null });
    await flyTo(round, 4_800);
    const bet = await newest();
    expect(bet).toMatchObject({
      outcome: 'win',
      parachute: true,
      endedBy: 'parachute',
      crashMultiplier: null,
    });
    const [row] = await site.rows<{ press_ms: number; silent_since_ms: number; cash_out_hundredths: number }>(
      'SELECT press_ms, silent_since_ms, cash_out_hundredths FROM aviator_bet WHERE round_id = $1',
      round.id,
    );
    expect(row?.silent_since_ms).toBe(lastAnswerMs);
    expect(row?.press_ms).toBeGreaterThanOrEqual(lastAnswerMs + 2_000);
    expect(row?.press_ms).toBeLessThanOrEqual(lastAnswerMs + 2_600);
    expect(row?.cash_out_hundredths).toBe(multiplierAtMs(row?.press_ms ?? 0));
    expect(bet?.amountWon).toBe(row?.cash_out_hundredths);
    // It stays as it is, whatever the player does then.
    await line.answer();
    expect((await cashOut(round)).body.code).toBe('no_active_bet');
    expect(await newest()).toEqual(bet);

    await site.time.advanceTo(round.crash_at.getTime() + 3_000);
    const [stake] = await ownStakes(round);
    expect(stake).toMatchObject({
      endedBy: 'parachute',
      lastAnswerAt: new Date(round.starts_at.getTime() + lastAnswerMs).toISOString(),
    });
    expect(stake?.press).toBeUndefined();
    expect(stake?.lines.en[1]).toMatch(
      /^Your parachute opened at \d\.\d\dx, .* no connection of yours had answered since 2030/,
    );
    expect(await newest()).toMatchObject({
      endedBy: 'parachute',
      crashMultiplier: round.crash_hundredths / 100,
    });
  });

  it('stays closed while the client answers, and the crash is a loss', async () => {
    const round = await openWith(long);
    await flyTo(round, round.crash_at.getTime() - round.starts_at.getTime() + 2_000, true);
    expect(await newest()).toMatchObject({ outcome: 'loss', parachute: true, endedBy: 'crash' });
    expect(await ownStakes(round)).toMatchObject([{ outcome: 'loss', endedBy: 'crash' }]);
  });

  it('counts a connection that is closed from its close, and a reload within two seconds does nothing', async () => {
    const round = await openWith([8_000, 20_000]);
    await flyTo(round, 1_800, true);
    await line.close();
    await flyTo(round, 3_600);
    line = await connect(alice);
    await flyTo(round, 5_300);
    expect(await newest()).toMatchObject({ outcome: 'pending' });
    await line.close();
    await flyTo(round, 7_200);
    expect(await newest()).toMatchObject({ outcome: 'pending' });
    await flyTo(round, 7_900);
    expect(await newest()).toMatchObject({ endedBy: 'parachute' });
  });

  it('does not save a bet whose round crashes before two seconds have passed', async () => {
    const round = await openWith([300, 1_900]);
    await line.close();
    await site.time.advanceTo(round.crash_at.getTime() + 4_000);
    expect(await newest()).toMatchObject({ outcome: 'loss', endedBy: 'crash', amountWon: 0 });
  });

  it('an earlier press or automatic cash-out wins, and each of two bets may have one', async () => {
    const round = await openWith(long, [{ autoCashOut: 1.1 }, { slot: 2 }]);
    await flyTo(round, 5_000);
    expect((await history()).slice(0, 2)).toMatchObject([
      { slot: 2, parachute: true, endedBy: 'parachute' },
      { slot: 1, parachute: true, endedBy: 'auto', cashOutMultiplier: 1.1 },
    ]);
    const other = await openWith(long, [{}, { slot: 2 }]);
    await flyTo(other, 1_500);
    expect((await cashOut(other)).body).toMatchObject({
      aviatorBidSave: { endedBy: 'press', parachute: true },
    });
    await flyTo(other, 5_000);
    expect((await history()).slice(0, 2)).toMatchObject([
      { slot: 2, endedBy: 'parachute' },
      { slot: 1, endedBy: 'press' },
    ]);
  });

  it('a press that arrived before and is still looked up wins', async () => {
    const round = await openWith(long);
    await flyTo(round, 1_800);
    statements.hold(sessionLookUp);
    const pressed = cashOut(round);
    await site.time.idle();
    await flyTo(round, 2_700);
    expect(statements.begun()).toBe(1);
    statements.release();
    expect((await pressed).body).toMatchObject({
      aviatorBidSave: { endedBy: 'press', cashOutMultiplier: multiplierAtMs(1_800) / 100 },
    });
    await flyTo(round, 5_000);
    expect(await newest()).toMatchObject({ endedBy: 'press' });
  });

  it('is void with its round', async () => {
    const round = await openWith([10_000, 20_000]);
    await flyTo(round, 1_000);
    await site.time.suspend(6_500);
    await site.time.advance(3_000);
    expect(await newest()).toMatchObject({ outcome: 'void', endedBy: 'void', parachute: true });
    expect(await ownStakes(round)).toMatchObject([{ endedBy: 'void' }]);
  });
});

describe('a bet with a parachute', () => {
  it('is refused with not_connected without a connection, and a repeat of one that was taken is not', async () => {
    const round = await openRound(site);
    const body = { amount: 100, parachute: true, roundId: String(round.id) };
    expect(await create(body, 'a-key')).toMatchObject({ status: 409, body: { code: 'not_connected' } });
    expect(await history()).toEqual([]);
    line = await connect(alice);
    const placed = await create(body, 'a-key');
    expect(placed).toMatchObject({ status: 201, body: { bet: { parachute: true, endedBy: null } } });
    await line.close();
    const again = await create(body, 'a-key');
    expect([again.status, again.text, again.replayed]).toEqual([201, placed.text, true]);
    expect((await create({ ...body, parachute: false }, 'a-key')).body.code).toBe('idempotency_mismatch');
    expect((await create({ ...body, slot: 2 })).body.code).toBe('not_connected');
    const without = await create({ amount: 100, slot: 2 });
    expect(without).toMatchObject({ status: 201, body: { bet: { parachute: false, endedBy: null } } });
  });

  it.each(['true', 1, null])('is refused with 400 where the parachute is %j', async (parachute) => {
    expect((await create({ amount: 100, parachute })).body.code).toBe('invalid_request');
  });
});
