/** Rows of many tables, copied into the database in slices: PostgreSQL reads a file of its own machine. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

type Value = string | number | bigint | boolean | Uint8Array | null;

/** The columns of each table, in the order of its rows. */
const columns = {
  aviator_round: `id, step, chain_id, link, state, commitment, seed, rtp_bp, crash_hundredths, opened_at, starts_at,
    crash_at, finished_at, epoch, closes_at, bets_root, bet_count, entropy, sealed_at`,
  aviator_bet: `id, round_id, player_id, amount, from_winnings, auto_hundredths, outcome, cash_out_hundredths,
    amount_won, created_at, settled_at, slot, press_ms, client_seed, call_key, call_body`,
  double_trouble_draw: `id, step, chain_id, link, state, max, interval_ms, commitment, seed, winning_number, opened_at,
    closes_at, draws_at, drawn_at, epoch, bets_root, bet_count, entropy, sealed_at`,
  double_trouble_bet: `id, draw_id, player_id, draw_type, number, amount, from_winnings, payout_hundredths, outcome,
    amount_won, created_at, settled_at, client_seed, call_key, call_body`,
  lottery_draw: `id, step, draw_key, day, of_day, state, sealed, commitment, opened_at, closes_at, draws_at,
    after_ticket, last_ticket, closed_at, ticket_count, root, seed, winning, drawn_at, settled_through, finished_at,
    epoch, entropy`,
  lottery_block: 'draw_id, block, first_ticket, hash',
  lottery_ticket: 'id, draw_id, player_id, pick, bid, created_at, client_seed, call_key, call_body',
  high_striker_strike: `id, player_id, seed_id, nonce, amount, from_winnings, target_hundredths, height_hundredths,
    amount_won, created_at, call_key, call_body`,
  ring_toss_bet: `id, player_id, seed_id, nonce, amount, from_winnings, chance, side, roll, amount_won, created_at,
    call_key, call_body`,
  minefield_game: `id, player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines, increment_hundredths,
    state, gem_tiles, gem_calls, hit_tile, amount_won, created_at, updated_at, call_key, call_body`,
  wheel_spin: 'id, player_id, site_day, seed_id, nonce, segment, amount, created_at',
  player_seed: `id, player_id, state, sealed, commitment, client_seed, client_seed_source, next_nonce, seed, created_at,
    activated_at, revealed_at`,
  transfer: 'kind, source, debit_account, credit_account, amount, created_at',
} as const;

export type TableName = keyof typeof columns;

/** Texts of rows have no tabs, line feeds or backslashes of their own. */
const toText = (value: Value): string =>
  value === null
    ? '\\N'
    : value instanceof Uint8Array
      ? `\\\\x${Buffer.from(value).toString('hex')}`
      : String(value);

/** The values of a row, in the order of its columns. */
export const cells = (_texts: TemplateStringsArray, ...values: Value[]): readonly Value[] => values;

export interface Rows {
  add(table: TableName, row: readonly Value[]): void;
  /** Kept apart until the slice is written, because their order is that of their time. */
  addTransfer(atMs: number, row: readonly Value[]): void;
  /** Writes what was added, in one transaction, and forgets it. */
  write(database: Pick<Database, 'transaction'>): Promise<void>;
  close(): void;
}

export const timeText = (ms: number): string => new Date(ms).toISOString();

export const createRows = (): Rows => {
  const lines = new Map<TableName, string[]>();
  const transfers: { atMs: number; line: string }[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'fairground-rows-'));
  // The server may run as another user.
  chmodSync(folder, 0o755);

  const linesOf = (table: TableName): string[] => {
    const found = lines.get(table) ?? [];
    lines.set(table, found);
    return found;
  };
  return {
    add: (table, row) => void linesOf(table).push(row.map(toText).join('\t')),
    addTransfer: (atMs, row) =>
      void transfers.push({ atMs, line: `${row.map(toText).join('\t')}\t${timeText(atMs)}` }),
    async write(database) {
      transfers.sort((one, other) => one.atMs - other.atMs);
      lines.set('transfer', linesOf('transfer').concat(transfers.splice(0).map(({ line }) => line)));
      await asOwner(database, async (query) => {
        for (const [table, own] of lines) {
          const path = join(folder, table);
          writeFileSync(path, own.length === 0 ? '' : `${own.join('\n')}\n`, { mode: 0o644 });
          await query({ text: `COPY ${table} (${columns[table]}) FROM '${path}'`, values: [] });
          rmSync(path);
        }
      });
      lines.clear();
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/**
 * With the rights of a superuser, and without triggers and foreign keys: rows that are final are written at once, as
 * they are in the end. The audit looks for everything that these would have refused.
 */
export const asOwner = <Result>(
  database: Pick<Database, 'transaction'>,
  work: (query: Database['query']) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (query) => {
    for (const setting of [
      'ROLE NONE',
      'session_replication_role = replica',
      'idle_in_transaction_session_timeout = 0',
      'synchronous_commit = off',
      "work_mem = '256MB'",
      "TIME ZONE 'UTC'",
    ])
      await query({ text: `SET LOCAL ${setting}`, values: [] });
    return work(query);
  });
