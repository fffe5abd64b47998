/** Tickets for draws ahead on real PostgreSQL: what they cost, when they go back, and what they become. */
import type { User } from '@fairground/contract/user';
import { hashBody } from '@fairground/server/http/coin-request';
import type { Committed } from '@fairground/server/ledger/commit-together';
import { findUser } from '@fairground/server/ledger/player-view';
import { addPlayer, quietCalls } from '@fairground/server/test/harness';
import { waitsForLock } from '@fairground/server/test/lock-waits';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { audit } from '@fairground/server/test/site';
import { beforeEach, describe, expect, it } from 'vitest';
import { countOutcomes, textOf } from '../../../apps/server/test/outcomes.ts';
import { createAdvanceService, type AdvanceService, type BuyAdvance } from '../server/advance-service.ts';
import { createSiteZone } from '@fairground/server/platform/time-zone';
import { createCalendar } from '../server/calendar.ts';
import {
  closeSales,
  placeAdvances,
  publishRoot,
  refundAllTickets,
  refundMissed,
  settleTickets,
  type DrawRow,
} from '../server/draw-queries.ts';
import { holdDraw, openDraw } from '../server/sql/draws.sql.ts';
import { endPlay } from '../server/end-play.ts';
import { buildTree } from '../server/leaves.ts';
import { lotteryRules } from '../rules.ts';
import { createVoidDraw } from '../server/void-round.ts';
import { databaseForEach } from '@fairground/server/test/for-tests';

const test = databaseForEach({ connections: 8 });
let services: AdvanceService[];
let draw: DrawRow;

const hourMs = 3_600_000;
const calendar = createCalendar({ cron: '0 * * * *', zone: createSiteZone([]), closeMs: 60_000 });
if (!calendar) throw new Error('the pattern has no draws');
/** Far enough ahead for every test. */
const firstMs = calendar.after(Date.now() + hourMs);

const sql = <Row extends object>(text: string, values: unknown[] = []) => test.rows<Row>(text, ...values);
const asOwner = <Row extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<Row>(test.database, text, values);

const newDraw = (drawsAtMs: number) => ({
  day: '2026-11-21',
  sealed: Buffer.from('sealed'),
  commitment: Buffer.alloc(32, drawsAtMs / hourMs),
  closesAt: new Date(drawsAtMs - 60_000),
  drawsAt: new Date(drawsAtMs),
  beaconChainId: null,
});

const open = async (drawsAtMs: number): Promise<DrawRow> => {
  const opened = await openDraw.first(test.database.query, { epoch: 0n, ...newDraw(drawsAtMs) });
  if (!opened) throw new Error('no draw was opened');
  return opened;
};

beforeEach(async () => {
  // Two services represent two processes: they share only the database.
  services = [0, 1].map(() =>
    createAdvanceService({
      ...quietCalls,
      database: test.database,
      calendar,
    }),
  );
  draw = await open(firstMs);
});

const service = (index = 0): AdvanceService => services[index % services.length] as AdvanceService;

const purchase = (playerId: bigint, bidCoins: number, draws: number, key?: string): BuyAdvance => ({
  playerId,
  numbers: [1, 2, 3, 4, 5, 6],
  bidCoins,
  draws,
  drawId: null,
  idempotency: key === undefined ? undefined : { key, bodyHash: hashBody({ bidCoins, draws }) },
});

const userOf = async (playerId: bigint): Promise<User> => {
  const user = await findUser(test.database.query, playerId);
  if (!user) throw new Error('no such player');
  return user;
};

const balanceOf = async (playerId: bigint) => {
  const { coins, winningAmount } = await userOf(playerId);
  return { coins, winningAmount };
};

const cancel = (playerId: bigint, id: string, at = 0) =>
  service(at).cancel({ playerId, advanceId: BigInt(id), idempotency: undefined });

const codeOf = (outcome: Committed<User>) => (outcome.ok ? 'ok' : outcome.code);

