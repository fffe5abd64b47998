/**
 * How long it takes to settle lottery draws of a thousand to a million tickets, including the ledger, compared with one
 * plain UPDATE of as many rows in the same database. LOTTERY_TICKETS sets the largest draw.
 */
import { lotteryRules } from '@fairground/game-lottery/rules';
import {
  closeSales,
  finishDraw,
  publishRoot,
  settleTickets,
  type DrawRow,
} from '../../games/lottery/server/draw-queries.ts';
import { findPendingDraw, holdDraw, openDraw } from '../../games/lottery/server/sql/draws.sql.ts';
import { buildTree } from '../../games/lottery/server/leaves.ts';
import { encodePick } from '../../games/lottery/server/pick.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { addTickets } from '../../games/lottery/test/many-tickets.ts';
import { alternate, type Figures, type SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres, type BenchPostgres } from './lib/bench-postgres.ts';
import { count } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const largest = Number(process.env['LOTTERY_TICKETS'] ?? sized(1_000_000, 5_000));
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
/** Processor time is counted in hundredths of a second: small draws are repeated until they have so many tickets. */
const ticketsPerRun = sized(50_000, 1_000);
/** With ten tickets nearly every player wins something, so nearly every wallet changes. */
const ticketsPerPlayer = 10;
const ticketsPerStatement = 20_000;
const epoch = 0n;

const columns: readonly Column[] = [
  { figure: 'ratio', label: 'settling, of the plain update', digits: 2 },
  { figure: 'settleMs', label: 'settling', unit: 'ms', digits: 0 },
  { figure: 'plainMs', label: 'plain update', unit: 'ms', digits: 0 },
  { figure: 'slowestMs', label: 'slowest statement', unit: 'ms', digits: 0 },
  { figure: 'treeMs', label: 'Merkle root', unit: 'ms', digits: 0 },
  { figure: 'settleUs', label: 'database, settling a ticket', unit: 'µs', digits: 1 },
  { figure: 'plainUs', label: 'plain update of a row', unit: 'µs', digits: 1 },
];

export const benchLottery = async (): Promise<void> => {
  const postgres = await startBenchPostgres();
  const subjects: SubjectResult[] = [];
  for (const size of sizes) {
    const database = postgres.open(await postgres.addDatabase(`lottery_${size}`));
    await migrate(database);
    let draw = await openFirst(database);
    const run = async (): Promise<Figures> => {
      const draws: Settled[] = [];
      for (let tickets = 0; tickets < Math.max(size, ticketsPerRun); tickets += size) {
        draws.push(await settleDraw(postgres, database, { draw, tickets: size }));
        draw = await nextDraw(database);
      }
      return toFigures(draws, size);
    };
    subjects.push(...(await alternate([{ name: `${count(size)} tickets`, run }], rounds)));
  }
  await postgres.stop();
  report('lottery', [
    {
      title:
        `Settling a lottery draw, ${ticketsPerPlayer} tickets per player, ` +
        `${count(ticketsPerStatement)} tickets per statement, ${rounds} runs`,
      columns,
      subjects,
    },
  ]);
};

/** Times are means of the draws, processor time is per ticket. */
const toFigures = (draws: readonly Settled[], tickets: number): Figures => {
  const mean = (figure: keyof Settled): number =>
    draws.reduce((sum, draw) => sum + draw[figure], 0) / draws.length;
  return {
    ratio: mean('settleMs') / mean('plainMs'),
    settleMs: mean('settleMs'),
    plainMs: mean('plainMs'),
    slowestMs: Math.max(...draws.map(({ slowestMs }) => slowestMs)),
    treeMs: mean('treeMs'),
    settleUs: mean('settleUs') / tickets,
    plainUs: mean('plainUs') / tickets,
  };
};

