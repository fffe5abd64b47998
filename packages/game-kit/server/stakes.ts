/** What the core asks of a game about its stakes, and the checks that every game with stakes shares. */
import type { Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';

export interface GameStakes {
  /** One of them in a sentence of the audit, as in `Cups bet`. */
  noun: string;
  /**
   * Sums what was settled for a player from a moment on, among their newest stakes. Absent where only the player's own
   * calls settle a stake.
   */
  settledSince?(
    query: Database['query'],
    since: { playerId: bigint; since: Date; maxStakes: number },
  ): Promise<SettledSums | undefined>;
}

export interface SettledSums {
  bets: bigint;
  staked: bigint | null;
  /** Payouts and refunds. */
  received: bigint | null;
}

interface StakingGame {
  folder: string;
  /** Begins the names of its kinds of transfers. */
  prefix: string;
}

/** I7: the transfers whose kinds begin with the game's prefix against its own rows. */
export const stakeCheck = ({ folder, prefix }: StakingGame, { noun }: GameStakes): Check => ({
  line: 'I7',
  states: `each ${noun} has one stake and at most one end`,
  broken: `WITH sums AS (
      SELECT source,
        sum(amount) FILTER (WHERE kind IN ('${prefix}_stake_coins', '${prefix}_stake_winnings')) AS staked,
        sum(amount) FILTER (WHERE kind = '${prefix}_payout') AS paid,
        sum(amount) FILTER (WHERE kind IN ('${prefix}_refund_coins', '${prefix}_refund_winnings')) AS refunded
      FROM transfer WHERE kind::text LIKE '${prefix.replaceAll('_', '\\_')}\\_%' GROUP BY source),
    -- Added up, so that two rows with one id differ from its transfers.
    stake AS (SELECT id, sum(amount) AS amount, sum(payout) AS payout, sum(refund) AS refund
      FROM game_stake WHERE game = '${folder}' GROUP BY id)
    SELECT coalesce(b.id, s.source) AS stake, b.amount, b.payout, b.refund, s.staked, s.paid, s.refunded
    FROM stake b FULL JOIN sums s ON s.source = b.id
    WHERE b.id IS NULL OR s.staked IS DISTINCT FROM b.amount
      OR coalesce(s.paid, 0) <> b.payout OR coalesce(s.refunded, 0) <> b.refund`,
});

export interface BetTable {
  /** One of its rows in a sentence of the audit. */
  noun: string;
  table: string;
  /** The rounds or draws that the bets belong to, and the column of a bet with the id. */
  rounds: { noun: string; table: string; column: string };
}

/** I7: what foreign keys would say of bets; the statement that places one has locked its round and wallet. */
export const ownerCheck = ({ noun, table, rounds }: BetTable): Check => ({
  line: 'I7',
  states: `each ${noun} belongs to a ${rounds.noun} and to a player with a wallet`,
  broken: `SELECT b.id, b.${rounds.column}, b.player_id FROM ${table} b
    WHERE NOT EXISTS (SELECT FROM ${rounds.table} r WHERE r.id = b.${rounds.column})
    UNION ALL
    SELECT b.id, b.${rounds.column}, b.player_id FROM ${table} b
    WHERE NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = b.player_id)`,
});
