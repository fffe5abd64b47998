/** kill -9 during settling, and a site that was down for three draws: every ticket is paid once. */
import type { LotteryDraw, LotteryProof } from '../contract.ts';
import { verifyLotteryProof } from '../verify.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@fairground/server/test/harness';
import { addTickets } from './many-tickets.ts';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { until } from '@fairground/server/test/player-client';
import { makeDataDir, startSiteProcess, type RunningSite } from '@fairground/server/test/site-process';
import { urlOf } from '@fairground/server/test/shared-postgres';

let test: TestDatabase;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let site: RunningSite | undefined;

beforeEach(async () => {
  test = await createTestDatabase();
  data = await makeDataDir();
});
afterEach(async () => {
  await site?.end('SIGTERM');
  site = undefined;
  await test.close();
  await data.remove();
});

const start = async (cron: string): Promise<RunningSite> => {
  site = await startSiteProcess({
    DATA_DIR: data.dataDir,
    DATABASE_URL: urlOf(test.address),
    LOTTERY_DRAW_CRON: cron,
    AVIATOR_COUNTDOWN_MS: '600000',
    DOUBLE_TROUBLE_INTERVAL_MS: '600000',
    LOG_LEVEL: 'info',
  });
  return site;
};

const rows = <Row extends object>(text: string, values: unknown[] = []) => test.rows<Row>(text, ...values);

interface DrawState {
  id: bigint;
  draw_key: string;
  state: string;
  settled_through: bigint;
  after_ticket: bigint;
  last_ticket: bigint;
}
const readDraws = () => rows<DrawState>('SELECT * FROM lottery_draw ORDER BY id');

const openDrawId = async (): Promise<bigint> => {
  await until('a draw is open', async () => (await readDraws()).some((draw) => draw.state === 'open'));
  return (await readDraws()).find((draw) => draw.state === 'open')?.id ?? 0n;
};

/** Moves the open draw, and thereby the following ones, into the past. */
const shiftOpenDraw = (interval: string) =>
  rows(
    `UPDATE lottery_draw SET opened_at = opened_at - $1::interval, closes_at = closes_at - $1::interval,
      draws_at = draws_at - $1::interval WHERE state = 'open'`,
    [interval],
  );

const findings = async () => {
  await analyze();
  return await test.findViolations();
};

/** As autovacuum does after a minute: without statistics, chunks and audits are planned for a few rows. */
const analyze = () =>
  queryAsOwner(test.database, 'ANALYZE lottery_advance, wallet, player, transfer, lottery_ticket');

it('F2: continues settling after a kill and pays no ticket twice', async () => {
  const tickets = 70_000;
  const first = await start('0 20 * * *');
  const drawId = await openDrawId();
  await addTickets(test.database, { players: 5_000, tickets, drawId });
  await shiftOpenDraw('1 day');
  const draw = async () => {
    const found = (await readDraws()).find(({ id }) => id === drawId);
    if (!found) throw new Error('the draw is gone');
    return found;
  };
  let stopped: DrawState | undefined;
  await until('the settling has begun', async () => {
    const now = await draw();
    if (now.state === 'settling' && now.settled_through > now.after_ticket) stopped = now;
    return stopped !== undefined;
  });
  await first.end('SIGKILL');
  const left = await draw();
  expect(left.state, 'the kill came in the middle').toBe('settling');
  expect(left.settled_through).toBeLessThan(left.last_ticket);

  await start('0 20 * * *');
  await until('the draw is settled', async () => (await draw()).state === 'finished');
  const [paid] = await rows<{ payouts: bigint; sources: bigint }>(
    `SELECT count(*) AS payouts, count(DISTINCT source) AS sources FROM transfer WHERE kind = 'lottery_payout'`,
  );
  // Five or six of ten tickets win something.
  expect(paid?.payouts).toBeGreaterThan(BigInt(tickets) / 2n);
  expect(paid?.payouts).toBe(paid?.sources);
  expect(await findings()).toEqual([]);
}, 120_000);

