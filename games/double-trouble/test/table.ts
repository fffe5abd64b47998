/** Double Trouble's draws moved by the test, with an engine and a service, for tests without a running site. */
import { quietCalls } from '@fairground/server/test/harness';
import { randomBytes } from 'node:crypto';
import { draw30Number } from '../draw.ts';
import { expect } from 'vitest';
import type { Engine, StepContext } from '@fairground/server/director/director';
import { noKey, type Committed } from '@fairground/server/ledger/commit-together';
import { createDrawEngine, doubleTroubleChainGame } from '../server/engine.ts';
import {
  finishDraw,
  sealDraw,
  settleChunk,
  voidDraw,
  type OpenDraw,
  type Terms,
} from '../server/draw-queries.ts';
import { placeBets } from '../server/sql/bets.sql.ts';
import { findOpenDraw } from '../server/sql/draws.sql.ts';
import type { DoubleTroubleEvent } from '../server/bus-events.ts';
import { createDoubleTroubleService, type DoubleTroubleService, type PlaceBet } from '../server/service.ts';
import { ensureChains, type SeedChainDeps } from '@fairground/server/fairness/chains/seed-chain';
import type { Database } from '@fairground/server/platform/database/database';
import { noBeacon } from '@fairground/server/test/no-beacon';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { corrupt } from '@fairground/server/test/query-as-owner';

export interface DoubleTroubleTable {
  service: DoubleTroubleService;
  terms: Terms;
  events: DoubleTroubleEvent[];
  /** Players notified of a settlement. */
  changedPlayers: bigint[];
  chains: SeedChainDeps;
  step(context?: Partial<StepContext>): Promise<number>;
  /** The draw that is open for bets. */
  open(): Promise<OpenDraw>;
  place(bet: Partial<PlaceBet> & { playerId: bigint }): Promise<string>;
}

/** Hourly slots: nothing is due unless a test makes it so. */
const hourly: Terms = { intervalMs: 3_600_000, closeMs: 1, max: 30, beaconChainId: null };

/** Another engine on the same database, as in another process. */
export const openEngine = (
  database: Database,
  table: Pick<DoubleTroubleTable, 'chains' | 'terms' | 'events' | 'changedPlayers'>,
  { chunk = 1_000 }: { chunk?: number } = {},
): Engine =>
  createDrawEngine({
    database,
    beacon: noBeacon,
    chains: { ...table.chains, database },
    terms: table.terms,
    chunk,
    publish: (event) => table.events.push(event),
    playersChanged: (players) => table.changedPlayers.push(...players),
    betsSettled: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
  });

export const stepContext = (context: Partial<StepContext> = {}): StepContext => ({
  epoch: 0n,
  databaseNowMs: () => Date.now(),
  gap: { fromMs: 0, untilMs: 0 },
  clockJumps: 0,
  isPaused: false,
  ...context,
});

export const openDoubleTroubleTable = async (
  database: Database,
  terms: Partial<Terms> & { max?: 30 | 50 } = {},
): Promise<DoubleTroubleTable> => {
  const chains: SeedChainDeps = {
    database,
    entropy: systemEntropy,
    seal: createSeal(sealKey),
    game: doubleTroubleChainGame,
    links: 3_000,
  };
  await ensureChains(chains);
  const setting = { chains, terms: { ...hourly, ...terms }, events: [], changedPlayers: [] };
  const engine = openEngine(database, setting);
  const service = createDoubleTroubleService({
    ...quietCalls,
    database,
    max: terms.max ?? 30,
  });
  return {
    ...setting,
    service,
    step: (context) => engine.step(stepContext(context)),
    async open() {
      const draw = await findOpenDraw.first(database.query);
      if (!draw) throw new Error('no draw is open');
      return draw;
    },
    async place(bet) {
      const answer = await service.placeBet({
        drawType: 'Under',
        number: null,
        stakeCoins: 10,
        drawId: null,
        ...bet,
      });
      return codeOf(answer);
    },
  };
};

const sealKey = randomBytes(32);

export const codeOf = (answer: Committed<unknown>): string => (answer.ok ? 'ok' : answer.code);

/**
 * Moves the open draw's slot, with its opening, its close and its bets, into the past, so that it has been due for
 * `lateMs`. Bets refer to the slot, so the row is replaced by one with the new id.
 */
