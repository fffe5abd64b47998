/** Races on real PostgreSQL: tickets against the balance, against each other, and against the close of sales. */
import { createSiteZone } from '@fairground/server/platform/time-zone';
import type { User } from '@fairground/contract/user';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noKey, type Committed } from '@fairground/server/ledger/commit-together';
import { closeSales, publishRoot, type DrawRow } from '../server/draw-queries.ts';
import { openDraw } from '../server/sql/draws.sql.ts';
import { buildTree } from '../server/leaves.ts';
import { createCalendar } from '../server/calendar.ts';
import { createLotteryService, type BuyTicket, type LotteryService } from '../server/service.ts';
import { sellTickets } from '../server/sql/tickets.sql.ts';
import { hashBody } from '@fairground/server/http/coin-request';
import { addPlayer, quietCalls } from '@fairground/server/test/harness';
import { until } from '@fairground/server/test/player-client';
import { countOutcomes, outcomeOf, textOf } from '../../../apps/server/test/outcomes.ts';
import { databaseForEach } from '@fairground/server/test/for-tests';

const test = databaseForEach({ connections: 8 });
let services: LotteryService[];
let draw: DrawRow;

const ticket = (playerId: bigint, bidCoins: number, key?: string): BuyTicket => ({
  playerId,
  numbers: [1, 2, 3, 4, 5, 6],
  bidCoins,
  drawId: null,
  idempotency: key === undefined ? undefined : { key, bodyHash: hashBody({ bidCoins }) },
});

const sql = <Row extends object>(text: string, values: unknown[] = []) => test.rows<Row>(text, ...values);

const open = async (): Promise<DrawRow> => {
  const opened = await openDraw.first(test.database.query, {
    epoch: 0n,
    day: '2026-11-21',
    sealed: Buffer.from('sealed'),
    commitment: Buffer.alloc(32, 1),
    closesAt: new Date(Date.now() + 3_600_000),
    drawsAt: new Date(Date.now() + 7_200_000),
    beaconChainId: null,
  });
  if (!opened) throw new Error('no draw was opened');
  return opened;
};

beforeAll(() => {
  services = [];
});

beforeEach(async () => {
  // Two services represent two processes: they share only the database.
  services = [0, 1].map(() =>
    createLotteryService({
      ...quietCalls,
      database: test.database,
      calendar: createCalendar({ cron: '0 20 * * *', zone: createSiteZone([]), closeMs: 60_000 })!,
    }),
  );
  draw = await open();
});

const service = (index: number): LotteryService => services[index % services.length] as LotteryService;

describe('selling', () => {
  it('A5: sells exactly ten of a hundred concurrent tickets with coins for ten', async () => {
    const alice = await addPlayer(test.database, 'alice', 1_000);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => service(index).buyTicket(ticket(alice, 100))),
    );
    expect(countOutcomes(results)).toEqual({ done: 10, insufficient_coins: 90 });
    expect(await test.balanceOf(alice)).toBe(0);
    expect(await sql('SELECT FROM lottery_ticket')).toHaveLength(10);
  });

  it('sells several tickets of a player at the same moment, and refuses what coins do not cover', async () => {
    const [carl, dora] = [
      await addPlayer(test.database, 'carl', 200),
      await addPlayer(test.database, 'dora', 500),
    ];
    const sent = [
      ticket(carl, 100, 'a'),
      ticket(dora, 200, 'a'),
      ticket(carl, 150, 'b'),
      ticket(carl, 100, 'c'),
    ];
    const results = await Promise.all(sent.map((one) => service(0).buyTicket(one)));
    expect(results.map(outcomeOf)).toEqual(['done', 'done', 'insufficient_coins', 'done']);
    expect(await Promise.all([carl, dora].map((id) => test.balanceOf(id)))).toEqual([0, 300]);
  });

  it('I6: sells one ticket and gives fifty equal answers for fifty concurrent uses of one key', async () => {
    const bob = await addPlayer(test.database, 'bob', 1_000);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => service(index).buyTicket(ticket(bob, 50, 'key-1'))),
    );
    expect(countOutcomes(results)).toEqual({ done: 1, replayed: 49 });
    expect(new Set(results.map((item) => textOf(item))).size).toBe(1);
    expect(await test.balanceOf(bob)).toBe(950);
  });
});

