/** Placing stakes: bets that wait together are committed by one statement, each with its own outcome. */
import { accept, refuse, type ErrorCode } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { createCoinCall, type CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation, Committed, Outcome } from '@fairground/server/ledger/commit-together';
import type { Database } from '@fairground/server/platform/database/database';

/** What a statement that places stakes returns for each: the input's player, and a code where it was refused. */
export type StakeRow = { input_player: bigint } & ({ refusal: null } | { refusal: ErrorCode });

export interface StakePlacement<Bet extends CoinOperation, Row extends StakeRow> {
  /** Scopes the idempotency keys, as in `game/create`. */
  operation: string;
  /** One statement for the batch, at most one bet of a player. */
  place: (query: Database['query'], batch: readonly Bet[]) => Promise<Row[]>;
  /**
   * One statement for a batch with several bets of a player, each judged by what those before it leave; rows in the order
   * of the bets. Without it, such a batch is several statements of `place`.
   */
  placeSeveral?: (query: Database['query'], batch: readonly Bet[]) => Promise<Row[]>;
  /** The answer to a bet that was placed; `afterCommit` is called once it is committed. */
  placed: (
    row: Extract<Row, { refusal: null }>,
    bet: Bet,
  ) => { body: object; user: User; afterCommit?: () => void };
  /** Whether `place` locks the players' seeds before its statement, which then needs a transaction around both. */
  drawsFromSeeds?: boolean;
  /** Whether `place` reads something before its statement, which then needs a transaction around both. */
  readsFirst?: boolean;
  recordBet: (result: string) => void;
}

/** The call refuses with `unavailable` when more is waiting than this process could answer in time. */
export const createStakePlacement = <Bet extends CoinOperation, Row extends StakeRow>(
  deps: CoinCallDeps,
  {
    operation,
    place,
    placeSeveral,
    placed,
    drawsFromSeeds = false,
    readsFirst = false,
    recordBet,
  }: StakePlacement<Bet, Row>,
): ((bet: Bet) => Promise<Committed<User>>) =>
  createCoinCall<Bet>(deps, {
    operation,
    strategy:
      drawsFromSeeds || readsFirst
        ? 'transaction'
        : placeSeveral
          ? 'one statement for several'
          : 'one statement',
    record: recordBet,
    async perform(query, batch): Promise<Outcome<User>[]> {
      if (deps.isClosed?.() === true) return batch.map(() => refuse('game_closed'));
      const isOneEach = new Set(batch.map(({ playerId }) => playerId)).size === batch.length;
      const rows = await (isOneEach ? place : (placeSeveral ?? place))(query, batch);
      const byPlayer = isOneEach ? new Map(rows.map((row) => [row.input_player, row])) : undefined;
      return batch.map((bet, index) => {
        const row = byPlayer ? byPlayer.get(bet.playerId) : rows[index];
        if (row?.input_player !== bet.playerId) throw new Error('a bet of the batch has no row');
        if (row.refusal !== null) return refuse(row.refusal);
        const { body, user, afterCommit } = placed(row as Extract<Row, { refusal: null }>, bet);
        return accept({ status: 201, body, event: user, afterCommit });
      });
    },
  });
