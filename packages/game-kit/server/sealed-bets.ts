/** The bets of a round under the seal that is published before its result. */
import type { PathStep } from '@fairground/fairness/merkle';
import { keepReads } from '@fairground/server/platform/kept-reads';
import { treeOf } from './merkle-tree.ts';

export interface SealedBet {
  id: bigint;
  /** Empty where the bettor gave none. */
  clientSeed: string;
  /** RFC 8785 JSON, see docs/fairness.md. */
  leaf: string;
}

/** `bets` are all bets of the round in the order of their ids. */
export const sealBets = (bets: readonly SealedBet[]) => ({
  betsRoot: treeOf(bets.map(({ leaf }) => leaf)).root,
  betCount: bets.length,
  entropy: bets.some(({ clientSeed }) => clientSeed !== '') ? 'bettors' : 'install',
});

export type BetSeal = ReturnType<typeof sealBets>;

export interface BetInclusion {
  leaf: string;
  /** Counted from 0. */
  index: number;
  path: PathStep[];
  root: string;
  betCount: number;
}

/** The bets in all trees that a game keeps together: about 20 MB. */
const maxKeptBets = 50_000;

interface BetTree {
  bets: readonly SealedBet[];
  root: Buffer;
  pathTo(index: number): PathStep[];
}

interface SealRow {
  bets_root: Buffer;
  bet_count: number;
}

/** Throws if the bets are not those of the seal: nothing is proved from rows that do not belong together. */
const toTree = <Row extends SealRow>(
  roundId: bigint,
  rows: readonly Row[],
  toSealedBet: (roundId: bigint, row: Row) => SealedBet,
): BetTree | undefined => {
  const [seal] = rows;
  if (seal === undefined) return undefined;
  const bets = rows.map((row) => toSealedBet(roundId, row));
  const tree = treeOf(bets.map(({ leaf }) => leaf));
  if (bets.length !== seal.bet_count || !tree.root.equals(seal.bets_root))
    throw new Error(`the bets of round ${roundId} are not those under its seal`);
  return { bets, ...tree };
};

/**
 * Finds proofs that a bet is under its round's seal. `read` returns the round's seal with each of its bets,
 * in the order of their ids and from one snapshot; no rows if the round is not sealed.
 */
export const createInclusions = <Row extends SealRow>(
  read: (roundId: bigint) => Promise<readonly Row[]>,
  toSealedBet: (roundId: bigint, row: Row) => SealedBet,
): ((roundId: bigint, betId: bigint) => Promise<BetInclusion | undefined>) => {
  const findTree = keepReads<bigint, BetTree | undefined>({
    isFinal: (tree) => tree !== undefined,
    sizeOf: (tree) => tree?.bets.length ?? 0,
    maxSize: maxKeptBets,
  });

  return async (roundId, betId) => {
    const tree = await findTree(roundId, async () => toTree(roundId, await read(roundId), toSealedBet));
    const index = tree?.bets.findIndex(({ id }) => id === betId) ?? -1;
    const bet = tree?.bets[index];
    if (!tree || !bet) return undefined;
    return {
      leaf: bet.leaf,
      index,
      path: tree.pathTo(index),
      root: tree.root.toString('hex'),
      betCount: tree.bets.length,
    };
  };
};
