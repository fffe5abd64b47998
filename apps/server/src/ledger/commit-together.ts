/**
 * Runs a batch of a player-moving operation in one transaction, with idempotency keys: a key that was
 * used before gets its first answer again, to the byte; a repeat that comes while the first is in progress
 * waits for it at the player's row, and the unique key refuses whatever gets past. Answers of 2xx are stored; a refusal
 * leaves no trace, so that its repeat is judged anew. Of answers to calls that changed nothing, a player's
 * newest are stored, so that fresh keys alone fill no table; of closed accounts, none.
 *
 * A batch has one call of a player at most.
 */
import { accept, refuse, type Refusal, type Result } from '@fairground/contract/errors';
import type { ReceiptSubject } from '@fairground/fairness/receipt';
import type { RowOf } from '@fairground/sql';
import type { BeforeCommit, Database } from '../platform/database/database.ts';
import type { AnswerForms } from './answer-form.ts';
import * as sql from './sql/idempotency.sql.ts';

type Query = Database['query'];

export interface CoinOperation {
  playerId: bigint;
  /** Absent where the client sent none. The hash is a SHA-256. */
  idempotency?: { key: string; bodyHash: Buffer } | undefined;
  /**
   * The session of the call where it may have ended since it was looked up: then nothing is written, and the refusal is
   * `not_signed_in`. Only calls with a key have one.
   */
  unconfirmedSessionId?: bigint | undefined;
  /**
   * For calls that are judged by when they arrived: when the complete body had been parsed, on the monotonic clock. A session
   * that ended later has not ended for them, and a key that was used later is not used.
   */
  receivedAt?: number | undefined;
  /** Whether the answer should have a receipt, where the operation takes a stake. */
  wantsReceipt?: boolean | undefined;
}

/** How an operation handles a batch: by one statement at most, sent immediately, or by several round trips. */
export type Strategy = 'one statement' | 'transaction';

/** The outcome of one operation; `body` is the wire's answer. */
export type Outcome<Event> = Result<{
  status: number;
  body: unknown;
  event: Event;
  afterCommit?: (() => void) | undefined;
  /** What the answer has a receipt for. */
  receipt?: ReceiptSubject | undefined;
}>;

/** Bets that were signed together, as they are stored. */
export interface ReceiptBatch {
  /** The root of the tree over the bets. */
  root: Buffer;
  signature: Buffer;
  bets: string;
}

export interface Receipts {
  /** One signature for all of them; the texts are in the same order. */
  sign(bets: readonly ReceiptSubject[]): { texts: string[]; batch: ReceiptBatch };
  /** The text of the receipt for a bet of the batch. */
  restore(batch: ReceiptBatch, index: number): string;
}

/** The answer to a call: as it was just committed, or the stored text of the first call with its key. */
export type Committed<Event> =
  | {
      ok: true;
      value:
        | {
            isReplay: false;
            status: number;
            text: string;
            /** Where it is stored in a shorter form. */
            stored?: string | undefined;
            event: Event;
            afterCommit?: (() => void) | undefined;
          }
        | { isReplay: true; status: number; text: string };
    }
  | Refusal;

export interface CommitOptions<Operation extends CoinOperation, Event> {
  /** Scopes the keys. */
  operation: string;
  /** How answers are packed for storage. */
  forms: AnswerForms;
  perform: (query: Query, batch: readonly Operation[]) => Promise<Outcome<Event>[]>;
  strategy: Strategy;
  /** Without it no answer has a receipt. */
  receipts?: Receipts | undefined;
  /** The monotonic clock of `receivedAt`. */
  monotonic: () => number;
}

export const commitTogether = async <Operation extends CoinOperation, Event>(
  database: Database,
  batch: readonly Operation[],
  options: CommitOptions<Operation, Event>,
): Promise<Committed<Event>[]> => {
  if (batch.every((item) => !item.idempotency) && batch.length > 0) {
    const perform = async (query: Query) => answerAll(await options.perform(query, batch), options).answers;
    return options.strategy === 'transaction' ? database.transaction(perform) : perform(database.query);
  }
  const fresh = options.strategy === 'transaction' ? undefined : await commitFresh(database, batch, options);
  return fresh ?? commitAfterKeys(database, batch, options);
};

/** A key of the batch was used before, an account is closed, or a session has ended. */
class NotFresh extends Error {}

/**
 * Two round trips for a batch of new keys, as nearly all are: the keys are looked up and the operations performed by
 * statements that are sent together, and the answers are stored with the commit. Where a key was used before or a session has
 * ended, everything is rolled back, and the result is undefined.
 */
const commitFresh = async <Operation extends CoinOperation, Event>(
  database: Database,
  batch: readonly Operation[],
  options: CommitOptions<Operation, Event>,
): Promise<Committed<Event>[] | undefined> => {
  try {
    return await database.transaction(async (query, beforeCommit) => {
      const [areNew, outcomes] = await Promise.all([
        lockNewKeys(query, options.operation, batch),
        options.perform(query, batch),
      ]);
      if (!areNew) throw new NotFresh();
      const performed = answerAll(outcomes, options);
      storeAnswers({ query, beforeCommit }, options, batch, performed);
      return performed.answers;
    });
  } catch (error) {
    if (error instanceof NotFresh) return undefined;
    throw error;
  }
};

