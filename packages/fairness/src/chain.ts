/**
 * Hash chains: each seed's SHA-256 is the seed of the round before, so one terminal hash,
 * published before round 1, fixes every later result.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export const seedBytes = 32;

/** What is published before a seed is: its SHA-256. For a chain this is also the seed of the round before. */
export const commitmentOf = (seed: Uint8Array): Uint8Array => sha256(seed);

/** Walks towards the terminal hash: the seed `links` rounds before this one. */
export function seedBefore(seed: Uint8Array, links: number): Uint8Array {
  if (!Number.isSafeInteger(links) || links < 0) throw new RangeError(`${links} is not a number of links`);
  let link = seed;
  for (let done = 0; done < links; done++) link = sha256(link);
  return link;
}

/** Whether `seed` is the one that `commitment` promised. Nothing here is secret, so timing does not matter. */
export const opensCommitment = (seed: Uint8Array, commitment: Uint8Array): boolean =>
  seed.length === seedBytes && sameBytes(commitmentOf(seed), commitment);

/** Whether the seed of `round` belongs to the chain that ends in `terminal` (the seed of round 0). */
export const belongsToChain = (seed: Uint8Array, round: number, terminal: Uint8Array): boolean =>
  sameBytes(seedBefore(seed, round), terminal);

/** More than any chain has, so that an invented place costs no endless walk. */
const maxLinks = 2 ** 24;

/**
 * Checks many seeds of the chain that ends in `terminal`: those that are links are remembered, so that a row
 * of rounds costs a hash each.
 */
export const followChain = (terminal: Uint8Array): ((seed: Uint8Array, round: number) => boolean) => {
  const links = new Map([[0, bytesToHex(terminal)]]);
  return (seed, round) => {
    if (!(round >= 1 && round <= maxLinks)) return false;
    let [link, at] = [seed, round];
    for (; at > 0 && !links.has(at); at -= 1) link = sha256(link);
    const isLink = links.get(at) === bytesToHex(link);
    if (isLink) links.set(round, bytesToHex(seed));
    return isLink;
  };
};

/**
 * All seeds of a chain in the order of their rounds, the terminal hash first.
 * Memory is 32 bytes a link, so long chains are walked from checkpoints instead.
 */
export function chainFrom(lastSeed: Uint8Array, links: number): Uint8Array[] {
  const seeds = [lastSeed];
  for (let done = 0; done < links; done++) seeds.push(sha256(seeds[done] as Uint8Array));
  return seeds.reverse();
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