/** What the audit finds broken. The test's draws are drawn from no seed and before their time, which is left out. */
const broken = async () =>
  (await audit(test.database)).filter(
    (finding) => finding.broken.length > 0 && !/seed|numbers follow|come in this order/.test(finding.states),
  );

const sell = (rows: number, playerId: bigint) =>
  Promise.all(Array.from({ length: rows }, (_, at) => service(at).buy(purchase(playerId, 10, 2))));

/** Closes the open draw and makes tickets of the purchases for it, in batches of this size. */
const close = async (maxTickets = 100): Promise<{ placed: number; missed: number }> => {
  await sql(`UPDATE lottery_draw SET closes_at = clock_timestamp() WHERE id = $1`, [draw.id]);
  expect(await closeSales(test.database.query, 0n, draw.id)).toBe(true);
  const chunk = { epoch: 0n, drawId: draw.id, maxTickets };
  let placed = 0;
  let missed = 0;
  for (let more = 1; more > 0; placed += more) more = await placeAdvances(test.database.query, chunk);
  for (let more = 1; more > 0; missed += more) more = (await refundMissed(test.database.query, chunk)).missed;
  return { placed, missed };
};

const publish = async () => {
  const tree = await buildTree(test.database.query, draw);
  expect(await publishRoot(test.database.query, 0n, { ...tree, drawId: draw.id })).toBe(true);
  return tree;
};

/** Draws the closed draw with the numbers 1 to 6, which every ticket here has, and opens the next one. */
const drawAndOpen = async (nextMs: number) => {
  await sql(`UPDATE lottery_draw SET draws_at = draws_at - interval '5 hours' WHERE id = $1`, [draw.id]);
  const held = { epoch: 0n, drawId: draw.id, seed: Buffer.alloc(32, 9), winning: 63n };
  const opened = await holdDraw.first(test.database.query, { ...held, ...newDraw(nextMs) });
  await sql(`UPDATE lottery_draw SET draws_at = draws_at + interval '5 hours' WHERE id = $1`, [draw.id]);
  const settled = await settleTickets(test.database.query, {
    epoch: 0n,
    drawId: draw.id,
    maxTickets: 100,
    tierHundredths: lotteryRules.tierHundredths,
  });
  if (!opened) throw new Error('the draw was not held');
  draw = opened;
  return settled;
};

