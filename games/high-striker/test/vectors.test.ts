/** Known answers of High Striker: the published vectors, which scripts/verify_aviator.py checks independently. */
import { readFileSync } from 'node:fs';
import { commitmentOf } from '@fairground/fairness/chain';
import { formatHex, parseHex } from '@fairground/fairness/hex';
import { describe, expect, test } from 'vitest';
import { heightHundredths } from '../draw.ts';
import { verifyProof, type StrikerProofInput } from '../verify.ts';

interface Vector {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
  heightHundredths: number;
}

const file = new URL('../../../packages/fairness/vectors.json', import.meta.url);
const { striker: vectors } = JSON.parse(readFileSync(file, 'utf8')) as { striker: Vector[] };
const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

const proofOf = ({ serverSeed, clientSeed, nonce, heightHundredths: height }: Vector): StrikerProofInput => ({
  game: 'highStriker',
  algorithm: 'striker/v1',
  commitment: formatHex(commitmentOf(bytes(serverSeed))),
  seed: serverSeed,
  clientSeed,
  nonce,
  target: 2,
  outcome: { height: height / 100, won: height >= 200 },
});

test.each(vectors)('striker/v1 nonce $nonce of $clientSeed is $heightHundredths', (vector) => {
  const { serverSeed, clientSeed, nonce } = vector;
  expect(heightHundredths({ serverSeed: bytes(serverSeed), clientSeed, nonce })).toBe(
    vector.heightHundredths,
  );
  expect(verifyProof(proofOf(vector))).toMatchObject({ ok: true, fault: null });
});

test('includes a height below the stake and one at the cap in the vectors', () => {
  const heights = vectors.map((vector) => vector.heightHundredths);
  expect(Math.min(...heights)).toBeLessThan(100);
  expect(Math.max(...heights)).toBe(100_000);
});

describe('a modified proof', () => {
  const sound = proofOf(vectors[0] ?? expect.fail('no vector'));
  const { height, won } = sound.outcome;
  test.each<[string, Partial<StrikerProofInput>, string]>([
    ['another seed', { seed: '33'.repeat(32) }, 'commitment_mismatch'],
    ['another client seed', { clientSeed: 'other-seed' }, 'outcome_mismatch'],
    ['another nonce', { nonce: 7 }, 'outcome_mismatch'],
    ['another height', { outcome: { height: height + 0.01, won } }, 'outcome_mismatch'],
    ['the other outcome', { outcome: { height, won: !won } }, 'outcome_mismatch'],
    ['a target on the other side', { target: won ? 1_000 : 1.01 }, 'outcome_mismatch'],
    ['no seed yet', { seed: null }, 'not_revealed'],
    ['a seed that is no hex', { seed: 'XY'.repeat(32) }, 'malformed'],
    ['a client seed that splits the context', { clientSeed: 'a|0|3|other' }, 'malformed'],
    ['a nonce below zero', { nonce: -1 }, 'malformed'],
    ['a target of three decimals', { target: 2.005 }, 'malformed'],
    ['another algorithm', { algorithm: 'striker/v2' }, 'unknown_algorithm'],
    ['another game', { game: 'wheel' }, 'unknown_algorithm'],
  ])('%s does not hold', (_name, change, fault) => {
    expect(verifyProof({ ...sound, ...change })).toMatchObject({ ok: false, fault });
  });
});
