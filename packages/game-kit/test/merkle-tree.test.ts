import { emptyRoot, merklePath, merkleRoot } from '@fairground/fairness/merkle';
import { describe, expect, it } from 'vitest';
import { blockLeaves, blockRoot, pathOf, rootOfBlocks } from '../server/merkle-tree.ts';

const inBlocks = (leaves: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(leaves.length / blockLeaves) }, (_, block) =>
    leaves.slice(block * blockLeaves, (block + 1) * blockLeaves),
  );

describe('a tree in blocks', () => {
  const sizes = [0, 1, 2, 3, 5, 1_023, 1_024, 1_025, 2_047, 2_048, 2_049, 3_000, 5 * 1_024 + 1];

  it.each(sizes)('of %i leaves has the root and the paths of the complete tree', (size) => {
    const leaves = Array.from({ length: size }, (_, at) => `leaf ${at}`);
    const parts = inBlocks(leaves);
    const blocks = parts.map(blockRoot);
    expect(rootOfBlocks(blocks).toString('hex')).toBe(merkleRoot(leaves));
    for (const index of [0, 1, 1_023, 1_024, 1_500, size - 2, size - 1]) {
      if (index < 0 || index >= size) continue;
      const block = Math.floor(index / blockLeaves);
      const path = pathOf({ leaves: parts[block] ?? [], inBlock: index % blockLeaves, blocks, block });
      expect(path, `leaf ${index}`).toEqual(merklePath(leaves, index));
    }
  });

  it('without leaves has the root of 64 zeros', () => {
    expect(rootOfBlocks([]).toString('hex')).toBe(emptyRoot);
  });
});