describe('buying', () => {
  it('debits one ticket for each of the next draws, coins before winnings', async () => {
    const alice = await addPlayer(test.database, 'alice', 250);
    // Winnings of a bet that never was: only the split matters here.
    await asOwner(
      `WITH w AS (UPDATE wallet SET winnings = 500 WHERE player_id = $1 RETURNING player_id)
        INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
        SELECT 'wheel', 1, 4, 1001 + 2 * player_id, 500 FROM w`,
      [alice],
    );
    const bought = await service().buy(purchase(alice, 100, 5));
    expect(codeOf(bought)).toBe('ok');
    const answer = JSON.parse(textOf(bought)) as {
      user: User;
      tickets: { drawsAt: string; closesAt: string; bid: number }[];
    };
    expect(answer.user).toMatchObject({ coins: 0, winningAmount: 250, todaysBids: 500 });
    expect(answer.tickets.map(({ drawsAt }) => Date.parse(drawsAt))).toEqual(
      [0, 1, 2, 3, 4].map((hours) => firstMs + hours * hourMs),
    );
    expect(Date.parse(answer.tickets[1]?.closesAt ?? '')).toBe(firstMs + hourMs - 60_000);
    expect(await sql('SELECT from_winnings::integer AS n FROM lottery_advance ORDER BY id')).toEqual(
      [0, 0, 50, 100, 100].map((n) => ({ n })),
    );
    expect(await service().list(alice, 0n)).toHaveLength(5);
  });

  it('refuses all of it where coins, a limit or a break forbid it, and between close and draw', async () => {
    const bob = await addPlayer(test.database, 'bob', 100);
    expect(codeOf(await service().buy(purchase(bob, 20, 6)))).toBe('insufficient_coins');
    await asOwner('UPDATE wallet SET daily_stake_limit = 50 WHERE player_id = $1', [bob]);
    expect(codeOf(await service().buy(purchase(bob, 10, 6)))).toBe('limit_reached');
    expect(codeOf(await service().buy(purchase(bob, 10, 5)))).toBe('ok');
    await asOwner(`UPDATE wallet SET break_until = clock_timestamp() + interval '1 hour'`);
    expect(codeOf(await service().buy(purchase(bob, 10, 2)))).toBe('on_a_break');
    await asOwner(`UPDATE wallet SET break_until = NULL, daily_stake_limit = NULL`);
    const other = { ...purchase(bob, 10, 2), drawId: '2020-01-01' };
    expect(codeOf(await service().buy(other))).toBe('betting_closed');
    await close();
    expect(codeOf(await service().buy(purchase(bob, 10, 2)))).toBe('betting_closed');
    expect(await balanceOf(bob)).toEqual({ coins: 50, winningAmount: 0 });
    expect(await broken()).toEqual([]);
  });

  it('A5, I6: sells what coins reach for among concurrent calls, and one for a repeated key', async () => {
    const carol = await addPlayer(test.database, 'carol', 200);
    expect(countOutcomes(await sell(30, carol))).toEqual({ done: 10, insufficient_coins: 20 });
    const dave = await addPlayer(test.database, 'dave', 1_000);
    const repeated = await Promise.all(
      Array.from({ length: 20 }, (_, at) => service(at).buy(purchase(dave, 10, 7, 'key-1'))),
    );
    expect(countOutcomes(repeated)).toEqual({ done: 1, replayed: 19 });
    expect(new Set(repeated.map((item) => textOf(item))).size).toBe(1);
    expect(await balanceOf(dave)).toEqual({ coins: 930, winningAmount: 0 });
    expect(await broken()).toEqual([]);
  });
});

