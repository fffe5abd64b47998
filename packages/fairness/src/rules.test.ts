/** Properties of streams, chains and Merkle trees for any seed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { belongsToChain, chainFrom, commitmentOf, opensCommitment, seedBefore } from './chain.ts';
import { formatHex, parseHex } from './hex.ts';
import { merklePath, merkleRoot, provesInclusion, ticketLeaf } from './merkle.ts';
import { openStream } from './stream.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('the stream', () => {
  test('stays below n and gives different numbers in a sample', () => {
    fc.assert(
      fc.property(
        bytes32,
        fc.string(),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(60),
        (key, context, n, requested) => {
          const k = Math.min(n, requested);
          const drawn = openStream(key, context).sample(n, k);
          expect(new Set(drawn).size).toBe(k);
          expect(drawn.every((value) => value >= 0 && value < n)).toBe(true);
          const number = openStream(key, context).below(n);
          expect(number >= 0 && number < n).toBe(true);
        },
      ),
    );
  });

  test('another key or another context gives another stream', () => {
    const read = (key: Uint8Array, context: string) => openStream(key, context).below(2 ** 32);
    const key = new Uint8Array(32);
    const numbers = [read(key, 'a'), read(key, 'b'), read(Uint8Array.of(1, ...key.slice(1)), 'a')];
    expect(new Set(numbers).size).toBe(3);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('refuses below(%d)', (n) => {
    expect(() => openStream(new Uint8Array(32), 'x').below(n)).toThrow(RangeError);
  });
});

describe('chains and commitments', () => {
  test('each seed opens the commitment of its round, which is the seed of the round before', () => {
    fc.assert(
      fc.property(bytes32, fc.integer({ min: 1, max: 20 }), (last, links) => {
        const chain = chainFrom(last, links);
        for (let round = 1; round <= links; round++) {
          const seed = chain[round] as Uint8Array;
          expect(opensCommitment(seed, chain[round - 1] as Uint8Array)).toBe(true);
          expect(belongsToChain(seed, round, chain[0] as Uint8Array)).toBe(true);
        }
        expect(seedBefore(last, links)).toEqual(chain[0]);
      }),
    );
  });

  test('no other seed does', () => {
    const [terminal, seed] = chainFrom(new Uint8Array(32), 1) as [Uint8Array, Uint8Array];
    const other = Uint8Array.from(seed);
    other[31] = 1;
    expect(opensCommitment(other, terminal)).toBe(false);
    expect(opensCommitment(seed.slice(1), commitmentOf(seed.slice(1)))).toBe(false);
    expect(belongsToChain(seed, 2, terminal)).toBe(false);
  });
});

describe('Merkle proofs', () => {
  const leaf = fc.record({ id: fc.uuid(), drawId: fc.constant('2026-01-01'), bid: fc.integer({ min: 10 }) });

  test('prove each leaf against the root, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(leaf, { minLength: 1, maxLength: 33 }), (tickets) => {
        const leaves = tickets.map((ticket) =>
          ticketLeaf({ ...ticket, clientSeed: '', numbers: [1, 2, 3, 4, 5, 6] }),
        );
        const root = merkleRoot(leaves);
        leaves.forEach((text, index) => {
          const path = merklePath(leaves, index) ?? [];
          expect(provesInclusion(text, path, root)).toBe(true);
          expect(provesInclusion(`${text} `, path, root)).toBe(false);
        });
        expect(merklePath(leaves, leaves.length)).toBeNull();
      }),
    );
  });

  test('a leaf is spelled as RFC 8785 wants it', () => {
    const ticket = {
      numbers: [1, 2, 3, 4, 5, 6],
      id: 'a"b',
      clientSeed: 'one',
      bid: 10,
      drawId: '2026-01-01',
    };
    expect(ticketLeaf(ticket)).toBe(
      '{"bid":10,"clientSeed":"one","drawId":"2026-01-01","id":"a\\"b","numbers":[1,2,3,4,5,6]}',
    );
  });
});

test('hex is read only in its one spelling', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (data) => {
      expect(parseHex(formatHex(data))).toEqual(data);
    }),
  );
  for (const bad of ['0', 'AA', 'g0', ' 00', '0x00']) expect(parseHex(bad)).toBeNull();
  expect(parseHex('00', 2)).toBeNull();
});
