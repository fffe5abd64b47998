/**
 * Merkle trees over bets. A tree may be made in blocks of 1,024 leaves: a root over a million tickets is made page by page, and
 * one ticket's path from its block and the blocks' roots alone. The rules are those of the fairness package, which checks what
 * is made here.
 */
import { hash } from 'node:crypto';
import { emptyRoot, type PathStep } from '@fairground/fairness/merkle';

/** A power of two, so that a block's root is a node of the complete tree. */
export const blockLeaves = 1_024;

const hashLeaf = (leaf: string): Buffer => hash('sha256', `\0${leaf}`, 'buffer');

const nodeMark = Buffer.of(1);
const hashNode = (left: Buffer, right: Buffer): Buffer =>
  hash('sha256', Buffer.concat([nodeMark, left, right], 65), 'buffer');

const levelAbove = (level: readonly Buffer[]): Buffer[] => {
  const above: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as Buffer;
    const right = level[at + 1];
    above.push(right ? hashNode(left, right) : left);
  }
  return above;
};

/** From the lowest level to the root. */
const levelsOf = (nodes: readonly Buffer[]): (readonly Buffer[])[] => {
  const levels = [nodes];
  for (let level = nodes; level.length > 1;) levels.push((level = levelAbove(level)));
  return levels;
};

const topOf = (nodes: readonly Buffer[]): Buffer =>
  levelsOf(nodes).at(-1)?.[0] ?? Buffer.from(emptyRoot, 'hex');

/** The root of one block, of 1 to 1,024 leaves. */
export const blockRoot = (leaves: readonly string[]): Buffer => topOf(leaves.map(hashLeaf));

/** The root of a draw; 64 zeros where there are no tickets. */
export const rootOfBlocks = (blocks: readonly Buffer[]): Buffer => topOf(blocks);

const pathAmong = (levels: readonly (readonly Buffer[])[], index: number): PathStep[] => {
  const path: PathStep[] = [];
  let place = index;
  for (const level of levels.slice(0, -1)) {
    const onLeft = place % 2 === 0;
    const sibling = level[onLeft ? place + 1 : place - 1];
    if (sibling) path.push({ side: onLeft ? 'right' : 'left', hash: sibling.toString('hex') });
    place = Math.floor(place / 2);
  }
  return path;
};

/** From the leaf up: within its block, then over the roots of all blocks. */
export const pathOf = (place: {
  /** All leaves of the ticket's block, and its place among them. */
  leaves: readonly string[];
  inBlock: number;
  blocks: readonly Buffer[];
  block: number;
}): PathStep[] => [
  ...pathAmong(levelsOf(place.leaves.map(hashLeaf)), place.inBlock),
  ...pathAmong(levelsOf(place.blocks), place.block),
];

/** A complete tree in memory. */
export const treeOf = (leaves: readonly string[]): Tree => {
  const levels = levelsOf(leaves.map(hashLeaf));
  return {
    root: levels.at(-1)?.[0] ?? Buffer.from(emptyRoot, 'hex'),
    pathTo: (index) => pathAmong(levels, index),
    allPaths: (write) => pathsAmong(levels, write),
  };
};

/** The root that a path leads to. */
export const rootOf = (leaf: string, path: readonly PathStep[]): Buffer =>
  path.reduce((below, { side, hash: sibling }) => {
    const beside = Buffer.from(sibling, 'hex');
    return side === 'left' ? hashNode(beside, below) : hashNode(below, beside);
  }, hashLeaf(leaf));

interface Tree {
  root: Buffer;
  pathTo(index: number): PathStep[];
  /** The paths to all leaves, each as the texts of its steps one after the other. */
  allPaths(write: (step: PathStep) => string): string[];
}

/** From the root down: the path of a node ends with that of the node above it, so that each step is written once. */
const pathsAmong = (levels: readonly (readonly Buffer[])[], write: (step: PathStep) => string): string[] =>
  levels.slice(0, -1).reduceRight<string[]>(
    (above, level) =>
      level.map((_, place) => {
        const onLeft = place % 2 === 0;
        const sibling = level[onLeft ? place + 1 : place - 1];
        const step = sibling ? write({ side: onLeft ? 'right' : 'left', hash: sibling.toString('hex') }) : '';
        return step + (above[place >> 1] ?? '');
      }),
    [''],
  );