describe('taking back', () => {
  it('returns several tickets of a player at the same moment, and the same one once', async () => {
    const erin = await addPlayer(test.database, 'erin', 100);
    await service().buy(purchase(erin, 10, 3));
    const [first, second] = (await service().list(erin, 0n)).map(({ id }) => id);
    const results = await Promise.all([first, second, first].map((id) => cancel(erin, id ?? '')));
    expect(results.map(codeOf)).toEqual(['ok', 'ok', 'not_found']);
    const users = results.slice(0, 2).map((result) => (JSON.parse(textOf(result)) as { user: User }).user);
    expect(users.map(({ coins }) => coins)).toEqual([80, 90]);
    expect(await broken()).toEqual([]);
  });

  it('returns the coins once among concurrent calls, and nothing to another player', async () => {
    const erin = await addPlayer(test.database, 'erin', 100);
    const mallory = await addPlayer(test.database, 'mallory', 100);
    await service().buy(purchase(erin, 10, 3));
    const [, second] = await service().list(erin, 0n);
    const id = second?.id ?? '';
    expect(codeOf(await cancel(mallory, id))).toBe('not_found');
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, at) => cancel(erin, id, at)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(codeOf(await cancel(erin, id))).toBe('not_found');
    expect(await balanceOf(erin)).toEqual({ coins: 80, winningAmount: 0 });
    expect(await service().list(erin, 0n)).toHaveLength(2);
    expect((await userOf(erin)).todaysBids).toBe(20);
    expect(await broken()).toEqual([]);
  });

  it('makes no room in the daily limit by a stake of another day', async () => {
    const frank = await addPlayer(test.database, 'frank', 100);
    // As if it had been bought yesterday.
    await asOwner(
      `WITH bought AS (
        INSERT INTO lottery_advance (player_id, draws_at, pick, bid, from_winnings, created_at)
        VALUES ($1, $2, 63, 50, 0, clock_timestamp() - interval '1 day') RETURNING id, player_id, created_at
      ), paid AS (UPDATE wallet SET coins = coins - 50 WHERE player_id = $1)
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount, created_at)
      SELECT 'lottery_stake_coins', id, 1000 + 2 * player_id, 12, 50, created_at FROM bought`,
      [frank, new Date(firstMs + hourMs)],
    );
    await service().buy(purchase(frank, 10, 2));
    const tickets = await service().list(frank, 0n);
    const old = tickets.find(({ bid }) => bid === 50);
    expect(codeOf(await cancel(frank, old?.id ?? ''))).toBe('ok');
    expect(await userOf(frank)).toMatchObject({ coins: 80, todaysBids: 20 });
  });

  it('is refused from the close of sales on, and decided once in a race with it', async () => {
    const players = await Promise.all(
      Array.from({ length: 30 }, (_, at) => addPlayer(test.database, `racer_${at}`, 100)),
    );
    const ids = await Promise.all(
      players.map(async (player, at) => {
        await service(at).buy(purchase(player, 10, 2));
        return (await service().list(player, 0n))[0]?.id ?? '';
      }),
    );
    const [first = 0n] = players;
    expect(codeOf(await cancel(first, ids[0] ?? ''))).toBe('ok');
    const cancelling = players.slice(1).map((player, at) => cancel(player, ids[at + 1] ?? '', at));
    const [{ placed }, ...outcomes] = await Promise.all([close(7), ...cancelling]);
    const cancelled = outcomes.filter((outcome) => outcome.ok).length;
    expect(placed + cancelled).toBe(players.length - 1);
    const left = await sql<{ player_id: bigint; advance_id: bigint }>(
      'SELECT player_id, advance_id FROM lottery_ticket',
    );
    expect(left).toHaveLength(placed);
    const tree = await publish();
    expect(tree.ticketCount).toBe(placed);
    for (const { player_id, advance_id } of left) {
      expect(codeOf(await cancel(player_id, String(advance_id)))).toBe('betting_closed');
    }
    expect(await broken()).toEqual([]);
  });

  it('is refused between the close of sales and the ticket, for that draw alone', async () => {
    const nina = await addPlayer(test.database, 'nina', 100);
    await service().buy(purchase(nina, 10, 3));
    const [first, second, third] = await service().list(nina, 0n);
    await sql('UPDATE lottery_draw SET closes_at = clock_timestamp()');
    expect(codeOf(await cancel(nina, first?.id ?? ''))).toBe('betting_closed');
    expect(codeOf(await cancel(nina, second?.id ?? ''))).toBe('ok');
    await closeSales(test.database.query, 0n, draw.id);
    expect(codeOf(await cancel(nina, first?.id ?? ''))).toBe('betting_closed');
    expect(codeOf(await cancel(nina, third?.id ?? ''))).toBe('ok');
    expect(await balanceOf(nina)).toMatchObject({ coins: 90 });
  });

  it('A17: includes every purchase that was acknowledged in a race with the close', async () => {
    const players = await Promise.all(
      Array.from({ length: 12 }, (_, at) => addPlayer(test.database, `seller_${at}`, 100_000)),
    );
    let isClosed = false;
    const selling = players.map(async (player, at) => {
      const outcomes: Committed<User>[] = [];
      do outcomes.push(await service(at).buy(purchase(player, 10, 2)));
      while (!isClosed);
      outcomes.push(await service(at).buy(purchase(player, 10, 2)));
      return outcomes;
    });
    while ((await sql('SELECT FROM lottery_advance LIMIT 100')).length < 100);
    const { placed } = await close(1_000);
    isClosed = true;
    const counts = countOutcomes((await Promise.all(selling)).flat());
    expect(counts['betting_closed'], 'the race was not vacuous').toBeGreaterThanOrEqual(players.length);
    expect(placed).toBe(counts['done']);
    await publish();
    expect(await broken()).toEqual([]);
  });
});

