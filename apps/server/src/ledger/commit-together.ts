/**
 * Commits a batch of calls that move coins in one transaction. The key of a call is stored in the row that the call
 * made or ended, with a hash of its body. A repeat is found there before anything is judged, and its answer is made
 * from the row by the function that made the first one. A refusal leaves no row, so that its repeat is judged anew.
 *
 * A batch has one call of a player at most.
 */
import { hash } from 'node:crypto';
import { accept, refuse, type Refusal, type Result } from '@fairground/contract/errors';
import type { ReceiptSubject } from '@fairground/fairness/receipt';
import type { Database } from '../platform/database/database.ts';
import * as sql from './sql/calls.sql.ts';

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
   * For calls that are judged by when they arrived: when the complete body had been parsed, on the monotonic clock. A
   * session that ended later has not ended for them.
   */
  receivedAt?: number | undefined;
  /** Whether the answer should have a receipt, where the operation takes a stake. */
  wantsReceipt?: boolean | undefined;
}

/** What the rows of a call contain of its key and its body; null where the client sent no key. */
export interface StoredKey {
  callKey: bigint | null;
  callBody: bigint | null;
}

/** A call that came with a key. */
export interface KeyedCall {
  callKey: bigint;
  callBody: bigint;
}

/** How an operation handles a batch: by one statement at most, sent immediately, or by several round trips. */
export type Strategy = 'one statement' | 'transaction';

/** The wire's answer to an accepted call, and what the answer has a receipt for. */
export interface Answer {
  status: number;
  body: unknown;
  receipt?: ReceiptSubject | undefined;
}

/** The outcome of one operation. */
export type Outcome<Event> = Result<Answer & { event: Event }>;

/** What an earlier call of a player with the same key made or ended. */
export interface Made<Operation> {
  playerId: bigint;
  /** The body of the earlier call; null where it is known to have had another one. */
  callBody: bigint | null;
  /** The answer as it was then, for a call with the same body; only the player in it is as they are now. */
  answer: (call: Operation) => Answer;
}

export interface Receipts {
  /** The texts of the receipts, in the same order, with one signature for all of them. */
  sign(bets: readonly ReceiptSubject[]): string[];
}

/** The answer to a call as it was just committed, or to the repeat of an earlier one. */
export type Committed<Event> =
  | {
      ok: true;
      value:
        | { isReplay: false; status: number; text: string; event: Event }
        | { isReplay: true; status: number; text: string };
    }
  | Refusal;

export interface CommitOptions<Operation extends CoinOperation, Event> {
  /** Scopes the keys. */
  operation: string;
  perform: (query: Query, batch: readonly (Operation & StoredKey)[]) => Promise<Outcome<Event>[]>;
  /**
   * Finds what earlier calls with the keys of a batch made, by one statement that is sent immediately.
   * Absent where calls have no keys.
   */
  findMade?:
    | ((query: Query, batch: readonly (Operation & KeyedCall)[]) => Promise<Made<Operation>[]>)
    | undefined;
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
  const calls = batch.map((item) => withStoredKey(options.operation, item));
  if (calls.some(({ callKey }) => callKey !== null)) return commitWithKeys(database, calls, options);
  if (options.strategy === 'one statement')
    return answerAll(await options.perform(database.query, calls), options);
  return answerAll(await database.transaction((query) => options.perform(query, calls)), options);
};

/**
 * Two round trips for a batch of one statement: the wallets are locked and the keys looked up, then the statement is
 * sent with the commit behind it. Receipts are signed while the commit is waited for.
 */
const commitWithKeys = async <Operation extends CoinOperation, Event>(
  database: Database,
  calls: readonly (Operation & StoredKey)[],
  options: CommitOptions<Operation, Event>,
): Promise<Committed<Event>[]> => {
  const { known, due, performed } = await database.transaction(async (query, beforeCommit) => {
    const keyed = calls.filter(hasKey);
    // The second one has a snapshot of its own, which is taken once the first one holds its locks.
    const [callers, made] = await Promise.all([
      lockCallers(query, keyed, options.monotonic()),
      options.findMade?.(query, keyed) ?? [],
    ]);
    const madeBy = new Map(made.map((item) => [item.playerId, item]));
    const known = new Map<bigint, Committed<Event>>();
    for (const call of keyed) {
      const earlier = madeBy.get(call.playerId);
      if (!callers.has(call)) known.set(call.playerId, refuse('not_signed_in'));
      else if (earlier) known.set(call.playerId, repeat(earlier, call, options));
    }
    const due = calls.filter(({ playerId }) => !known.has(playerId));
    const performed =
      due.length > 0
        ? options.perform(query, due).then((outcomes) => answerAll(outcomes, options))
        : Promise.resolve([]);
    if (options.strategy === 'one statement') beforeCommit(performed);
    else await performed;
    return { known, due, performed };
  });
  const answers = await performed;
  due.forEach(({ playerId }, index) => known.set(playerId, answers[index] as Committed<Event>));
  return calls.map(({ playerId }) => known.get(playerId) as Committed<Event>);
};

