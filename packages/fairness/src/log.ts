/**
 * The Merkle tree of the public log, as RFC 9162 section 2.1 has it, and proofs that an entry is in it and
 * that it only grew. A tree is read by its nodes: the node of height h and index i is over the entries
 * from i * 2^h on, 2^h of them.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { hashNode } from './merkle.ts';

export type ReadNode = (height: number, index: number) => Promise<Uint8Array>;

/** The root of a log without entries. */
export const emptyLogRoot = sha256(new Uint8Array());

export const hashEntry = (entry: Uint8Array): Uint8Array => sha256(concatBytes(Uint8Array.of(0), entry));

export interface LogNode {
  height: number;
  index: number;
  hash: Uint8Array;
}

export const growTree = (from: readonly LogNode[] = []) => {
  const stack = [...from];
  let size = stack.reduce((sum, { height }) => sum + 2 ** height, 0);
  return {
    get size() {
      return size;
    },
    /**
     * Adds a complete subtree of the size's lowest bits, or an entry's hash where the height is 0. Returns
     * the nodes that it completed.
     */
    push(added: Uint8Array, height: number = 0): LogNode[] {
      if (size % 2 ** height !== 0) throw new RangeError(`${size} entries end in the middle of a node`);
      let node: LogNode = { height, index: size / 2 ** height, hash: added };
      const completed = [node];
      for (let left = stack.at(-1); left?.height === node.height; left = stack.at(-1)) {
        stack.pop();
        node = {
          height: node.height + 1,
          index: Math.floor(node.index / 2),
          hash: hashNode(left.hash, node.hash),
        };
        completed.push(node);
      }
      stack.push(node);
      size += 2 ** height;
      return completed;
    },
    root: (): Uint8Array =>
      stack.length === 0
        ? emptyLogRoot
        : stack.map(({ hash }) => hash).reduceRight((right, left) => hashNode(left, right)),
    /** From left to right. */
    nodes: (): readonly LogNode[] => [...stack],
  };
};

/** A tree that grows: it knows the roots of its complete subtrees alone, one for each bit of its size. */
export type GrowingTree = ReturnType<typeof growTree>;

/** The largest power of two below `count`, which is above 1. */
const splitOf = (count: number): number => {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
};

/** The hash over the entries from `start` up to `end`; `start` is where a complete subtree could begin. */
const hashOf = async (read: ReadNode, start: number, end: number): Promise<Uint8Array> => {
  const count = end - start;
  if (count === 1) return read(0, start);
  const split = splitOf(count);
  if (split * 2 === count) return read(Math.log2(count), start / count);
  return hashNode(await hashOf(read, start, start + split), await hashOf(read, start + split, end));
};

export const rootOfLog = async (read: ReadNode, size: number): Promise<Uint8Array> =>
  size === 0 ? emptyLogRoot : hashOf(read, 0, size);

/** RFC 9162 section 2.1.3.1. */
export const proveInclusion = async (read: ReadNode, index: number, size: number): Promise<Uint8Array[]> => {
  if (!(index >= 0 && index < size)) throw new RangeError(`there is no entry ${index} among ${size}`);
  const path: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(await hashOf(read, middle, end));
      end = middle;
    } else {
      path.push(await hashOf(read, start, middle));
      start = middle;
    }
  }
  return path.toReversed();
};

/** RFC 9162 section 2.1.4.1; empty where one of them is the other or has no entries. */
export const proveConsistency = async (
  read: ReadNode,
  oldSize: number,
  size: number,
): Promise<Uint8Array[]> => {
  if (oldSize > size) throw new RangeError(`${size} entries are fewer than ${oldSize}`);
  if (oldSize === 0 || oldSize === size) return [];
  const path: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end > oldSize) {
    const middle = start + splitOf(end - start);
    if (oldSize <= middle) {
      path.push(await hashOf(read, middle, end));
      end = middle;
    } else {
      path.push(await hashOf(read, start, middle));
      start = middle;
    }
  }
  if (start > 0) path.push(await hashOf(read, start, end));
  return path.toReversed();
};

export interface InclusionClaim {
  index: number;
  size: number;
  /** The entry's hash, see `hashEntry`. */
  hash: Uint8Array;
  path: readonly Uint8Array[];
  root: Uint8Array;
}

/** RFC 9162 section 2.1.3.2. */
export const isIncluded = ({ index, size, hash, path, root }: InclusionClaim): boolean => {
  if (!(index >= 0 && index < size)) return false;
  let [place, last] = [index, size - 1];
  let reached = hash;
  for (const sibling of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      reached = hashNode(sibling, reached);
      while (place % 2 === 0 && place > 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else reached = hashNode(reached, sibling);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && areEqual(reached, root);
};

export interface ConsistencyClaim {
  oldSize: number;
  oldRoot: Uint8Array;
  size: number;
  root: Uint8Array;
  path: readonly Uint8Array[];
}

/** RFC 9162 section 2.1.4.2: whether the tree of the size begins with the entries of the old one. */
export const isConsistent = ({ oldSize, oldRoot, size, root, path }: ConsistencyClaim): boolean => {
  if (oldSize > size) return false;
  if (oldSize === size) return path.length === 0 && areEqual(oldRoot, root);
  if (oldSize === 0) return path.length === 0 && areEqual(oldRoot, emptyLogRoot);
  const isComplete = 2 ** Math.floor(Math.log2(oldSize)) === oldSize;
  const [first, ...rest] = isComplete ? [oldRoot, ...path] : path;
  if (!first) return false;
  let [place, last] = [oldSize - 1, size - 1];
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  let [old, reached] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      old = hashNode(sibling, old);
      reached = hashNode(sibling, reached);
      while (place % 2 === 0 && place > 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else reached = hashNode(reached, sibling);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && areEqual(old, oldRoot) && areEqual(reached, root);
};

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
