/** Placing stakes: bets that wait together are committed by one statement, each with its own outcome. */
import { accept, refuse, type ErrorCode } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import type { ReceiptSubject } from '@fairground/fairness/receipt';
import { createCoinCall, type CoinCallDeps } from '@fairground/server/ledger/coin-call';
import {
  keysOf,
  type Answer,
  type CoinOperation,
  type Committed,
  type Outcome,
  type StoredKey,
} from '@fairground/server/ledger/commit-together';
import type { Database } from '@fairground/server/platform/database/database';
import type { LockedSeed } from '@fairground/server/fairness/player-seeds/service';
import type { PlayerSeeds } from './player-seeds.ts';

/** What a statement that places stakes returns for each: the input's player, and a code where it was refused. */
export type StakeRow = { input_player: bigint } & ({ refusal: null } | { refusal: ErrorCode });

type Accepted<Row extends StakeRow> = Extract<Row, { refusal: null }>;
/** The row of an accepted stake, read again, with the body of its call. */
export type PlacedBefore<Row extends StakeRow> = Omit<Accepted<Row>, 'refusal'> & {
  input_player: bigint;
  call_body: bigint;
};

/** A bet whose turn has come. */
export type DueStake<Bet> = Bet &
  StoredKey & {
    /** How long it has waited in this process, in milliseconds. */
    waitedMs: number;
  };

export interface StakePlacement<Bet extends CoinOperation, Row extends StakeRow> {
  /** Scopes the idempotency keys, as in `game/create`. */
  operation: string;
  /** One statement for the batch, at most one bet of a player. */
  place: (query: Database['query'], batch: readonly DueStake<Bet>[]) => Promise<Row[]>;
  /** One statement: the stakes that earlier calls with these keys placed, as they were then. */
  findPlaced: (
    query: Database['query'],
    calls: { playerIds: bigint[]; callKeys: bigint[] },
  ) => Promise<PlacedBefore<Row>[]>;
  /** The answer to a bet that was placed. */
  placed: (row: Accepted<Row>, bet: Bet) => { body: object; user: User };
  /** What its receipt says of a bet that was placed; without it the answers have no receipts. */
  receipt?: (row: Accepted<Row>, bet: Bet) => ReceiptSubject;
  /** Whether `place` reads something before its statement, which then needs a transaction around both. */
  readsFirst?: boolean;
  recordBet: (result: string) => void;
}

/** The call refuses with `unavailable` when more is waiting than this process could answer in time. */
export const createStakePlacement = <Bet extends CoinOperation, Row extends StakeRow>(
  deps: CoinCallDeps,
  { operation, place, findPlaced, placed, receipt, readsFirst = false, recordBet }: StakePlacement<Bet, Row>,
): ((bet: Bet) => Promise<Committed<User>>) => {
  const answer = (row: Accepted<Row>, bet: Bet, body: object): Answer => ({
    status: 201,
    body,
    receipt: bet.wantsReceipt === true ? receipt?.(row, bet) : undefined,
  });
  const call = createCoinCall<Bet & { arrivedAt: number }>(deps, {
    operation,
    strategy: readsFirst ? 'transaction' : 'one statement',
    record: recordBet,
    async perform(query, batch): Promise<Outcome<User>[]> {
      if (deps.isClosed?.() === true) return batch.map(() => refuse('game_closed'));
      const now = deps.clock.monotonic();
      const due = batch.map((bet) => ({ ...bet, waitedMs: now - bet.arrivedAt }));
      const rows = new Map((await place(query, due)).map((row) => [row.input_player, row]));
      return batch.map((bet) => {
        const row = rows.get(bet.playerId);
        if (row === undefined) throw new Error('a bet of the batch has no row');
        if (row.refusal !== null) return refuse(row.refusal);
        const accepted = row as Accepted<Row>;
        const { body, user } = placed(accepted, bet);
        return accept({ ...answer(accepted, bet, body), event: user });
      });
    },
    async findMade(query, batch) {
      const rows = await findPlaced(query, keysOf(batch));
      return rows.map((row) => ({
        playerId: row.input_player,
        callBody: row.call_body,
        answer(bet) {
          const accepted = Object.assign(row, { refusal: null }) as unknown as Accepted<Row>;
          return answer(accepted, bet, placed(accepted, bet).body);
        },
      }));
    },
  });
  return (bet) => call({ ...bet, arrivedAt: deps.clock.monotonic() });
};

/** What a bet says of the seed that it was drawn from. */
type BetSeed = Pick<LockedSeed, 'commitment' | 'clientSeed' | 'nonce'>;
/** A row of a stake, with the seed that it was drawn from. */
export type SeededRow<Row extends StakeRow> = Row & { seed: BetSeed };
/** The row of an accepted stake, read again, with the columns of its seed. */
export type PlacedFromSeed<Row extends StakeRow> = PlacedBefore<Row> & {
  commitment: Buffer;
  client_seed: string;
  nonce: number;
};

export interface SeedPlacement<Bet extends CoinOperation, Row extends StakeRow> extends Pick<
  StakePlacement<Bet, SeededRow<Row>>,
  'operation' | 'placed' | 'receipt' | 'recordBet'
> {
  /** One statement for the batch, at most one bet of a player, within the transaction that has locked their seeds. */
  place: (
    query: Database['query'],
    batch: readonly { bet: Bet & StoredKey; seed: LockedSeed }[],
  ) => Promise<Row[]>;
  /** As `findPlaced` of a `StakePlacement`. */
  findPlaced: (
    query: Database['query'],
    calls: { playerIds: bigint[]; callKeys: bigint[] },
  ) => Promise<PlacedFromSeed<Row>[]>;
}

/** Placing stakes that are drawn from the players' own seeds. */
export const createSeedPlacement = <Bet extends CoinOperation, Row extends StakeRow>(
  deps: CoinCallDeps & { seeds: Pick<PlayerSeeds, 'lockSeeds'> },
  { place, findPlaced, ...placement }: SeedPlacement<Bet, Row>,
): ((bet: Bet) => Promise<Committed<User>>) =>
  createStakePlacement<Bet, SeededRow<Row>>(deps, {
    ...placement,
    readsFirst: true,
    async place(query, batch) {
      const seeds = await deps.seeds.lockSeeds(
        query,
        batch.map(({ playerId }) => playerId),
      );
      const seedOf = (playerId: bigint): LockedSeed => {
        const seed = seeds.get(playerId);
        if (!seed) throw new Error('a player of the batch has no seed');
        return seed;
      };
      const rows = await place(
        query,
        batch.map((bet) => ({ bet, seed: seedOf(bet.playerId) })),
      );
      return rows.map((row) => Object.assign(row, { seed: seedOf(row.input_player) }));
    },
    async findPlaced(query, calls) {
      const rows = await findPlaced(query, calls);
      return rows.map((row) => {
        const seed: BetSeed = { commitment: row.commitment, clientSeed: row.client_seed, nonce: row.nonce };
        return Object.assign(row, { seed }) as unknown as PlacedBefore<SeededRow<Row>>;
      });
    },
  });
