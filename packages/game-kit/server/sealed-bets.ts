/** The bets of a round under the seal that is published before its result. */
import type { PathStep } from '@fairground/fairness/merkle';
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

/** Trees of the rounds that were asked for last. */
const keptTrees = 8;

interface BetTree {
  bets: ReadonlyMap<bigint, { index: number; leaf: string }>;
  root: Buffer;
  pathTo(index: number): PathStep[];
}

/** Finds proofs that a bet is under its round's seal. `read` returns undefined where the round is not sealed. */
export const createInclusions = (
  read: (roundId: bigint) => Promise<readonly SealedBet[] | undefined>,
): ((roundId: bigint, betId: bigint) => Promise<BetInclusion | undefined>) => {
  const trees = new Map<bigint, BetTree>();

  const findTree = async (roundId: bigint): Promise<BetTree | undefined> => {
    const kept = trees.get(roundId);
    if (kept) return kept;
    const bets = await read(roundId);
    if (bets === undefined) return undefined;
    const tree: BetTree = {
      bets: new Map(bets.map(({ id, leaf }, index) => [id, { index, leaf }])),
      ...treeOf(bets.map(({ leaf }) => leaf)),
    };
    trees.set(roundId, tree);
    const [oldest] = trees.keys();
    if (trees.size > keptTrees && oldest !== undefined) trees.delete(oldest);
    return tree;
  };

  return async (roundId, betId) => {
    const tree = await findTree(roundId);
    const bet = tree?.bets.get(betId);
    if (!tree || !bet) return undefined;
    return {
      ...bet,
      path: tree.pathTo(bet.index),
      root: tree.root.toString('hex'),
      betCount: tree.bets.size,
    };
  };
};