describe('the draws', () => {
  it('make one ticket each, paid under the stake of its purchase', async () => {
    const gina = await addPlayer(test.database, 'gina', 1_000);
    await service().buy(purchase(gina, 10, 3));
    for (const hours of [1, 2, 3]) {
      expect(await close(1)).toEqual({ placed: 1, missed: 0 });
      await publish();
      const { settled, players } = await drawAndOpen(firstMs + hours * hourMs);
      expect(settled).toBe(1);
      expect(players).toEqual([gina]);
    }
    expect(await close()).toEqual({ placed: 0, missed: 0 });
    const paid = await sql<{ n: bigint }>(
      `SELECT count(*) AS n FROM lottery_advance a JOIN lottery_ticket t ON t.advance_id = a.id
        JOIN transfer s ON s.kind = 'lottery_stake_coins' AND s.source = a.id
        JOIN transfer p ON p.kind = 'lottery_payout' AND p.source = a.id WHERE p.amount = 10000000`,
    );
    expect(paid).toEqual([{ n: 3n }]);
    expect(await balanceOf(gina)).toEqual({ coins: 970, winningAmount: 30_000_000 });
    expect(await service().list(gina, 0n)).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it('give back what was bought for a draw that does not take place', async () => {
    const hugo = await addPlayer(test.database, 'hugo', 1_000);
    await service().buy(purchase(hugo, 10, 4));
    await close();
    await publish();
    // The pattern was changed: the next draw is the third one bought.
    await drawAndOpen(firstMs + 2 * hourMs);
    expect(await close(1)).toEqual({ placed: 1, missed: 1 });
    expect(await balanceOf(hugo)).toMatchObject({ coins: 970 });
    expect(await service().list(hugo, 0n)).toHaveLength(1);
    expect(await broken()).toEqual([]);
  });

  it('refund a ticket of a void draw under the stake of its purchase', async () => {
    const iris = await addPlayer(test.database, 'iris', 1_000);
    await service().buy(purchase(iris, 10, 2));
    await close();
    const refunded = await refundAllTickets(test.database.query, draw);
    expect(refunded).toEqual({ tickets: 1, coins: 10n, players: [iris] });
    expect(await balanceOf(iris)).toEqual({ coins: 990, winningAmount: 0 });
    const refunds = await sql<{ source: bigint }>(
      `SELECT source FROM transfer WHERE kind = 'lottery_refund_coins'`,
    );
    const tickets = await sql<{ source: bigint }>('SELECT advance_id AS source FROM lottery_ticket');
    expect(refunds).toEqual(tickets);
  });

  it('F30: become no tickets of a draw that an operator is voiding', async () => {
    const nora = await addPlayer(test.database, 'nora', 1_000);
    await service().buy(purchase(nora, 10, 2));
    await sql(`UPDATE lottery_draw SET closes_at = clock_timestamp()`);
    await closeSales(test.database.query, 0n, draw.id);
    const chunk = { epoch: 0n, drawId: draw.id, maxTickets: 10 };
    const seal = { open: () => Buffer.alloc(32), close: () => Buffer.alloc(32) };
    const voidDraw = createVoidDraw({ seal, playersChanged: () => undefined });
    const { placing, voided } = await test.database.transaction(async (query) => {
      const ended = await voidDraw(query, draw.draw_key);
      const running = placeAdvances(test.database.query, chunk);
      expect(await waitsForLock(test.database, 'lottery_advance', running), 'the placing waits').toBe(true);
      return { placing: { running }, voided: ended };
    });
    expect(voided).toMatchObject({ state: 'closing', bets: 0 });
    await placing.running;
    expect(await sql('SELECT FROM lottery_ticket')).toEqual([]);
    expect(await service().list(nora, 0n)).toHaveLength(2);
    expect(await broken()).toEqual([]);
  });

  it('F30: are refunded as tickets where an operator voids their draw while they become some', async () => {
    const owen = await addPlayer(test.database, 'owen', 1_000);
    await service().buy(purchase(owen, 10, 2));
    await sql(`UPDATE lottery_draw SET closes_at = clock_timestamp()`);
    await closeSales(test.database.query, 0n, draw.id);
    const seal = { open: () => Buffer.alloc(32), close: () => Buffer.alloc(32) };
    const voidDraw = createVoidDraw({ seal, playersChanged: () => undefined });
    const { voiding } = await test.database.transaction(async (query) => {
      expect(await placeAdvances(query, { epoch: 0n, drawId: draw.id, maxTickets: 10 })).toBe(1);
      const running = test.database.transaction((other) => voidDraw(other, draw.draw_key));
      expect(await waitsForLock(test.database, 'lottery_draw', running), 'the void waits').toBe(true);
      return { voiding: { running } };
    });
    expect(await voiding.running).toMatchObject({ bets: 1, coins: 10n });
    expect(await balanceOf(owen)).toMatchObject({ coins: 990 });
    expect(await broken()).toEqual([]);
  });

  it('I17: make nothing of them for a leader of an older epoch', async () => {
    const jack = await addPlayer(test.database, 'jack', 1_000);
    await service().buy(purchase(jack, 10, 2));
    await sql(`UPDATE lottery_draw SET closes_at = clock_timestamp()`);
    await closeSales(test.database.query, 0n, draw.id);
    await sql('UPDATE director_lease SET epoch = 7');
    const chunk = { drawId: draw.id, maxTickets: 10 };
    expect(await placeAdvances(test.database.query, { ...chunk, epoch: 0n })).toBe(0);
    expect(await placeAdvances(test.database.query, { ...chunk, epoch: 7n })).toBe(1);
  });
});

describe('the rows', () => {
  it('can neither be changed nor removed by the application, but for their end', async () => {
    const kate = await addPlayer(test.database, 'kate', 1_000);
    await service().buy(purchase(kate, 10, 2));
    await expect(sql('UPDATE lottery_advance SET bid = 20')).rejects.toThrow(/permission denied/);
    await expect(sql('DELETE FROM lottery_advance')).rejects.toThrow(/permission denied/);
    await expect(asOwner('UPDATE lottery_advance SET pick = 126')).rejects.toThrow(/nothing else/);
    const [ticket] = await service().list(kate, 0n);
    await cancel(kate, ticket?.id ?? '');
    await expect(
      sql(`UPDATE lottery_advance SET state = 'pending', ended_at = NULL WHERE id = $1`, [ticket?.id]),
    ).rejects.toThrow(/ends once/);
  });

  it('break the audit where a ticket is missing, or still waits after the root', async () => {
    const liam = await addPlayer(test.database, 'liam', 1_000);
    await service().buy(purchase(liam, 10, 2));
    const [first, second] = await service().list(liam, 0n);
    await asOwner(`UPDATE lottery_advance SET state = 'placed', ended_at = clock_timestamp() WHERE id = $1`, [
      second?.id,
    ]);
    expect((await broken()).map(({ line }) => line)).toContain('I7');
    await sql(`UPDATE lottery_draw SET closes_at = clock_timestamp()`);
    await closeSales(test.database.query, 0n, draw.id);
    await publish();
    const findings = await broken();
    expect(findings.find(({ line }) => line === 'I16')?.broken).toMatchObject([
      { id: BigInt(first?.id ?? 0) },
    ]);
  });

  it('end with the account, whose wallet gets the coins back', async () => {
    const mona = await addPlayer(test.database, 'mona', 1_000);
    await service().buy(purchase(mona, 100, 7));
    await sql(`INSERT INTO lottery_favourites (player_id, picks) VALUES ($1, '{63}')`, [mona]);
    await test.database.transaction((query) => endPlay(query, mona));
    expect(await balanceOf(mona)).toEqual({ coins: 1_000, winningAmount: 0 });
    expect(await sql('SELECT FROM lottery_favourites')).toEqual([]);
    expect(await close()).toEqual({ placed: 0, missed: 0 });
    expect(await broken()).toEqual([]);
  });
});