/** Performs what is new, once it is known which keys were used before. */
const commitAfterKeys = <Operation extends CoinOperation, Event>(
  database: Database,
  batch: readonly Operation[],
  options: CommitOptions<Operation, Event>,
): Promise<Committed<Event>[]> =>
  database.transaction(async (query, beforeCommit) => {
    const sentAt = options.monotonic();
    const agoMs = ({ receivedAt = sentAt }: CoinOperation): number => sentAt - receivedAt;
    const [ended, keys] = await Promise.all([
      // First, as its time counts from when it is sent: the other one waits for locks.
      findEndedSessions(query, batch, agoMs),
      lockKeys(query, options.operation, batch),
    ]);
    const readAt = options.monotonic();
    /** A later use of its key decides nothing about a call that had arrived before; one that just preceded it has no harm. */
    const isUsedLater = (item: CoinOperation) =>
      item.receivedAt !== undefined &&
      !wasAccepted(item, keys.get(item)) &&
      (keys.get(item)?.used_ago_ms ?? Infinity) < readAt - item.receivedAt;
    const performed = new Map<CoinOperation, Committed<Event>>();
    const due = batch.filter((item) => !ended.has(item) && (isFresh(item, keys) || isUsedLater(item)));
    const answered = answerAll(due.length > 0 ? await options.perform(query, due) : [], options);
    due.forEach((item, index) => performed.set(item, answered.answers[index] as Committed<Event>));
    const fresh = due.filter((item) => isFresh(item, keys));
    const answers = fresh.map((item) => performed.get(item) as Committed<Event>);
    if (fresh.length > 0)
      storeAnswers({ query, beforeCommit }, options, fresh, { answers, receiptBatch: answered.receiptBatch });
    return Promise.all(
      batch.map(async (item) => {
        const row = keys.get(item);
        const outcome = performed.get(item);
        if (outcome && (outcome.ok || isFresh(item, keys))) return outcome;
        return row && !ended.has(item) ? replay(query, item, row, options) : refuse('not_signed_in');
      }),
    );
  });

interface Answered<Event> {
  answers: Committed<Event>[];
  /** Where one of them has a receipt. */
  receiptBatch: ReceiptBatch | undefined;
}

/** Receipts are signed before anything is committed, so that they are stored with the answers. */
const answerAll = <Event>(
  outcomes: readonly Outcome<Event>[],
  { receipts }: Pick<CommitOptions<never, Event>, 'receipts'>,
): Answered<Event> => {
  const bets = outcomes.flatMap((outcome) => (outcome.ok && outcome.value.receipt) || []);
  const signed = bets.length > 0 ? receipts?.sign(bets) : undefined;
  const batch = signed?.batch.root.toString('base64url');
  let place = 0;
  const answers = outcomes.map((outcome): Committed<Event> => {
    if (!outcome.ok) return outcome;
    const { status, body, event, afterCommit, receipt } = outcome.value;
    const text = JSON.stringify(body);
    const common = { isReplay: false, status, event, afterCommit } as const;
    if (!receipt || !signed) return accept({ ...common, text });
    const index = place++;
    return accept({
      ...common,
      text: withReceipt(text, signed.texts[index] ?? ''),
      stored: withReceipt(text, `${batch}.${index}`),
    });
  });
  return { answers, receiptBatch: signed?.batch };
};

/** The last field of an answer. */
const withReceipt = (body: string, receipt: string): string => `${body.slice(0, -1)},"receipt":"${receipt}"}`;
const storedReceipt = /,"receipt":"([\w-]{43})\.(\d+)"\}$/;

/** The answer as it was given first. */
const restoreAnswer = async (query: Query, stored: string, receipts: Receipts | undefined) => {
  const [found, root = '', index] = storedReceipt.exec(stored) ?? [];
  if (found === undefined || !receipts) return stored;
  const batch = await sql.findReceiptBatch.first(query, { root: Buffer.from(root, 'base64url') });
  if (!batch) throw new Error('an answer names a batch of receipts that is not stored');
  return `${stored.slice(0, -found.length)},"receipt":"${receipts.restore(batch, Number(index))}"}`;
};

/** The keys of the calls that have one; a call of a closed account has none. */
type Keys = ReadonlyMap<CoinOperation | undefined, RowOf<typeof sql.lockKeys>>;

/** The calls whose sessions had ended when they were to be judged. */
const findEndedSessions = async (
  query: Query,
  batch: readonly CoinOperation[],
  agoMs: (item: CoinOperation) => number,
): Promise<ReadonlySet<CoinOperation | undefined>> => {
  const unconfirmed = batch.filter((item) => item.unconfirmedSessionId !== undefined);
  if (unconfirmed.length === 0) return new Set();
  const ended = await sql.findEndedSessions.run(query, {
    sessionIds: unconfirmed.flatMap((item) => item.unconfirmedSessionId ?? []),
    agoMs: unconfirmed.map(agoMs),
  });
  return new Set(ended.map(({ place }) => unconfirmed[place - 1]));
};

