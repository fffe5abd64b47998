/**
 * Runs a batch of a player-moving operation in one transaction, with idempotency keys: a key that was
 * used before gets its first answer again, to the byte; a repeat that comes while the first is under way
 * waits for it at the unique key. 2xx and 409 answers are kept, others leave no trace.
 */
import { errorStatus, type ErrorCode } from '@fairground/contract/errors';
import type { Database } from '../platform/database.ts';

type Query = Database['query'];

export interface CoinOperation {
  playerId: bigint;
  /** Absent where the client sent none. */
  idempotency?: { key: string; bodyHash: Buffer } | undefined;
}

/** What one operation of the batch came to. `body` is the wire's answer of a success. */
export type Outcome<Event> =
  | { ok: true; status: number; body: unknown; event: Event }
  | { ok: false; code: ErrorCode };

export type Committed<Event> =
  | { kind: 'done'; status: number; text: string; event: Event }
  | { kind: 'refused'; code: ErrorCode }
  /** The first answer again: a kept 2xx text, or a kept refusal. */
  | { kind: 'replayed'; status: number; text: string };

interface KeptRow {
  player_id: bigint;
  body_hash: Buffer;
  status: number | null;
  answer: string | null;
}

export interface CommitOptions<Operation extends CoinOperation, Event> {
  /** Scopes the keys. */
  operation: string;
  /** The text that is kept for a refusal. */
  refusalText: (code: ErrorCode) => string;
  perform: (query: Query, batch: readonly Operation[]) => Promise<Outcome<Event>[]>;
  /** Whether `perform` makes one statement at most, which is a transaction by itself. */
  isOneStatement?: boolean | undefined;
}

export const commitTogether = async <Operation extends CoinOperation, Event>(
  database: Database,
  batch: readonly Operation[],
  options: CommitOptions<Operation, Event>,
): Promise<Committed<Event>[]> => {
  if (batch.every((item) => !item.idempotency) && batch.length > 0) {
    const perform = async (query: Query) => (await options.perform(query, batch)).map(toCommitted);
    return options.isOneStatement === true ? perform(database.query) : database.transaction(perform);
  }
  return database.transaction(async (query) => {
    const claimed = await claimKeys(query, options.operation, batch);
    const fresh = batch.filter((item) => !item.idempotency || claimed.has(item.playerId));
    const repeated = batch.filter((item) => item.idempotency && !claimed.has(item.playerId));

    const outcomes = new Map<bigint, Committed<Event>>();
    const kept =
      repeated.length > 0 ? await readKept(query, options.operation, repeated) : new Map<bigint, KeptRow>();
    for (const item of repeated) outcomes.set(item.playerId, replay(item, kept.get(item.playerId)));

    if (fresh.length > 0) {
      const performed = (await options.perform(query, fresh)).map(toCommitted);
      await keepAnswers(query, options, fresh, performed);
      fresh.forEach((item, index) => outcomes.set(item.playerId, performed[index] as Committed<Event>));
    }
    return batch.map((item) => outcomes.get(item.playerId) as Committed<Event>);
  });
};

const toCommitted = <Event>(outcome: Outcome<Event>): Committed<Event> =>
  outcome.ok
    ? { kind: 'done', status: outcome.status, text: JSON.stringify(outcome.body), event: outcome.event }
    : { kind: 'refused', code: outcome.code };

const claimKeys = async (
  query: Query,
  operation: string,
  batch: readonly CoinOperation[],
): Promise<Set<bigint>> => {
  const keyed = batch.filter((item) => item.idempotency);
  const rows = await query<{ player_id: bigint }>({
    name: 'claim-keys',
    text: `INSERT INTO idempotency (player_id, operation, key, body_hash)
      SELECT player_id, $2, key, body_hash
      FROM unnest($1::bigint[], $3::text[], $4::bytea[]) AS input (player_id, key, body_hash)
      ORDER BY player_id
      ON CONFLICT DO NOTHING RETURNING player_id`,
    values: [
      keyed.map((item) => item.playerId),
      operation,
      keyed.map((item) => item.idempotency?.key),
      keyed.map((item) => item.idempotency?.bodyHash),
    ],
  });
  return new Set(rows.map((row) => row.player_id));
};

const readKept = async (
  query: Query,
  operation: string,
  batch: readonly CoinOperation[],
): Promise<Map<bigint, KeptRow>> => {
  const rows = await query<KeptRow>({
    name: 'read-kept-answers',
    text: `SELECT i.player_id, i.body_hash, i.status, i.answer FROM idempotency i
      JOIN unnest($1::bigint[], $3::text[]) AS input (player_id, key)
        ON i.player_id = input.player_id AND i.operation = $2 AND i.key = input.key`,
    values: [batch.map((item) => item.playerId), operation, batch.map((item) => item.idempotency?.key)],
  });
  return new Map(rows.map((row) => [row.player_id, row]));
};

const replay = (item: CoinOperation, row: KeptRow | undefined): Committed<never> => {
  // The first was taken back between the claim and this read: its answer was not one that is kept.
  if (!row || row.status === null || row.answer === null) return { kind: 'refused', code: 'unavailable' };
  if (!item.idempotency?.bodyHash.equals(row.body_hash))
    return { kind: 'refused', code: 'idempotency_mismatch' };
  return { kind: 'replayed', status: row.status, text: row.answer };
};

const keepAnswers = async <Operation extends CoinOperation, Event>(
  query: Query,
  { operation, refusalText }: CommitOptions<Operation, Event>,
  batch: readonly Operation[],
  outcomes: readonly Committed<Event>[],
): Promise<void> => {
  const kept: { playerId: bigint; key: string; status: number; text: string }[] = [];
  const dropped: { playerId: bigint; key: string }[] = [];
  batch.forEach((item, index) => {
    const outcome = outcomes[index];
    if (!item.idempotency || !outcome) return;
    const { playerId } = item;
    const { key } = item.idempotency;
    if (outcome.kind === 'done') kept.push({ playerId, key, status: outcome.status, text: outcome.text });
    else if (outcome.kind === 'refused' && errorStatus[outcome.code] === 409) {
      kept.push({ playerId, key, status: 409, text: refusalText(outcome.code) });
    } else dropped.push({ playerId, key });
  });
  if (kept.length > 0) {
    await query({
      name: 'keep-answers',
      text: `UPDATE idempotency i SET status = input.status, answer = input.answer
        FROM unnest($1::bigint[], $3::text[], $4::smallint[], $5::text[]) AS input (player_id, key, status, answer)
        WHERE i.player_id = input.player_id AND i.operation = $2 AND i.key = input.key`,
      values: [
        kept.map((item) => item.playerId),
        operation,
        kept.map((item) => item.key),
        kept.map((item) => item.status),
        kept.map((item) => item.text),
      ],
    });
  }
  if (dropped.length > 0) {
    await query({
      name: 'drop-keys',
      text: `DELETE FROM idempotency i USING unnest($1::bigint[], $3::text[]) AS input (player_id, key)
        WHERE i.player_id = input.player_id AND i.operation = $2 AND i.key = input.key`,
      values: [dropped.map((item) => item.playerId), operation, dropped.map((item) => item.key)],
    });
  }
};

/** Keys live 24 hours. */
export const deleteOldKeys = async (query: Query): Promise<void> => {
  await query({
    text: `DELETE FROM idempotency WHERE created_at < clock_timestamp() - interval '24 hours'`,
    values: [],
  });
};