/** The players of calls with keys, and their keys, as parameters of a statement. */
export const keysOf = (
  batch: readonly (CoinOperation & KeyedCall)[],
): { playerIds: bigint[]; callKeys: bigint[] } => ({
  playerIds: batch.map(({ playerId }) => playerId),
  callKeys: batch.map(({ callKey }) => callKey),
});

/** Narrows a call to one that came with a key. */
export const hasKey = <Call extends StoredKey>(call: Call): call is Call & KeyedCall => call.callKey !== null;

/** A call without a key. */
export const noKey: StoredKey = { callKey: null, callBody: null };

/** A key as rows contain it: the first eight bytes of the SHA-256 of operation, 0x00 and key, as a signed number. */
export const storedKey = (operation: string, key: string): bigint =>
  hash('sha256', `${operation}\0${key}`, 'buffer').readBigInt64BE();

/** A call with what rows contain of its key and its body. */
export const withStoredKey = <Call extends CoinOperation>(
  operation: string,
  call: Call,
): Call & StoredKey => {
  const { idempotency } = call;
  if (!idempotency) return { ...call, ...noKey };
  const callKey = storedKey(operation, idempotency.key);
  return { ...call, callKey, callBody: idempotency.bodyHash.readBigInt64BE() };
};

/**
 * Locks the wallets of calls' players. Returns the calls whose player's account is open, and whose session had not
 * ended when they arrived. `sentAt` is now, on the monotonic clock.
 */
export const lockCallers = async <Call extends CoinOperation>(
  query: Query,
  calls: readonly Call[],
  sentAt: number,
): Promise<ReadonlySet<Call>> => {
  const rows = await sql.lockCallers.run(query, {
    playerIds: calls.map(({ playerId }) => playerId),
    sessionIds: calls.map(({ unconfirmedSessionId }) => unconfirmedSessionId ?? null),
    agoMs: calls.map(({ receivedAt = sentAt }) => sentAt - receivedAt),
  });
  const admitted = new Set(rows.map(({ place }) => place));
  return new Set(calls.filter((_, index) => admitted.has(index + 1)));
};

const repeat = <Operation extends CoinOperation>(
  { callBody, answer }: Made<Operation>,
  call: Operation & KeyedCall,
  { receipts }: Pick<CommitOptions<never, never>, 'receipts'>,
): Committed<never> => {
  if (callBody !== call.callBody) return refuse('idempotency_mismatch');
  const { status, body, receipt } = answer(call);
  const [signed] = receipt && receipts ? receipts.sign([receipt]) : [];
  return accept({ isReplay: true, status, text: writeAnswer(body, signed) });
};

const answerAll = <Event>(
  outcomes: readonly Outcome<Event>[],
  { receipts }: Pick<CommitOptions<never, never>, 'receipts'>,
): Committed<Event>[] => {
  const bets = outcomes.flatMap((outcome) => (outcome.ok && outcome.value.receipt) || []);
  const signed = (bets.length > 0 && receipts?.sign(bets)) || [];
  let place = 0;
  return outcomes.map((outcome): Committed<Event> => {
    if (!outcome.ok) return outcome;
    const { status, body, event, receipt } = outcome.value;
    const text = writeAnswer(body, receipt && signed[place++]);
    return accept({ isReplay: false, status, text, event });
  });
};

/** A receipt is the last field of its answer. */
const writeAnswer = (body: unknown, receipt: string | undefined): string => {
  const text = JSON.stringify(body);
  return receipt === undefined ? text : `${text.slice(0, -1)},"receipt":"${receipt}"}`;
};