/**
 * Whether all keys of the batch are new, the accounts open, and the sessions alive. The players are locked as by
 * `lockKeys`.
 */
const lockNewKeys = async (query: Query, operation: string, batch: readonly CoinOperation[]) => {
  const keyed = batch.filter((item) => item.idempotency);
  const row = await sql.lockNewKeys.first(query, {
    operation,
    playerIds: keyed.map((item) => item.playerId),
    keys: keyed.map((item) => item.idempotency?.key ?? ''),
    sessionIds: batch.flatMap(({ unconfirmedSessionId }) => unconfirmedSessionId ?? []),
  });
  return row?.are_new === true;
};

const lockKeys = async (query: Query, operation: string, batch: readonly CoinOperation[]): Promise<Keys> => {
  const keyed = batch.filter((item) => item.idempotency);
  const rows = await sql.lockKeys.run(query, {
    operation,
    playerIds: keyed.map((item) => item.playerId),
    keys: keyed.map((item) => item.idempotency?.key ?? ''),
  });
  return new Map(rows.map((row) => [keyed[row.place - 1], row]));
};

/**
 * Whether the same call was accepted, sent again: to another process, say, while the one that got it first was cut off from the
 * database. It is done then, and nothing has overtaken it.
 */
const wasAccepted = ({ idempotency }: CoinOperation, row: RowOf<typeof sql.lockKeys> | undefined): boolean =>
  row !== undefined && row.body_hash !== null && idempotency?.bodyHash.equals(row.body_hash) === true;

const isFresh = (item: CoinOperation, keys: Keys): boolean =>
  !item.idempotency || keys.get(item)?.is_used === false;

const replay = async (
  query: Query,
  { idempotency }: CoinOperation,
  row: RowOf<typeof sql.lockKeys>,
  { receipts }: Pick<CommitOptions<never, never>, 'receipts'>,
): Promise<Committed<never>> => {
  const { status, answer: text, body_hash: bodyHash } = row;
  if (status === null || text === null || bodyHash === null) throw new Error('a key has no answer');
  if (!idempotency?.bodyHash.equals(bodyHash)) return refuse('idempotency_mismatch');
  return accept({ isReplay: true, status, text: await restoreAnswer(query, text, receipts) });
};

/**
 * Sends the statements immediately, so that the commit can follow them without waiting. What cannot be stored throws before
 * anything is committed.
 */
const storeAnswers = <Operation extends CoinOperation, Event>(
  { query, beforeCommit }: { query: Query; beforeCommit: BeforeCommit },
  { operation, forms }: CommitOptions<Operation, Event>,
  batch: readonly Operation[],
  { answers, receiptBatch }: Answered<Event>,
): void => {
  const rows = batch.flatMap(({ playerId, idempotency }, index) => {
    const outcome = answers[index];
    if (!idempotency || outcome?.ok !== true) return [];
    const { status, text } = outcome.value;
    const stored = outcome.value.isReplay ? text : (outcome.value.stored ?? text);
    const moved = !outcome.value.isReplay && outcome.value.event !== null;
    return [{ playerId, ...idempotency, status, moved, ...forms.pack(stored) }];
  });
  const unmoved = [...new Set(rows.filter((row) => !row.moved).map((row) => row.playerId))];
  if (rows.length > 0) {
    const columns = {
      operation,
      playerIds: rows.map((row) => row.playerId),
      keys: rows.map((row) => row.key),
      bodyHashes: Buffer.concat(rows.map((row) => row.bodyHash)),
      statuses: rows.map((row) => row.status),
      answers: rows.map((row) => row.answer),
      formIds: rows.map((row) => row.formId),
      answerValues: rows.map((row) => row.answerValues),
      moved: rows.map((row) => row.moved),
    };
    beforeCommit(sql.storeAnswers.run(query, columns));
    if (receiptBatch) beforeCommit(sql.storeReceiptBatch.run(query, receiptBatch));
  }
  if (unmoved.length > 0) beforeCommit(sql.deleteSurplus.run(query, { playerIds: unmoved, maxUnmoved }));
};

/** How many answers of calls that changed nothing are stored of one player. */
const maxUnmoved = 200;

/** A batch of answers that are older than the life of their keys; for the director. Returns how many there were. */
export const deleteOldKeys = async (query: Query, epoch: bigint, maxRows: number): Promise<number> =>
  (await sql.deleteOldKeys.first(query, { epoch, maxRows }))?.deleted ?? 0;

/** Deletes a batch of receipt batches that no answer names any more. Returns how many there were. */
export const deleteOldReceipts = async (query: Query, epoch: bigint, maxRows: number): Promise<number> =>
  (await sql.deleteOldReceipts.first(query, { epoch, maxRows }))?.deleted ?? 0;
