/** Placing a bet, the status, the history, the proof. */
import type { AcceptedOf, RowOf } from '@fairground/sql';
import type {
  DoubleTroubleBet,
  DoubleTroubleCreateAnswer,
  DoubleTroubleProof,
  DoubleTroubleStatus,
} from '../contract.ts';
import { refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import {
  doubleTroubleRules,
  isValidPick,
  isValidStake,
  payoutHundredths,
  type DoubleTroubleMax,
  type Pick,
} from '../rules.ts';
import {
  createInclusions,
  createStakePlacement,
  findLogPlace,
  toProofBeacon,
} from '@fairground/game-kit/server/calls';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation, Committed } from '@fairground/server/ledger/commit-together';
import { toUser } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { readStatus } from './read-status.ts';
import * as sql from './sql/bets.sql.ts';
import { betLeaf, toDrawnNumber, toNextDraw, toSealedBet, toWireBet, toWireStatus } from './wire.ts';

export interface PlaceBet extends CoinOperation, Pick {
  stakeCoins: number;
  /** Only for this draw, when given. */
  drawId: bigint | null;
  clientSeed?: string;
}

export interface DoubleTroubleServiceDeps extends CoinCallDeps {
  max: DoubleTroubleMax;
  /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

const userHistoryLimit = 50;

/** The client seed is empty where the bettor gave none. */
type PricedBet = PlaceBet & { clientSeed: string; payoutHundredths: number };

export const createDoubleTroubleService = (deps: DoubleTroubleServiceDeps) => {
  const { database, max } = deps;

  const place = createStakePlacement<PricedBet, RowOf<typeof sql.placeBets>>(deps, {
    operation: 'doubleTrouble/create',
    place: (query, batch) => sql.placeBets.run(query, batch, { max }),
    findPlaced: (query, calls) => sql.findPlaced.run(query, calls),
    placed: toAnswer,
    receipt: (row, bet) => ({
      at: row.bet_created_at.toISOString(),
      bet: betLeaf(row.draw_id, {
        id: row.bet_id,
        amount: bet.stakeCoins,
        client_seed: bet.clientSeed,
        draw_type: bet.drawType,
        number: bet.number,
      }),
      kind: 'doubleTrouble',
    }),
    recordBet: deps.recordBet,
  });

  return {
    /** `invalid_request` where the number lies outside the range. */
    async placeBet(bet: PlaceBet): Promise<Committed<User>> {
      if (!isValidPick(bet, max) || !isValidStake(bet.stakeCoins)) {
        return refuse('invalid_request', {
          detail: `number must be a whole number from 1 to ${max}.`,
          path: 'number',
        });
      }
      return place({ clientSeed: '', ...bet, payoutHundredths: payoutHundredths(bet.drawType, max) });
    },
    /** Undefined before the first draw has opened. */
    async status(): Promise<DoubleTroubleStatus | undefined> {
      const { next, drawn } = await readStatus(database.query, doubleTroubleRules.historyLength);
      return next && toWireStatus(toNextDraw(next), drawn.map(toDrawnNumber));
    },
    async userHistory(playerId: bigint): Promise<DoubleTroubleBet[]> {
      return (await sql.readUserHistory.run(database.query, { playerId, maxRows: userHistoryLimit })).map(
        toWireBet,
      );
    },
    async findProof(
      drawId: bigint,
      query: Database['query'] = database.query,
    ): Promise<DoubleTroubleProof | undefined> {
      const row = await sql.findProof.first(query, { drawId });
      if (!row) return undefined;
      return {
        game: 'doubleTrouble',
        id: String(row.id),
        algorithm: 'draw30/v2',
        commitment: row.commitment.toString('hex'),
        seed: row.seed?.toString('hex') ?? null,
        round: row.link,
        chain: Number(row.chain_id),
        terminalHash: row.terminal_hash.toString('hex'),
        salt: row.salt.toString('hex'),
        saltSource: row.salt_source,
        max: row.max,
        entropy: row.entropy,
        betsRoot: row.bets_root?.toString('hex') ?? null,
        betCount: row.bet_count,
        log: await findLogPlace(query, { game: 'doubleTrouble', source: String(row.id) }),
        ...toProofBeacon(row),
        ...(row.void_reason !== null && { voidReason: row.void_reason }),
        status: row.state === 'settling' || row.state === 'finished' ? 'drawn' : row.state,
        outcome: row.winning_number === null ? null : { winningNumbers: [row.winning_number] },
      };
    },
    /** Undefined until the draw is sealed. */
    findInclusion: createInclusions<RowOf<typeof sql.readSealedBets>>(
      (drawId) => sql.readSealedBets.run(database.query, { drawId }),
      toSealedBet,
    ),
  };
};

export type DoubleTroubleService = ReturnType<typeof createDoubleTroubleService>;

const toAnswer = (
  row: AcceptedOf<typeof sql.placeBets>,
  bet: PricedBet,
): { body: DoubleTroubleCreateAnswer; user: User } => {
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
  return { body: { user, bet: wireBet }, user };
};