describe('closing', () => {
  it('A17: accepts no ticket after the close, and covers each acknowledged one by the root', async () => {
    const players = await Promise.all(
      Array.from({ length: 20 }, (_, at) => addPlayer(test.database, `seller_${at}`, 100_000)),
    );
    let isClosed = false;
    const selling = players.map(async (player, at) => {
      const outcomes: Committed<User>[] = [];
      do outcomes.push(await service(at).buyTicket(ticket(player, 10)));
      while (!isClosed);
      outcomes.push(await service(at).buyTicket(ticket(player, 10)));
      return outcomes;
    });
    while ((await sql('SELECT FROM lottery_ticket LIMIT 100')).length < 100);
    await sql('UPDATE lottery_draw SET closes_at = clock_timestamp()');
    expect(await closeSales(test.database.query, 0n, draw.id)).toBe(true);
    const tree = await buildTree(test.database.query, draw);
    isClosed = true;
    const outcomes = (await Promise.all(selling)).flat();
    const counts = countOutcomes(outcomes);
    expect(Object.keys(counts).toSorted()).toEqual(['betting_closed', 'done']);
    expect(counts['betting_closed'], 'the race was not vacuous').toBeGreaterThanOrEqual(players.length);
    expect(tree.ticketCount).toBe(counts['done']);
    expect(await publishRoot(test.database.query, 0n, { ...tree, drawId: draw.id })).toBe(true);
    const after = await buildTree(test.database.query, draw);
    expect(after.root.equals(tree.root)).toBe(true);
  });

  it('A17, I13: waits with the close for tickets in progress, dates it after them, and seals them', async () => {
    const erin = await addPlayer(test.database, 'erin', 1_000);
    // The close is due shortly; the ticket is sold before it and committed after it.
    await sql(`UPDATE lottery_draw SET closes_at = clock_timestamp() + interval '3 s'`);
    let closing: Promise<boolean> | undefined;
    await test.database.transaction(async (query) => {
      const input = {
        playerId: erin,
        pick: 63n,
        bidCoins: 10,
        drawKey: null,
        clientSeed: '',
        ...noKey,
        waitedMs: 0,
      };
      const [sale] = await sellTickets.run(query, [input]);
      expect(sale?.refusal).toBeNull();
      const due = `SELECT FROM lottery_draw WHERE closes_at <= clock_timestamp()`;
      await until('the close is due', async () => (await sql(due)).length > 0);
      closing = closeSales(test.database.query, 0n, draw.id);
      const waiting = 'SELECT FROM pg_locks WHERE NOT granted';
      await until('the close waits', async () => (await sql(waiting)).length > 0);
      // As the sale of a slow database does, whose guards passed before the close was due.
      await query({
        text: 'INSERT INTO lottery_ticket (draw_id, player_id, pick, bid) VALUES ($1, $2, 63, 10)',
        values: [draw.id, erin],
      });
    });
    expect(await closing).toBe(true);
    const late =
      'SELECT t.id FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id WHERE t.created_at > d.closed_at';
    expect(await sql(late), 'I13: each ticket is older than the close').toEqual([]);
    const tree = await buildTree(test.database.query, draw);
    expect(tree.ticketCount).toBe(2);
  });

  it('I16: makes tickets and root immutable in the database', async () => {
    const carol = await addPlayer(test.database, 'carol', 1_000);
    await service(0).buyTicket(ticket(carol, 10));
    await expect(sql('UPDATE lottery_ticket SET bid = 20')).rejects.toThrow(
      /permission denied|never changed/,
    );
    await expect(sql('DELETE FROM lottery_ticket')).rejects.toThrow(/permission denied|never changed/);
    await sql('UPDATE lottery_draw SET closes_at = clock_timestamp()');
    await closeSales(test.database.query, 0n, draw.id);
    const late = sql('INSERT INTO lottery_ticket (draw_id, player_id, pick, bid) VALUES ($1, $2, 63, 10)', [
      draw.id,
      carol,
    ]);
    await expect(late).rejects.toThrow(/closed draw/);
    const tree = await buildTree(test.database.query, draw);
    await publishRoot(test.database.query, 0n, { ...tree, drawId: draw.id });
    await expect(sql('UPDATE lottery_draw SET root = $1', [Buffer.alloc(32)])).rejects.toThrow(
      /never changed/,
    );
    await expect(
      sql(`UPDATE lottery_draw SET state = 'closing', root = NULL, ticket_count = NULL, last_ticket = NULL`),
    ).rejects.toThrow(/never changed/);
    await expect(sql('UPDATE lottery_draw SET commitment = $1', [Buffer.alloc(32)])).rejects.toThrow(
      /never changed/,
    );
  });

  it('refuses to store a pick with a repeated number, or of five', async () => {
    const dave = await addPlayer(test.database, 'dave', 1_000);
    for (const pick of [31n, 127n, (1n << 49n) | 31n, 0n]) {
      const wrong = sql(
        'INSERT INTO lottery_ticket (draw_id, player_id, pick, bid) VALUES ($1, $2, $3, 10)',
        [draw.id, dave, pick],
      );
      await expect(wrong, String(pick)).rejects.toThrow(/check constraint/);
    }
  });

  it('refuses to open, close or publish a draw for a leader of an older epoch', async () => {
    await sql('UPDATE director_lease SET epoch = 7');
    await sql('UPDATE lottery_draw SET closes_at = clock_timestamp()');
    expect(await closeSales(test.database.query, 0n, draw.id)).toBe(false);
    expect(await closeSales(test.database.query, 7n, draw.id)).toBe(true);
  });
});