const settleDraw = async (
  postgres: BenchPostgres,
  database: Database,
  { draw, tickets }: { draw: DrawRow; tickets: number },
) => {
  const { query } = database;
  await addTickets(database, { players: Math.ceil(tickets / ticketsPerPlayer), tickets, drawId: draw.id });
  const plain = await plainUpdate(postgres, database, draw.id);
  await query({
    text: 'UPDATE lottery_draw SET closes_at = clock_timestamp(), draws_at = clock_timestamp() WHERE id = $1',
    values: [draw.id],
  });
  await closeSales(query, epoch, draw.id);
  const tree = await timed(postgres, async () => {
    const built = await buildTree(query, draw);
    await publishRoot(query, epoch, { ...built, drawId: draw.id });
  });
  const next = newDraw(Number(draw.id) + 1);
  await holdDraw.first(query, { epoch, drawId: draw.id, seed: Buffer.alloc(32), winning, ...next });
  await vacuum(database);
  let slowestMs = 0;
  const settled = await timed(postgres, async () => {
    for (let found = -1; found !== 0;) {
      const startedAt = performance.now();
      const { tierHundredths } = lotteryRules;
      const batch = { epoch, drawId: draw.id, maxTickets: ticketsPerStatement, tierHundredths };
      ({ settled: found } = await settleTickets(query, batch));
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  });
  if (!(await finishDraw(query, epoch, draw.id))) throw new Error('the draw is not completely settled');
  return {
    settleMs: settled.ms,
    settleUs: settled.databaseUs,
    plainMs: plain.ms,
    plainUs: plain.databaseUs,
    slowestMs,
    treeMs: tree.ms,
  };
};

/** What a draw took; processor time is the database's, where it is known. */
type Settled = Awaited<ReturnType<typeof settleDraw>>;

const winning = encodePick([3, 11, 19, 26, 38, 45]);

const newDraw = (number: number) => ({
  day: new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10),
  sealed: Buffer.alloc(60),
  commitment: Buffer.alloc(32, number),
  closesAt: new Date(Date.now() + 3_600_000),
  drawsAt: new Date(Date.now() + number * 3_600_000),
  beaconChainId: null,
});

const openFirst = async (database: Database): Promise<DrawRow> => {
  const draw = await openDraw.first(database.query, { epoch, ...newDraw(1) });
  if (!draw) throw new Error('no draw was opened');
  return draw;
};

const nextDraw = async (database: Database): Promise<DrawRow> => {
  const draw = await findPendingDraw.first(database.query);
  if (!draw) throw new Error('no draw is open');
  return draw;
};

/** Gives both measurements the same initial state of tables and WAL. */
const vacuum = async ({ query }: Database): Promise<void> => {
  for (const text of ['VACUUM ANALYZE', 'CHECKPOINT']) await query({ text, values: [] });
};

/** Updates a copy of the draw's tickets, without constraints on other tables and without a ledger. */
const plainUpdate = async (postgres: BenchPostgres, database: Database, drawId: bigint): Promise<Timed> => {
  const run = (text: string, values: unknown[] = []) => database.query({ text, values });
  await run('DROP TABLE IF EXISTS plain_ticket');
  await run(`CREATE TABLE plain_ticket (
    id bigint PRIMARY KEY, player_id bigint NOT NULL, pick bigint NOT NULL, bid integer NOT NULL,
    result text, coins_won bigint)`);
  await run(
    'INSERT INTO plain_ticket SELECT id, player_id, pick, bid FROM lottery_ticket WHERE draw_id = $1',
    [drawId],
  );
  await vacuum(database);
  return timed(postgres, () =>
    run(
      `UPDATE plain_ticket SET
          result = CASE bit_count((pick & $1)::bit(64))
            WHEN 6 THEN 'megaPot' WHEN 5 THEN 'win' WHEN 4 THEN 'win' WHEN 3 THEN 'win' ELSE 'loss' END,
          coins_won = bid::bigint * ($2::bigint[])[1 + bit_count((pick & $1)::bit(64))::integer] / 100`,
      [winning, lotteryRules.tierHundredths],
    ),
  );
};

interface Timed {
  ms: number;
  /** NaN where processor time is not known, which leaves the figure out. */
  databaseUs: number;
}

const timed = async (postgres: BenchPostgres, work: () => Promise<unknown>): Promise<Timed> => {
  const before = postgres.time() ?? Number.NaN;
  const startedAt = performance.now();
  await work();
  return {
    ms: performance.now() - startedAt,
    databaseUs: (postgres.time() ?? Number.NaN) - before,
  };
};
