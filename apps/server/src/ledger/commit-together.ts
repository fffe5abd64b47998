/**
 * Runs a batch of a player-moving operation in one transaction, with idempotency keys: a key that was
 * used before gets its first answer again, to the byte; a repeat that comes while the first is in progress
 * waits for it at the unique key. 2xx and 409 answers are stored, others leave no trace. Of answers to calls that
 * changed nothing, a player's newest are stored, so that fresh keys alone fill no table; of closed accounts, none.
 */
import {
  accept,
  errorStatus,
  refuse,
  type ErrorCode,
  type Refusal,
  type Result,
} from '@fairground/contract/errors';
import type { Database } from '../platform/postgres/database.ts';
import * as sql from './sql/idempotency.sql.ts';

type Query = Database['query'];

export interface CoinOperation {
  playerId: bigint;
  /** Absent where the client sent none. */
  idempotency?: { key: string; bodyHash: Buffer } | undefined;
}

/** What one operation of the batch came to; `body` is the wire's answer, `committed` is called after the commit. */
export type Outcome<Event> = Result<{
  status: number;
  body: unknown;
  event: Event;
  committed?: (() => void) | undefined;
}>;

/** The answer to a call: as it was just committed, or the stored text of the first one again. */
export type CommittedAnswer<Event> =
  | {
      isReplay: false;
      status: number;
      text: string;
      event: Event;
      committed?: (() => void) | undefined;
    }
  | { isReplay: true; status: number; text: string };

export type Committed<Event> =
  | { ok: true; value: CommittedAnswer<Event> }
  /** `replay` is the stored text of a refusal that a call with the same key met before. */
  | (Refusal & { replay?: { status: number; text: string } });

export interface CommitOptions<Operation extends CoinOperation, Event> {
  /** Scopes the keys. */
  operation: string;
  /** The text that is stored for a refusal. */
  refusalText: (code: ErrorCode) => string;
  perform: (query: Query, batch: readonly Operation[]) => Promise<Outcome<Event>[]>;
  /** Whether `perform` makes one statement at most, which is a transaction on its own. */
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
    const claims = await claimKeys(query, options.operation, batch);
    const isFresh = (item: Operation) => !item.idempotency || claims.get(item.playerId) === 'claimed';
    const fresh = batch.filter(isFresh);
    const repeated = batch.filter((item) => !isFresh(item) && claims.get(item.playerId) === 'used');

    const outcomes = new Map<bigint, Committed<Event>>();
    for (const item of batch) {
      if (!isFresh(item)) outcomes.set(item.playerId, refuse('not_signed_in'));
    }
    const stored =
      repeated.length > 0
        ? await readStored(query, options.operation, repeated)
        : new Map<bigint, sql.ReadAnswersRow>();
    for (const item of repeated) outcomes.set(item.playerId, replay(item, stored.get(item.playerId)));

    if (fresh.length > 0) {
      const performed = (await options.perform(query, fresh)).map(toCommitted);
      await storeAnswers(query, options, fresh, performed);
      fresh.forEach((item, index) => outcomes.set(item.playerId, performed[index] as Committed<Event>));
    }
    return batch.map((item) => outcomes.get(item.playerId) as Committed<Event>);
  });
};

const toCommitted = <Event>(outcome: Outcome<Event>): Committed<Event> => {
  if (!outcome.ok) return outcome;
  const { status, body, event, committed } = outcome.value;
  return accept({ isReplay: false, status, text: JSON.stringify(body), event, committed });
};

/**
 * What became of each player's key; a closed account has none. The lock on the player is the one that the foreign
 * key takes anyway: taken first, it makes sure that no key is claimed once a closing has erased the others.
 */
const claimKeys = async (
  query: Query,
  operation: string,
  batch: readonly CoinOperation[],
): Promise<Map<bigint, 'claimed' | 'used'>> => {
  const rows = await sql.claimKeys.run(query, { operation, ...keysOf(batch) });
  return new Map(rows.map((row) => [row.player_id, row.claimed ? 'claimed' : 'used']));
};

const readStored = async (
  query: Query,
  operation: string,
  batch: readonly CoinOperation[],
): Promise<Map<bigint, sql.ReadAnswersRow>> => {
  const { playerIds, keys } = keysOf(batch);
  const rows = await sql.readAnswers.run(query, { operation, playerIds, keys });
  return new Map(rows.map((row) => [row.player_id, row]));
};

const keysOf = (batch: readonly CoinOperation[]) => {
  const keyed = batch.flatMap(({ playerId, idempotency }) =>
    idempotency ? [{ playerId, ...idempotency }] : [],
  );
  return {
    playerIds: keyed.map((item) => item.playerId),
    keys: keyed.map((item) => item.key),
    bodyHashes: keyed.map((item) => item.bodyHash),
  };
};

const replay = (item: CoinOperation, row: sql.ReadAnswersRow | undefined): Committed<never> => {
  // The first was taken back between the claim and this read: its answer was not one that is stored.
  if (!row || row.status === null || row.answer === null) return refuse('unavailable');
  if (!item.idempotency?.bodyHash.equals(row.body_hash)) return refuse('idempotency_mismatch');
  const { status, answer: text } = row;
  if (status < 400) return accept({ isReplay: true, status, text });
  return { ...refuse(codeOf(text)), replay: { status, text } };
};

const codeOf = (problem: string): ErrorCode => {
  const { code } = JSON.parse(problem) as { code: string };
  if (!(code in errorStatus)) throw new Error(`a stored refusal has an unknown code, ${code}`);
  return code as ErrorCode;
};

const storeAnswers = async <Operation extends CoinOperation, Event>(
  query: Query,
  { operation, refusalText }: CommitOptions<Operation, Event>,
  batch: readonly Operation[],
  outcomes: readonly Committed<Event>[],
): Promise<void> => {
  const stored: { playerId: bigint; key: string; status: number; text: string; moved: boolean }[] = [];
  const dropped: { playerId: bigint; key: string }[] = [];
  batch.forEach((item, index) => {
    const outcome = outcomes[index];
    if (!item.idempotency || !outcome) return;
    const { playerId } = item;
    const { key } = item.idempotency;
    if (outcome.ok) {
      const { status, text } = outcome.value;
      const moved = !outcome.value.isReplay && outcome.value.event !== null;
      stored.push({ playerId, key, status, text, moved });
    } else if (errorStatus[outcome.code] === 409) {
      stored.push({ playerId, key, status: 409, text: refusalText(outcome.code), moved: false });
    } else dropped.push({ playerId, key });
  });
  if (stored.length > 0) {
    await sql.storeAnswers.run(query, {
      operation,
      playerIds: stored.map((item) => item.playerId),
      keys: stored.map((item) => item.key),
      statuses: stored.map((item) => item.status),
      answers: stored.map((item) => item.text),
      moved: stored.map((item) => item.moved),
    });
  }
  const unmoved = stored.filter((item) => !item.moved);
  if (unmoved.length > 0) {
    await sql.deleteSurplus.run(query, {
      playerIds: unmoved.map((item) => item.playerId),
      maxUnmoved,
    });
  }
  if (dropped.length > 0) {
    await sql.dropKeys.run(query, {
      operation,
      playerIds: dropped.map((item) => item.playerId),
      keys: dropped.map((item) => item.key),
    });
  }
};

/** How many answers of calls that changed nothing are stored of one player. */
const maxUnmoved = 200;

export const deleteOldKeys = async (query: Query): Promise<void> => {
  await sql.deleteOldKeys.run(query);
};
