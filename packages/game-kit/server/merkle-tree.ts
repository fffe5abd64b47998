/**
 * Merkle trees over bets. A tree may be made in blocks of 1,024 leaves: a root over a million tickets is made page by
 * page, and one ticket's path from its block and the blocks' roots alone. The rules are those of the fairness package,
 * which checks what is made here.
 */
import { hash } from 'node:crypto';
import { emptyRoot, type PathStep } from '@fairground/fairness/merkle';

/** A power of two, so that a block's root is a node of the complete tree. */
export const blockLeaves = 1_024;

/** The hash of a node, as hex: a buffer for each would take as long as hashing. */
type Hash = string;

const hashLeaf = (leaf: string): Hash => hash('sha256', `\0${leaf}`, 'hex');

/** A mark, and the two nodes below. */
const pair = Buffer.alloc(65, 1);
const hashNode = (left: Hash, right: Hash): Hash => {
  pair.write(left, 1, 'hex');
  pair.write(right, 33, 'hex');
  return hash('sha256', pair, 'hex');
};

const levelAbove = (level: readonly Hash[]): Hash[] => {
  const above: Hash[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as Hash;
    const right = level[at + 1];
    above.push(right === undefined ? left : hashNode(left, right));
  }
  return above;
};

/** From the lowest level to the root. */
const levelsOf = (nodes: readonly Hash[]): (readonly Hash[])[] => {
  const levels = [nodes];
  for (let level = nodes; level.length > 1;) levels.push((level = levelAbove(level)));
  return levels;
};

const topOf = (levels: readonly (readonly Hash[])[]): Buffer =>
  Buffer.from(levels.at(-1)?.[0] ?? emptyRoot, 'hex');

const toHash = (node: Buffer): Hash => node.toString('hex');

/** The root of one block, of 1 to 1,024 leaves. */
export const blockRoot = (leaves: readonly string[]): Buffer => topOf(levelsOf(leaves.map(hashLeaf)));

/** The root of a draw; 64 zeros where there are no tickets. */
export const rootOfBlocks = (blocks: readonly Buffer[]): Buffer => topOf(levelsOf(blocks.map(toHash)));

const siblingOf = (level: readonly Hash[], place: number): PathStep | undefined => {
  const onLeft = place % 2 === 0;
  const sibling = level[onLeft ? place + 1 : place - 1];
  return sibling === undefined ? undefined : { side: onLeft ? 'right' : 'left', hash: sibling };
};

const pathAmong = (levels: readonly (readonly Hash[])[], index: number): PathStep[] =>
  levels.slice(0, -1).flatMap((level, height) => siblingOf(level, Math.floor(index / 2 ** height)) ?? []);

/** From the leaf up: within its block, then over the roots of all blocks. */
export const pathOf = (place: {
  /** All leaves of the ticket's block, and its place among them. */
  leaves: readonly string[];
  inBlock: number;
  blocks: readonly Buffer[];
  block: number;
}): PathStep[] => [
  ...pathAmong(levelsOf(place.leaves.map(hashLeaf)), place.inBlock),
  ...pathAmong(levelsOf(place.blocks.map(toHash)), place.block),
];

interface Tree {
  root: Buffer;
  pathTo(index: number): PathStep[];
  /** The paths to all leaves, each as the texts of its steps one after the other. */
  allPaths(write: (step: PathStep) => string): string[];
}

/** A complete tree in memory. */
export const treeOf = (leaves: readonly string[]): Tree => {
  const levels = levelsOf(leaves.map(hashLeaf));
  return {
    root: topOf(levels),
    pathTo: (index) => pathAmong(levels, index),
    // From the root down: the path of a node ends with that of the node above it, so that each step is written once.
    allPaths: (write) =>
      levels.slice(0, -1).reduceRight<string[]>(
        (above, level) =>
          level.map((_, place) => {
            const step = siblingOf(level, place);
            return (step ? write(step) : '') + (above[place >> 1] ?? '');
          }),
        [''],
      ),
  };
};
