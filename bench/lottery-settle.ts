/**
 * How long it takes to settle a lottery draw with many tickets, including the ledger, compared with one plain UPDATE
 * of as many rows in the same database. LOTTERY_TICKETS sets the number of tickets (100,000 by default).
 */
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lotteryRules } from '@fairground/game-lottery/rules';
import {
  closeSales,
  finishDraw,
  holdDraw,
  openDraw,
  publishRoot,
  settleTickets,
  type DrawRow,
} from '../games/lottery/server/draw-queries.ts';
import { buildTree } from '../games/lottery/server/leaves.ts';
import { encodePick } from '../games/lottery/server/pick.ts';
import { openDatabase, type Database } from '../apps/server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts';
import { addTickets } from '../games/lottery/test/many-tickets.ts';
import { addCleanup } from './lib/cleanups.ts';
import { count, table, times } from './lib/figures.ts';
import { sized } from './lib/short.ts';

const tickets = Number(process.env['LOTTERY_TICKETS'] ?? sized(100_000, 5_000));
/** With ten tickets nearly every player wins something, so nearly every wallet changes. */
const ticketsPerPlayer = 10;
const ticketsPerStatement = 20_000;
const epoch = 0n;

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

export const benchLottery = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = addCleanup(() => rm(folder, { recursive: true, force: true }));
  // The database may run as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quiet });
  const stopServer = addCleanup(() => server.stop());
  const database = openDatabase({ address: server.address, connections: 1, onError: () => undefined });
  const closeDatabase = addCleanup(() => database.close());
  await migrate(database);

  const draw = await openFirst(database);
  await addTickets(database, { players: Math.ceil(tickets / ticketsPerPlayer), tickets, drawId: draw.id });
  await run(
    database,
    `CREATE TABLE plain_ticket (
    id bigint PRIMARY KEY, player_id bigint NOT NULL, pick bigint NOT NULL, bid integer NOT NULL,
    result text, coins_won bigint)`,
  );
  await run(database, 'INSERT INTO plain_ticket SELECT id, player_id, pick, bid FROM lottery_ticket');
  const plainMs = await plainUpdate(database);

  await run(database, 'UPDATE lottery_draw SET closes_at = clock_timestamp(), draws_at = clock_timestamp()');
  await closeSales(database.query, epoch, draw.id);
  const treeMs = await timed(async () => {
    const tree = await buildTree(database.query, {
      id: draw.id,
      drawKey: draw.draw_key,
      after: draw.after_ticket,
    });
    await publishRoot(database.query, epoch, { ...tree, drawId: draw.id });
  });
  await holdDraw(database.query, epoch, { drawId: draw.id, seed: Buffer.alloc(32), winning }, newDraw(2));
  await vacuum(database);
  let slowestMs = 0;
  const settleMs = await timed(async () => {
    for (let settled = -1; settled !== 0;) {
      slowestMs = Math.max(
        slowestMs,
        await timed(async () => {
          const batch = {
            epoch,
            drawId: draw.id,
            limit: ticketsPerStatement,
            tierHundredths: lotteryRules.tierHundredths,
          };
          ({ settled } = await settleTickets(database.query, batch));
        }),
      );
    }
  });
  if (!(await finishDraw(database.query, epoch, draw.id)))
    throw new Error('the draw is not completely settled');
  const [paid] = await run<{ payouts: bigint }>(
    database,
    `SELECT count(*) AS payouts FROM transfer WHERE kind = 'lottery_payout'`,
  );
  await closeDatabase();
  await stopServer();
  await removeFolder();

  console.log(
    `\nA lottery draw of ${count(tickets)} tickets by ${count(tickets / ticketsPerPlayer)} players, ${count(Number(paid?.payouts))} payouts, ${count(ticketsPerStatement)} tickets per statement (the slowest ${seconds(slowestMs)})\n`,
  );
  console.log(
    table([
      ['', 'time', 'of the plain update'],
      ['one plain UPDATE of as many rows', seconds(plainMs), times(1)],
      ['settled: payouts, wallets, ledger', seconds(settleMs), times(settleMs / plainMs)],
      ['Merkle root at the close', seconds(treeMs), times(treeMs / plainMs)],
    ]),
  );
};

const winning = encodePick([3, 11, 19, 26, 38, 45]);

const run = <Row extends object>({ query }: Database, text: string): Promise<Row[]> =>
  query<Row>({ text, values: [] });

const newDraw = (number: number) => ({
  day: `2026-01-0${number}`,
  sealed: Buffer.alloc(60),
  commitment: Buffer.alloc(32, number),
  closesAt: new Date(Date.now() + 3_600_000),
  drawsAt: new Date(Date.now() + number * 3_600_000),
});

const openFirst = async (database: Database): Promise<DrawRow> => {
  const draw = await openDraw(database.query, epoch, newDraw(1));
  if (!draw) throw new Error('no draw was opened');
  return draw;
};

/** Gives both measurements the same initial state of tables and WAL. */
const vacuum = async (database: Database): Promise<void> => {
  await run(database, 'VACUUM ANALYZE');
  await run(database, 'CHECKPOINT');
};

const plainUpdate = async (database: Database): Promise<number> => {
  await vacuum(database);
  return timed(() =>
    database.query({
      text: `UPDATE plain_ticket SET
          result = CASE bit_count((pick & $1)::bit(64)) WHEN 6 THEN 'megaPot' WHEN 5 THEN 'win' WHEN 4 THEN 'win' WHEN 3 THEN 'win' ELSE 'loss' END,
          coins_won = bid::bigint * ($2::bigint[])[1 + bit_count((pick & $1)::bit(64))::integer] / 100`,
      values: [winning, lotteryRules.tierHundredths],
    }),
  );
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
