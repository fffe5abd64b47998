/**
 * What needs two people: corrections above a set amount, in one or in a day's sum. The act runs in the transaction that decides the request, so that it happens once, and only if it can.
 */
import { accept, accepted, refuse, type Refusal, type Result } from '@fairground/contract/errors';
import type { CorrectAnswer, RequestsAnswer } from '@fairground/contract/console/players';
import { logCommand } from '../../admin/operator/log.ts';
import { correctPlayer, type PlayerAct } from '../../admin/operator/player-acts.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { StaffIdentity } from '../staff/service.ts';
import * as sql from './sql/requests.sql.ts';

type Query = Database['query'];

export interface CorrectionRequest {
  playerId: bigint;
  amount: bigint;
  reason: string;
  key: string;
}

export type Decision = 'approved' | 'refused' | 'withdrawn';

export interface RequestsService {
  /** Corrects immediately, or waits for another operator. */
  correct(staff: StaffIdentity, request: CorrectionRequest): Promise<Result<CorrectAnswer>>;
  decide(staff: StaffIdentity, id: bigint, decision: Decision): Promise<Result>;
  list(staff: StaffIdentity): Promise<RequestsAnswer>;
  countOpen(): Promise<number>;
}

export interface RequestsDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  /** Coins that one member of the staff may give and take in a day without another person. */
  correctionLimit: number;
}

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
const ownText = 'Another operator has to decide this: it is your own request.';
const foreignText = 'Only the member of the staff who requested this can withdraw it.';
const keyText = 'This key was used for another correction.';

const maxListed = 100;

export const createRequestsService = ({ database, correctionLimit }: RequestsDeps): RequestsService => {
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

  return {
    correct: ({ staffId }, request) =>
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
          const act = orRollBack(await correctPlayer(on, request));
          await logAct(on, 'players correct', staffId, subject, act);
          return { state: 'done' };
        }
        const details = { amount: Number(amount), reason: request.reason };
        await logCommand(on, 'players correct requested', { ...subject, ...details }, { staffId });
        return { state: 'waiting' };
      }),

    async decide({ staffId }, id, decision) {
      const decided = await inTransaction(async (on) => {
        const request = await sql.decide.first(on, { id, staffId, state: decision });
        if (!request) return false;
        const subject = {
          request: String(id),
          player: String(request.player_id),
        };
        await logCommand(on, `request ${decision}`, subject, { staffId });
        if (decision !== 'approved') return true;
        const act = orRollBack(
          await correctPlayer(on, {
            playerId: request.player_id,
            amount: request.amount,
            reason: request.reason,
          }),
        );
        await logAct(on, 'players correct', staffId, subject, act);
        return true;
      });
      if (!decided.ok) return decided;
      if (decided.value) return accepted;
      const found = await sql.findRequest.first(query, { id });
      if (!found) return refuse('not_found');
      if (found.state !== 'open') return refuse('already_taken', decidedText);
      return refuse('reauthentication_required', decision === 'withdrawn' ? foreignText : ownText);
    },

    async list({ staffId }) {
      const rows = await sql.listRequests.run(query, { staffId, maxRows: maxListed });
      return { requests: rows.map(toRequest) };
    },

    countOpen: async () => Number((await sql.countOpen.first(query))?.open ?? 0n),
  };
};

const toRequest = (row: sql.ListRequestsRow): RequestsAnswer['requests'][number] => ({
  id: String(row.id),
  player: { id: String(row.player_id), username: row.username },
  amount: Number(row.amount),
  reason: row.reason,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at.toISOString(),
  isOwn: row.is_own,
  // Direct ones are not listed.
  state: row.state === 'direct' ? 'approved' : row.state,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
});
