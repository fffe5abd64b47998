/**
 * The Merkle tree over a draw's tickets: leaf = SHA256(0x00, text), node = SHA256(0x01, left, right),
 * an odd node moves up unchanged. The two first bytes prevent a node from being accepted as a leaf.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatHex, parseHex } from './hex.ts';

export interface PathStep {
  /** The side of the path on which the sibling is. */
  side: 'left' | 'right';
  hash: string;
}

export interface LottoTicket {
  id: string;
  drawId: string;
  numbers: readonly number[];
  bid: number;
  /** Empty where the buyer gave none. */
  clientSeed: string;
}

/** Its bytes, or its text, which is hashed as UTF-8. */
export type Leaf = string | Uint8Array;

export const emptyRoot = '0'.repeat(64);

const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

/** RFC 8785 JSON of a ticket: keys in order, no spaces. Strings and integers are spelled as JSON.stringify does. */
export const ticketLeaf = ({ bid, clientSeed, drawId, id, numbers }: LottoTicket): string =>
  JSON.stringify({ bid, clientSeed, drawId, id, numbers });

export function merkleRoot(leaves: readonly string[]): string {
  let level = leaves.map(hashLeaf);
  if (level.length === 0) return emptyRoot;
  while (level.length > 1) level = levelAbove(level);
  return formatHex(level[0] as Uint8Array);
}

/** The siblings from the leaf up to the root; null where there is no such leaf. */
export function merklePath(leaves: readonly Leaf[], index: number): PathStep[] | null {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) return null;
  const path: PathStep[] = [];
  let level = leaves.map(hashLeaf);
  let place = index;
  while (level.length > 1) {
    const onLeft = place % 2 === 0;
    const sibling = level[onLeft ? place + 1 : place - 1];
    if (sibling) path.push({ side: onLeft ? 'right' : 'left', hash: formatHex(sibling) });
    level = levelAbove(level);
    place = Math.floor(place / 2);
  }
  return path;
}

export function provesInclusion(leaf: Leaf, path: readonly PathStep[], root: string): boolean {
  let hash = hashLeaf(leaf);
  for (const step of path) {
    const sibling = parseHex(step.hash, 32);
    if (!sibling) return false;
    hash = step.side === 'left' ? hashNode(sibling, hash) : hashNode(hash, sibling);
  }
  return formatHex(hash) === root;
}

const hashLeaf = (leaf: Leaf): Uint8Array =>
  sha256(concatBytes(leafMark, typeof leaf === 'string' ? utf8ToBytes(leaf) : leaf));

export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(nodeMark, left, right));

function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as Uint8Array;
    const right = level[at + 1];
    above.push(right ? hashNode(left, right) : left);
  }
  return above;
}
