/** What the draws promise whatever the seed: odds counted exactly, no bias, no second reading of a proof. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { belongsToChain, chainFrom, commitmentOf, opensCommitment, seedBefore } from './chain.ts';
import {
  crashHundredths,
  crashHundredthsAt,
  valuesInAll,
  valuesReaching,
} from '../../../games/aviator/draw.ts';
import { formatHex, parseHex } from './hex.ts';
import { lottoNumbers } from '../../../games/lottery/draw.ts';
import { merklePath, merkleRoot, provesInclusion, ticketLeaf } from './merkle.ts';
import { openStream } from './stream.ts';
import { verifyAviatorProof } from '../../../games/aviator/verify.ts';
import { verifyChainLink } from './proof.ts';

const rtpBp = 9700;
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('crash/v1', () => {
  test('the counting of winning values agrees with the formula at its edge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 1_000_000 }), (hundredths) => {
        // Larger r means a higher crash point, so exactly the last `reaching` values get there.
        const firstReaching = valuesInAll - valuesReaching(hundredths, rtpBp);
        expect(crashHundredthsAt(firstReaching, rtpBp)).toBeGreaterThanOrEqual(hundredths);
        expect(crashHundredthsAt(firstReaching - 1n, rtpBp)).toBeLessThan(hundredths);
      }),
    );
  });

  test('returns 97 of 100 at every cash-out above 1.00x, to the last of 2^52 values', () => {
    for (const hundredths of [101, 102, 150, 200, 333, 1000, 12_345, 999_999, 1_000_000]) {
      // Return = reaching / 2^52 * hundredths / 100; 97 % exactly would be `fair`.
      const returned = valuesReaching(hundredths, rtpBp) * BigInt(hundredths);
      const fair = 97n * valuesInAll;
      expect(returned <= fair).toBe(true);
      expect(fair - returned < BigInt(hundredths)).toBe(true);
    }
  });

  test('crash points lie between 1.00x and 10,000x and never fall with r', () => {
    expect(crashHundredthsAt(0n, rtpBp)).toBe(100);
    expect(crashHundredthsAt(valuesInAll - 1n, rtpBp)).toBe(1_000_000);
    fc.assert(
      fc.property(fc.bigInt(0n, valuesInAll - 1n), fc.bigInt(0n, valuesInAll - 1n), (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(crashHundredthsAt(low, rtpBp)).toBeLessThanOrEqual(crashHundredthsAt(high, rtpBp));
      }),
    );
  });
});

describe('the stream', () => {
  test('stays below n and gives different numbers in a sample', () => {
    fc.assert(
      fc.property(
        bytes32,
        fc.string(),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(60),
        (key, context, n, wish) => {
          const k = Math.min(n, wish);
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

  test('six lottery numbers are different, ascending and from 1 to 49', () => {
    fc.assert(
      fc.property(bytes32, bytes32, (beacon, seed) => {
        const numbers = lottoNumbers({ beacon, seed, rootHex: '0'.repeat(64), date: '2026-01-01' });
        expect(numbers).toHaveLength(6);
        expect(
          numbers.every((value, at) => value >= 1 && value <= 49 && value > (numbers[at - 1] ?? 0)),
        ).toBe(true);
      }),
    );
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
        const leaves = tickets.map((ticket) => ticketLeaf({ ...ticket, numbers: [1, 2, 3, 4, 5, 6] }));
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
    expect(ticketLeaf({ numbers: [1, 2, 3, 4, 5, 6], id: 'a"b', bid: 10, drawId: '2026-01-01' })).toBe(
      '{"bid":10,"drawId":"2026-01-01","id":"a\\"b","numbers":[1,2,3,4,5,6]}',
    );
  });
});

describe('proofs of a round', () => {
  const [terminal, seed] = chainFrom(new Uint8Array(32).fill(7), 1) as [Uint8Array, Uint8Array];
  const salt = new Uint8Array(32).fill(9);
  const crash = crashHundredths({ salt, seed, round: 1, rtpBp });
  const proof = {
    game: 'aviator',
    algorithm: 'crash/v1',
    commitment: formatHex(terminal),
    terminalHash: formatHex(terminal),
    seed: formatHex(seed),
    round: 1,
    salt: formatHex(salt),
    rtpBp,
    outcome: { crashMultiplier: crash / 100 },
  };

  test('a true one holds and names the crash point', () => {
    expect(verifyAviatorProof(proof)).toEqual({ ok: true, crashHundredths: crash });
    expect(verifyChainLink(proof)).toBe(true);
    expect(verifyChainLink({ ...proof, round: 2 })).toBe(false);
  });

  test.each([
    ['unknown_algorithm', { algorithm: 'crash/v2' }],
    ['unknown_algorithm', { game: 'wheel' }],
    ['not_revealed', { seed: null, outcome: null }],
    ['malformed', { seed: 'AB'.repeat(32) }],
    ['malformed', { salt: 'zz' }],
    ['malformed', { round: 0 }],
    ['malformed', { rtpBp: 20_000 }],
    ['commitment_mismatch', { seed: '00'.repeat(32) }],
    ['outcome_mismatch', { outcome: { crashMultiplier: crash / 100 + 0.01 } }],
  ])('%s is told for %j', (fault, change) => {
    expect(verifyAviatorProof({ ...proof, ...change })).toMatchObject({ ok: false, fault });
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
});
