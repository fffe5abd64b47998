/** Placing a bet, and the histories. */
import type { AcceptedOf, RowOf } from '@fairground/sql';
import type { AviatorBet, AviatorCreateAnswer, AviatorProof } from '../contract.ts';
import type { User } from '@fairground/contract/user';
import type { BetSlot } from '../rules.ts';
import {
  createInclusions,
  createStakePlacement,
  findLogPlace,
  toProofBeacon,
} from '@fairground/game-kit/server/calls';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation } from '@fairground/server/ledger/commit-together';
import { toUser } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/bets.sql.ts';
import { findProof } from './sql/rounds.sql.ts';
import { betLeaf, toSealedBet, toWireBet } from './wire.ts';

export interface PlaceBet extends CoinOperation {
  stakeCoins: number;
  autoHundredths: number | null;
  slot: BetSlot;
  roundId: bigint | null;
  clientSeed?: string;
  parachute?: boolean;
  /** Whether the player has a connection; asked for where the bet has a parachute. */
  isConnected?: boolean;
}

export interface AviatorServiceDeps extends CoinCallDeps {
  /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

type PlacedRow = RowOf<typeof sql.placeBets> | { input_player: bigint; refusal: 'not_connected' };

const historyLimit = 50;
export const createAviatorService = (deps: AviatorServiceDeps) => {
  const { database } = deps;

  return {
    placeBet: createStakePlacement<PlaceBet, PlacedRow>(deps, {
      operation: 'aviator/create',
      // The client seed is empty where the bettor gave none.
      async place(query, batch) {
        const refused = batch
          .filter(isUnheard)
          .map(({ playerId }): PlacedRow => ({ input_player: playerId, refusal: 'not_connected' }));
        const bets = batch
          .filter((bet) => !isUnheard(bet))
          .map((bet) => ({ clientSeed: '', parachute: false, ...bet }));
        return bets.length === 0 ? refused : [...refused, ...(await sql.placeBets.run(query, bets))];
      },
      findPlaced: (query, calls) => sql.findPlaced.run(query, calls),
      placed: toAnswer,
      receipt: (row, { stakeCoins, autoHundredths, slot, clientSeed = '' }) => ({
        at: row.bet_created_at.toISOString(),
        bet: betLeaf(row.round_id, {
          id: row.bet_id,
          amount: stakeCoins,
          auto_hundredths: autoHundredths,
          client_seed: clientSeed,
          slot,
        }),
        kind: 'aviator',
      }),
      recordBet: deps.recordBet,
    }),
    async userHistory(playerId: bigint): Promise<AviatorBet[]> {
      return (await sql.readUserHistory.run(database.query, { playerId, maxRows: historyLimit })).map(
        toWireBet,
      );
    },
    async globalHistory(): Promise<{ id: string; crashMultiplier: number }[]> {
      const rows = await sql.readGlobalHistory.run(database.query, { maxRows: historyLimit });
      return rows.map((row) => ({ id: String(row.id), crashMultiplier: row.crash_hundredths / 100 }));
    },
    async findProof(
      roundId: bigint,
      query: Database['query'] = database.query,
    ): Promise<AviatorProof | undefined> {
      const row = await findProof.first(query, { roundId });
      if (!row) return undefined;
      return {
        game: 'aviator',
        id: String(row.id),
        algorithm: 'crash/v2',
        commitment: row.commitment.toString('hex'),
        seed: row.seed?.toString('hex') ?? null,
        round: row.link,
        chain: Number(row.chain_id),
        terminalHash: row.terminal_hash.toString('hex'),
        salt: row.salt.toString('hex'),
        saltSource: row.salt_source,
        rtpBp: row.rtp_bp,
        entropy: row.entropy,
        betsRoot: row.bets_root?.toString('hex') ?? null,
        betCount: row.bet_count,
        log: await findLogPlace(query, { game: 'aviator', source: String(row.id) }),
        ...toProofBeacon(row),
        ...(row.void_reason !== null && { voidReason: row.void_reason }),
        status: row.state === 'settling' ? 'finished' : row.state,
        outcome: row.crash_hundredths === null ? null : { crashMultiplier: row.crash_hundredths / 100 },
      };
    },
    /** Undefined until the bets are sealed. */
    findInclusion: createInclusions<RowOf<typeof sql.readSealedBets>>(
      (roundId) => sql.readSealedBets.run(database.query, { roundId }),
      toSealedBet,
    ),
  };
};

export type AviatorService = ReturnType<typeof createAviatorService>;

/** A parachute that nobody could hear is none. */
const isUnheard = ({ parachute = false, isConnected = false }: PlaceBet): boolean =>
  parachute && !isConnected;

const toAnswer = (
  row: AcceptedOf<typeof sql.placeBets>,
  operation: PlaceBet,
): { body: AviatorCreateAnswer; user: User } => {
  const user = toUser(row);
  const bet = toWireBet({
    id: row.bet_id,
    round_id: row.round_id,
    slot: operation.slot,
    amount: BigInt(operation.stakeCoins),
    amount_won: 0n,
    outcome: 'pending',
    crash_hundredths: null,
    cash_out_hundredths: null,
    auto_hundredths: operation.autoHundredths,
    parachute: operation.parachute === true,
    silent_since_ms: null,
    created_at: row.bet_created_at,
  });
  return { body: { user, bet }, user };
};
