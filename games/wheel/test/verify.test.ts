import { describe, expect, it } from 'vitest';
import { commitmentOf } from '@fairground/fairness/chain';
import { formatHex } from '@fairground/fairness/hex';
import { verifyWheelProof, type WheelProofInput } from '../verify.ts';
import { wheelSegment } from '../draw.ts';

const serverSeed = new Uint8Array(32).fill(0x11);
const values = [10, 25, 0, 50, 100, 20, 0, 200, 15, 75, 0, 500, 30, 150, 0, 1000];
const segment = wheelSegment({ serverSeed, clientSeed: 'client-seed', nonce: 0, segments: 16 });

const proof: WheelProofInput = {
  game: 'wheel',
  algorithm: 'wheel/v1',
  commitment: formatHex(commitmentOf(serverSeed)),
  seed: formatHex(serverSeed),
  clientSeed: 'client-seed',
  nonce: 0,
  segments: 16,
  values,
  outcome: { segment, amount: values[segment] ?? -1 },
};

describe('verifyWheelProof', () => {
  it('accepts a spin as it was drawn', () => {
    expect(verifyWheelProof(proof)).toEqual({ ok: true, segment, amount: values[segment] });
  });

  it('gives no result before the seed is revealed', () => {
    expect(verifyWheelProof({ ...proof, seed: null })).toMatchObject({ ok: false, fault: 'not_revealed' });
  });

  it.each<[string, Partial<WheelProofInput>, string]>([
    ['another game', { game: 'mineField' }, 'unknown_algorithm'],
    ['another algorithm', { algorithm: 'wheel/v2' }, 'unknown_algorithm'],
    ['a seed of 31 bytes', { seed: '11'.repeat(31) }, 'malformed'],
    ['a seed in capitals', { seed: 'AA'.repeat(32) }, 'malformed'],
    ['an invalid client seed', { clientSeed: 'short' }, 'malformed'],
    ['a nonce below zero', { nonce: -1 }, 'malformed'],
    ['fewer values than segments', { values: values.slice(1) }, 'malformed'],
    ['another seed than announced', { seed: '22'.repeat(32) }, 'commitment_mismatch'],
    ['another segment', { outcome: { segment: (segment + 1) % 16, amount: 10 } }, 'outcome_mismatch'],
    ['another amount', { outcome: { segment, amount: 999 } }, 'outcome_mismatch'],
    // The first two spins of this pair have different segments.
    ['another nonce', { nonce: 1 }, 'outcome_mismatch'],
  ])('refuses %s', (_what, change, fault) => {
    expect(verifyWheelProof({ ...proof, ...change })).toMatchObject({ ok: false, fault });
  });
});
