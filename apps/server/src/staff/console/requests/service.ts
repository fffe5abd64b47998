/**
 * What needs two people: corrections above a set amount, in one or in a day's sum, and void rounds. The act runs in the
 * transaction that decides the request, so that it happens once, and only if it can.
 */
import { accept, accepted, refuse, type Refusal, type Result } from '@fairground/contract/errors';
import type { CorrectAnswer, RequestsAnswer } from '@fairground/contract/console/players';
import type { VoidRound } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import { logCommand } from '../../acts/log.ts';
import { correctPlayer, type PlayerAct } from '../../acts/player-acts.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { StaffIdentity } from '../staff/service.ts';
import { toCorrection, toVoid } from './listed.ts';
import * as sql from './sql/requests.sql.ts';

type Query = Database['query'];

export interface CorrectionRequest {
  playerId: bigint;
  amount: bigint;
  reason: string;
  key: string;
}

export interface VoidRequest {
  /** The wire id. */
  game: string;
  round: string;
  reason: string;
  key: string;
}

export type Decision = 'approved' | 'refused' | 'withdrawn';

/** Rolls back what was begun. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const orRollBack = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Refused(result);
  return result.value;
};

const decidedText = 'This was decided already.';
const expiredText = 'This is older than an hour, and cannot be approved any more.';
const ownText = 'Another operator has to decide this: it is your own request.';
const foreignText = 'Only the member of the staff who requested this can withdraw it.';
const keyText = 'This key was used for another request.';
const overText = 'The result of this round is decided, or it is void already.';
const waitingText = 'It was requested already to void this round.';
const tooManyText = 'Too many of your requests to void a round wait for a second person.';

const maxListed = 100;
const maxOpenVoids = 10;

export const createRequestsService = ({
  database,
  correctionLimit,
  voidRounds,
  findRound,
  nameOf,
}: {
  database: Pick<Database, 'query' | 'transaction'>;
  /** Coins that one member of the staff may give and take in a day without another person. */
  correctionLimit: number;
  /** By the wire id of each game whose rounds can be void. */
  voidRounds: Readonly<Record<string, VoidRound>>;
  /** Undefined where there is no such round among the newest. */
  findRound: (game: string, round: string) => Promise<{ isOpen: boolean } | undefined>;
  /** A game's name, by its wire id. */
  nameOf: (game: string) => string;
}) => {
  const { query } = database;

  const inTransaction = async <Value>(work: (on: Query) => Promise<Value>): Promise<Result<Value>> => {
    try {
      return accept(await database.transaction(work));
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  };

  const logAct = (
    on: Query,
    command: string,
    staffId: bigint,
    subject: object,
    { details, before, after }: PlayerAct,
  ): Promise<void> => logCommand(on, command, { ...subject, ...details }, { staffId, before, after });

  const repeated = async (
    on: Query,
    staffId: bigint,
    { playerId, amount, reason, key }: CorrectionRequest,
  ): Promise<CorrectAnswer> => {
    const earlier = await sql.findByKey.first(on, { staffId, key });
    const isSame = earlier?.player_id === playerId && earlier.amount === amount && earlier.reason === reason;
    if (!isSame) throw new Refused(refuse('idempotency_mismatch', keyText));
    return { state: earlier.state === 'direct' || earlier.state === 'approved' ? 'done' : 'waiting' };
  };

  /** Runs what was approved. Returns what is left to do after the commit. */
  const act = async (
    on: Query,
    { id, staffId }: { id: bigint; staffId: bigint },
    request: RowOf<typeof sql.decide>,
  ): Promise<(() => void) | undefined> => {
    const { player_id: playerId, amount, game, round, reason } = request;
    if (playerId !== null && amount !== null) {
      const corrected = orRollBack(await correctPlayer(on, { playerId, amount, reason }));
      await logAct(on, 'players correct', staffId, subjectOf(id, request), corrected);
      return undefined;
    }
    const voided = game !== null && round !== null ? await voidRounds[game]?.(on, round) : undefined;
    if (!voided) throw new Refused(refuse('already_taken', overText));
    const { state, bets, publish } = voided;
    const coins = Number(voided.coins);
    await logAct(on, 'games void', staffId, subjectOf(id, request), {
      details: { reason },
      before: { state, bets, stakedCoins: coins },
      after: { state: 'void', refundedBets: bets, refundedCoins: coins },
    });
    return publish;
  };

  return {
    /** Corrects immediately, or waits for another operator. */
    correct: ({ staffId }: StaffIdentity, request: CorrectionRequest): Promise<Result<CorrectAnswer>> =>
      inTransaction<CorrectAnswer>(async (on) => {
        const { playerId, amount } = request;
        await sql.lockStaff.run(on, { staffId });
        const size = amount < 0n ? -amount : amount;
        const own = (await sql.sumOwnCorrections.first(on, { staffId }))?.coins ?? 0n;
        const isDirect = own + size <= BigInt(correctionLimit);
        const inserted = await sql.insertCorrection.first(on, {
          ...request,
          staffId,
          state: isDirect ? 'direct' : 'open',
        });
        if (!inserted) return repeated(on, staffId, request);
        const subject = { player: String(playerId), request: String(inserted.id) };
        if (isDirect) {
          const corrected = orRollBack(await correctPlayer(on, request));
          await logAct(on, 'players correct', staffId, subject, corrected);
          return { state: 'done' };
        }
        const details = { amount: Number(amount), reason: request.reason };
        await logCommand(on, 'players correct requested', { ...subject, ...details }, { staffId });
        return { state: 'waiting' };
      }),

    /** Waits for another operator, for an hour at most. */
    async requestVoid({ staffId }: StaffIdentity, request: VoidRequest): Promise<Result> {
      const { game, round, reason } = request;
      const found = voidRounds[game] && (await findRound(game, round));
      if (!found) return refuse('not_found');
      const requested = await inTransaction(async (on) => {
        await sql.lockStaff.run(on, { staffId });
        const earlier = await sql.findByKey.first(on, { staffId, key: request.key });
        if (earlier) {
          const isSame = earlier.game === game && earlier.round === round && earlier.reason === reason;
          if (!isSame) throw new Refused(refuse('idempotency_mismatch', keyText));
          return;
        }
        if (!found.isOpen) throw new Refused(refuse('already_taken', overText));
        const open = (await sql.countOwnOpenVoids.first(on, { staffId }))?.open ?? 0n;
        if (open >= BigInt(maxOpenVoids)) throw new Refused(refuse('rate_limited', tooManyText));
        const inserted = await sql.insertVoid.first(on, { ...request, staffId });
        if (!inserted) throw new Refused(refuse('already_taken', waitingText));
        const details = { request: String(inserted.id), game, round, reason };
        await logCommand(on, 'games void requested', details, { staffId });
      });
      return requested.ok ? accepted : requested;
    },

    async decide({ staffId }: StaffIdentity, id: bigint, decision: Decision): Promise<Result> {
      let afterCommit: (() => void) | undefined;
      const decided = await inTransaction(async (on) => {
        const request = await sql.decide.first(on, { id, staffId, state: decision });
        if (!request) return false;
        await logCommand(on, `request ${decision}`, subjectOf(id, request), { staffId });
        afterCommit = decision === 'approved' ? await act(on, { id, staffId }, request) : undefined;
        return true;
      });
      if (!decided.ok) return decided;
      if (decided.value) {
        afterCommit?.();
        return accepted;
      }
      const found = await sql.findRequest.first(query, { id });
      if (!found) return refuse('not_found');
      if (found.state !== 'open') return refuse('already_taken', decidedText);
      if (found.requested_by !== staffId && decision === 'approved' && found.is_expired) {
        return refuse('already_taken', expiredText);
      }
      return refuse('reauthentication_required', decision === 'withdrawn' ? foreignText : ownText);
    },

    async list({ staffId }: StaffIdentity): Promise<RequestsAnswer> {
      const [corrections, voids] = await Promise.all([
        sql.listCorrections.run(query, { staffId, maxRows: maxListed }),
        sql.listVoids.run(query, { staffId, maxRows: maxListed }),
      ]);
      return { requests: corrections.map(toCorrection), voids: voids.map((row) => toVoid(row, nameOf)) };
    },

    countOpen: async (): Promise<number> => Number((await sql.countOpen.first(query))?.open ?? 0n),
  };
};

export type RequestsService = ReturnType<typeof createRequestsService>;

/** What the log names of a request. */
const subjectOf = (id: bigint, { player_id: playerId, game, round }: RowOf<typeof sql.decide>): object =>
  playerId === null
    ? { request: String(id), game, round }
    : { request: String(id), player: String(playerId) };