export const makeDue = async (database: Database, lateMs: number): Promise<void> => {
  const open = await findOpenDraw.first(database.query);
  if (!open) throw new Error('no draw is open');
  const [clock] = await database.query<{ now: Date }>({
    text: 'SELECT clock_timestamp() AS now',
    values: [],
  });
  const byMs = open.draws_at.getTime() - (clock?.now.getTime() ?? 0) + lateMs;
  await database.transaction(async (query) => {
    for (const text of ['SET LOCAL ROLE NONE', 'SET LOCAL session_replication_role = replica']) {
      await query({ text, values: [] });
    }
    const run = (text: string, ...values: unknown[]) => query({ text, values: [open.id, ...values] });
    await run(
      `INSERT INTO double_trouble_draw (id, step, chain_id, link, state, max, interval_ms, commitment, opened_at,
          closes_at, draws_at, drawn_at, void_reason, epoch)
        SELECT id - $2::bigint, step, chain_id, -link, 'void', max, interval_ms, commitment,
          least(opened_at, opened_at - $2 * interval '1 ms'), closes_at - $2 * interval '1 ms',
          to_timestamp(0) + (id - $2::bigint) * interval '1 ms', clock_timestamp(), 'clock', epoch
        FROM double_trouble_draw WHERE id = $1`,
      byMs,
    );
    await run(
      `UPDATE double_trouble_bet SET draw_id = $1::bigint - $2::bigint, created_at = created_at - $2 * interval '1 ms'
        WHERE draw_id = $1`,
      byMs,
    );
    await run('DELETE FROM double_trouble_draw WHERE id = $1');
    await run(
      `UPDATE double_trouble_draw SET state = 'open', drawn_at = NULL, void_reason = NULL, link = -link
        WHERE id = $1::bigint - $2::bigint`,
      byMs,
    );
  });
};

/** Draws and settles the open slot now, whenever it is due. Returns the number. */
export const drawNow = async (database: Database, table: DoubleTroubleTable): Promise<number> => {
  const before = await table.open();
  await makeDue(database, 5);
  for (let steps = 0; steps < 20; steps++) {
    await table.step();
    if ((await table.open()).link !== before.link) break;
  }
  const status = await table.service.status();
  const number = status?.current?.winningNumbers[0];
  expect(number).toBeTypeOf('number');
  return number ?? 0;
};

/** Opens a draw on its own chain. Any open draw is removed. */
export const openTestDraw = async (database: Database, max: 30 | 50): Promise<void> => {
  await database.query({
    text: `UPDATE double_trouble_draw SET state = 'void', void_reason = 'operator', drawn_at = clock_timestamp()
      WHERE state = 'open'`,
    values: [],
  });
  await database.query({
    text: `WITH chain AS (
        INSERT INTO fairness_chain (game, terminal_hash, salt, salt_source, links, next_link)
        VALUES ('test', sha256($1), $2, 'install', 1, 2) RETURNING id),
      slot AS (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + 3600000 AS id)
      INSERT INTO double_trouble_draw
        (id, step, chain_id, link, commitment, interval_ms, max, opened_at, closes_at, draws_at, epoch)
      SELECT slot.id, (SELECT coalesce(max(step), 0) + 1 FROM double_trouble_draw), chain.id, 1, sha256($1),
        3600000, $3, clock_timestamp(),
        to_timestamp(0) + slot.id * interval '1 ms' - interval '1 s', to_timestamp(0) + slot.id * interval '1 ms', 0
      FROM chain, slot`,
    values: [randomBytes(32), randomBytes(32), max],
  });
};

/** A seed that gives a sealed draw this number. */
const seedFor = (draw: Pick<OpenDraw, 'link' | 'max'>, betsRoot: Buffer, number: number): Buffer => {
  for (;;) {
    const seed = randomBytes(32);
    if (draw30Number({ seed, round: draw.link, max: draw.max, betsRoot }) === number) return seed;
  }
};

/**
 * Seals the open draw, draws this number, and settles it. Only now is the seed chosen, as the number depends on the
 * bets: the commitment is replaced, which no site could do.
 */
export const settleTestDraw = async (database: Database, number: number): Promise<void> => {
  await makeDue(database, 5);
  const { query } = database;
  const draw = await findOpenDraw.first(query);
  if (!draw) throw new Error('no draw is open');
  const sealed = await database.transaction((within) => sealDraw(within, 0n, draw.id));
  if (!sealed?.bets_root) throw new Error('the draw was not sealed');
  const seed = seedFor(draw, sealed.bets_root, number);
  await corrupt(
    database,
    `WITH chain AS (UPDATE fairness_chain SET terminal_hash = sha256($3) WHERE id = $4)
      UPDATE double_trouble_draw SET state = 'settling', winning_number = $2, seed = $3, commitment = sha256($3),
        drawn_at = clock_timestamp()
      WHERE id = $1`,
    [draw.id, number, seed, draw.chain_id],
  );
  let settled = 1;
  while (settled > 0)
    ({ settled } = await settleChunk(query, { epoch: 0n, drawId: draw.id, maxBets: 1_000 }));
  await finishDraw(query, 0n, draw.id);
};

/** Voids the open draw. */
export const voidTestDraw = async (database: Database): Promise<void> => {
  await makeDue(database, 5);
  const draw = await findOpenDraw.first(database.query);
  if (!draw) throw new Error('no draw is open');
  await database.transaction((query) => voidDraw(query, { epoch: 0n, drawId: draw.id, reason: 'no_seed' }));
};

/** In a transaction that the test commits later. */
export const placeUnder = async (query: Database['query'], playerId: bigint) => {
  const bet = { playerId, drawType: 'Under', number: null, stakeCoins: 10, payoutHundredths: 210 } as const;
  return (
    await placeBets.run(query, [{ ...bet, ...noKey, drawId: null, clientSeed: '', waitedMs: 0 }], { max: 30 })
  )[0];
};
