/** A44: what is done to a log between two looks of a witness is noticed and named. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { growTree } from './log.ts';
import type { Checkpoint } from './log-note.ts';
import { follow, rootOfHashes, type Seen } from './log-witness.ts';

const hashOf = (name: string) => new Uint8Array(createHash('sha256').update(name).digest());
const log = (...names: string[]) => names.map(hashOf);
const treeOf = (hashes: Uint8Array[]) => {
  const tree = growTree();
  for (const hash of hashes) tree.push(hash);
  return tree;
};
const seen = log('a', 'b', 'c', 'd', 'e');
const before: Seen = {
  origin: 'log/1',
  tree: treeOf(seen),
  read: (from, to) => Promise.resolve(seen.slice(from, to)),
};
const checkpointOf = (hashes: Uint8Array[], root = rootOfHashes(hashes)) => ({
  origin: 'log/1',
  size: hashes.length,
  root,
});

/** The log as it is shown now. */
const look = (
  hashes: Uint8Array[],
  { root, others = [] }: { root?: Uint8Array; others?: Checkpoint[] } = {},
) =>
  follow(before, checkpointOf(hashes, root), (from, to) => Promise.resolve(hashes.slice(from, to)), others);

it('follows a log that grew, and one that stayed', async () => {
  for (const names of [
    ['a', 'b', 'c', 'd', 'e'],
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  ]) {
    const followed = await look(log(...names));
    expect(followed).toMatchObject({ ok: true, added: log(...names.slice(5)) });
    expect(followed.ok && followed.tree.size).toBe(names.length);
  }
});

it.each<[fault: string, hashes: Uint8Array[], says: RegExp]>([
  ['a dropped entry', log('a', 'c', 'd', 'e', 'f', 'g'), /past is not what it was. Entry 1 was dropped/],
  ['the last seen entry dropped', log('a', 'b', 'c', 'd', 'f', 'g'), /Entry 4 was changed/],
  ['a changed entry', log('a', 'b', 'x', 'd', 'e', 'f'), /Entry 2 was changed/],
  ['entries in another order', log('a', 'c', 'b', 'd', 'e', 'f'), /another order: entry 1 is now entry 2/],
  ['an inserted entry', log('a', 'x', 'b', 'c', 'd', 'e'), /inserted before entry 1/],
  ['a fork of the same size', log('a', 'b', 'c', 'd', 'x'), /forked: .* over 5 entries. Entry 4 was changed/],
  ['a rollback', log('a', 'b', 'c'), /rolled back: it had 5 entries, and its checkpoint is over 3\./],
  ['a rollback with other entries', log('a', 'b', 'x'), /is over 3 others/],
])('names %s', async (_name, hashes, says) => {
  expect(await look(hashes)).toMatchObject({ ok: false, fault: expect.stringMatching(says) as string });
});

it('names tiles that are not those of the checkpoint', async () => {
  expect(await look(log('a', 'b', 'c', 'd', 'e', 'f'), { root: hashOf('other') })).toMatchObject({
    fault: "The log's tiles are not those of its checkpoint over 6 entries.",
  });
  expect(await look(log('a', 'b', 'c', 'd', 'e'), { root: hashOf('other') })).toMatchObject({
    fault: expect.stringMatching(/forked: .* still have the entries that were seen/) as string,
  });
});

it('names a fork that others were shown', async () => {
  const grown = log('a', 'b', 'c', 'd', 'e', 'f', 'g');
  expect(await look(grown, { others: [checkpointOf(grown.slice(0, 6))] })).toMatchObject({ ok: true });
  expect(await look(grown, { others: [checkpointOf(log('a', 'b', 'c', 'd', 'e', 'x'))] })).toMatchObject({
    fault:
      'The log has forked: the checkpoint over 6 entries that was sent here is not the one that others see.',
  });
});
