/** Placing a bet, the status, the history, the proof. Bets that wait together are committed together. */
import type {
  DoubleTroubleBet,
  DoubleTroubleCreateAnswer,
  DoubleTroubleProof,
  DoubleTroubleStatus,
} from '@fairground/game-double-trouble/contract';
import { refuse, type Refusal } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import {
  doubleTroubleRules,
  isValidPick,
  isValidStake,
  payoutHundredths,
  type DoubleTroubleMax,
  type Pick,
} from '@fairground/game-double-trouble/rules';
import { createCoinCall, type CoinCallDeps } from '../../ledger/coin-call.ts';
import type { CoinOperation, Committed, Outcome } from '../../ledger/commit-together.ts';
import { toUser } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';
import * as queries from './queries.ts';
import { toDrawnNumber, toNextDraw, toWireBet, toWireStatus } from './wire.ts';

export interface PlaceBet extends CoinOperation, Pick {
  stakeCoins: number;
  /** Only for this draw, when given. */
  drawId: bigint | null;
}

export interface DoubleTroubleService {
  /** `invalid_request` where the number lies outside the range. */
  placeBet(bet: PlaceBet): Promise<Committed<User> | Refusal>;
  /** Undefined before the first draw was ever opened. */
  status(): Promise<DoubleTroubleStatus | undefined>;
  userHistory(playerId: bigint): Promise<DoubleTroubleBet[]>;
  findProof(drawId: bigint): Promise<DoubleTroubleProof | undefined>;
}

export interface DoubleTroubleServiceDeps extends CoinCallDeps {
  max: DoubleTroubleMax;
  /** Counts what became of each bet asked for: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

const userHistoryLimit = 50;

type PricedBet = PlaceBet & { payoutHundredths: number };

export const createDoubleTroubleService = (deps: DoubleTroubleServiceDeps): DoubleTroubleService => {
  const { database, max } = deps;

  const perform = async (query: Database['query'], batch: readonly PricedBet[]): Promise<Outcome<User>[]> => {
    const rows = await queries.placeBets(query, batch, max);
    const byPlayer = new Map(rows.map((row) => [row.input_player, row]));
    return batch.map((bet) => {
      const row = byPlayer.get(bet.playerId);
      if (!row) throw new Error('a bet of the batch has no row');
      return row.refusal === null ? placed(row, bet) : { ok: false, code: row.refusal };
    });
  };

  const submit = createCoinCall<PricedBet>(deps, {
    operation: 'doubleTrouble/create',
    perform,
    isOneStatement: true,
    record: deps.recordBet,
  });

  return {
    async placeBet(bet) {
      if (!isValidPick(bet, max) || !isValidStake(bet.stakeCoins)) {
        return refuse('invalid_request', `Numbers go from 1 to ${max}.`);
      }
      return submit({ ...bet, payoutHundredths: payoutHundredths(bet.drawType, max) });
    },
    async status() {
      const { next, drawn } = await queries.readStatus(database.query, doubleTroubleRules.historyLength);
      return next && toWireStatus(toNextDraw(next), drawn.map(toDrawnNumber));
    },
    async userHistory(playerId) {
      return (await queries.readUserHistory(database.query, playerId, userHistoryLimit)).map(toWireBet);
    },
    async findProof(drawId) {
      const row = await queries.findProof(database.query, drawId);
      if (!row) return undefined;
      return {
        game: 'doubleTrouble',
        id: String(row.id),
        algorithm: 'draw30/v1',
        commitment: row.commitment.toString('hex'),
        seed: row.seed?.toString('hex') ?? null,
        round: row.link,
        chain: Number(row.chain_id),
        terminalHash: row.terminal_hash.toString('hex'),
        salt: row.salt.toString('hex'),
        saltSource: row.salt_source,
        max: row.max,
        status: row.state === 'settling' || row.state === 'finished' ? 'drawn' : row.state,
        outcome: row.winning_number === null ? null : { winningNumbers: [row.winning_number] },
      };
    },
  };
};

const placed = (row: queries.AcceptedRow, bet: PricedBet): Outcome<User> => {
  const user = toUser(row);
  const wireBet = toWireBet({
    id: row.bet_id,
    draw_id: row.draw_id,
    draw_type: bet.drawType,
    number: bet.number,
    amount: BigInt(bet.stakeCoins),
    payout_hundredths: bet.payoutHundredths,
    outcome: 'pending',
    amount_won: 0n,
    created_at: row.bet_created_at,
  });
  return {
    ok: true,
    status: 201,
    body: { user, bet: wireBet } satisfies DoubleTroubleCreateAnswer,
    event: user,
  };
};