it('F2: makes one ticket of each advance ticket after a kill in the middle of it', async () => {
  const bought = 60_000;
  const first = await start('0 20 * * *');
  const drawId = await openDrawId();
  await addTickets(test.database, { players: 5_000, tickets: 5_000, drawId });
  // Bought for the draw as it is after the shift.
  await queryAsOwner(
    test.database,
    `WITH owner AS (SELECT min(player_id) AS first FROM lottery_ticket), advance AS (
      INSERT INTO lottery_advance (player_id, draws_at, pick, bid, from_winnings, created_at)
      SELECT o.first + n % 5000, d.draws_at - interval '1 day', 63, 10, 0, clock_timestamp() - interval '2 days'
      FROM owner o, lottery_draw d, generate_series(1, $1::integer) n WHERE d.id = $2
      RETURNING id, player_id, bid
    ), paid AS (
      UPDATE wallet w SET coins = w.coins - a.bid, version = w.version + 1
      FROM (SELECT player_id, sum(bid) AS bid FROM advance GROUP BY player_id) a WHERE w.player_id = a.player_id
    )
    INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
    SELECT 'lottery_stake_coins', id, 1000 + 2 * player_id, 12, bid FROM advance`,
    [bought, drawId],
  );
  await analyze();
  const placed = async () => {
    const [row] = await rows<{ n: bigint }>(
      `SELECT count(*) AS n FROM lottery_advance WHERE state = 'placed'`,
    );
    return Number(row?.n);
  };
  await shiftOpenDraw('1 day');
  await until('some are tickets', async () => (await placed()) > 0);
  await first.end('SIGKILL');
  expect(await placed(), 'the kill came in the middle').toBeLessThan(bought);

  await start('0 20 * * *');
  const draw = async () => (await readDraws()).find(({ id }) => id === drawId);
  await until('the draw is settled', async () => (await draw())?.state === 'finished');
  const [tickets] = await rows<{ n: bigint; advances: bigint }>(
    `SELECT count(*) AS n, count(DISTINCT advance_id) AS advances FROM lottery_ticket WHERE draw_id = $1`,
    [drawId],
  );
  expect(tickets).toEqual({ n: BigInt(bought + 5_000), advances: BigInt(bought) });
  expect(await findings()).toEqual([]);
}, 120_000);

it('F11: draws three missed draws once each, in order, and tickets stay with their draw', async () => {
  const first = await start('0 20 * * *');
  const drawId = await openDrawId();
  await addTickets(test.database, { players: 20, tickets: 50, drawId });
  await first.end('SIGTERM');
  await shiftOpenDraw('3 days');
  const second = await start('0 20 * * *');
  const read = async <Body>(path: string) => (await (await fetch(`${second.url}/api${path}`)).json()) as Body;
  await until('the missed draws are drawn', async () => {
    const states = (await readDraws()).map((draw) => draw.state);
    return states.filter((state) => state === 'finished').length === 3 && states.at(-1) === 'open';
  });
  const draws = await rows<{
    id: bigint;
    draws_at: Date;
    drawn_at: Date | null;
    ticket_count: number | null;
  }>('SELECT id, draws_at, drawn_at, ticket_count FROM lottery_draw ORDER BY draws_at');
  expect(draws).toHaveLength(4);
  expect(draws.map((draw) => draw.ticket_count)).toEqual([50, 0, 0, null]);
  expect(draws[0]?.id).toBe(drawId);
  draws.slice(1).forEach((draw, at) => {
    expect(draw.draws_at.getTime() - (draws[at]?.draws_at.getTime() ?? 0)).toBe(86_400_000);
  });
  const published = await read<LotteryDraw[]>('/lottery/draws');
  expect(published.map((draw) => draw.drawnAt)).toEqual(
    published
      .map((draw) => draw.drawnAt)
      .toSorted()
      .toReversed(),
  );
  for (const { drawId: id } of published) {
    expect(verifyLotteryProof(await read<LotteryProof>(`/fairness/lottery/${id}`))).toMatchObject({
      ok: true,
    });
  }
  expect(await findings()).toEqual([]);
}, 60_000);
