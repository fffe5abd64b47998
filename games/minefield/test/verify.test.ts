/** A proof of Minefield is valid as published, and invalid with any part of it changed. */
import { describe, expect, test } from 'vitest';
import published from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { commitmentOf } from '@fairground/fairness/chain';
import { formatHex, parseHex } from '@fairground/fairness/hex';
import { verifyMinefieldProof, verifyProof, type MinefieldProofInput } from '../verify.ts';

const vectors = published.mines;

const proofOf = ({ serverSeed, clientSeed, nonce, tiles, count, mines }: (typeof vectors)[number]) => ({
  game: 'mineField' as const,
  algorithm: 'mines/v1',
  commitment: formatHex(commitmentOf(parseHex(serverSeed) ?? expect.fail('not hex'))),
  seed: serverSeed,
  clientSeed,
  nonce,
  tiles,
  mines: count,
  outcome: { mines },
});
const sound = proofOf(vectors[0] ?? expect.fail('no vector'));

test.each(vectors)('accepts the published vector of nonce $nonce, $count of $tiles', (vector) => {
  expect(verifyMinefieldProof(proofOf(vector))).toEqual({ ok: true, mines: vector.mines });
  expect(verifyProof(proofOf(vector))).toEqual({
    ok: true,
    fault: null,
    computed: vector.mines.join(', '),
    published: vector.mines.join(', '),
  });
});

describe('a modified proof', () => {
  const otherSeed = '22'.repeat(32);
  test.each<[string, Partial<MinefieldProofInput>, string]>([
    ['another seed', { seed: otherSeed }, 'commitment_mismatch'],
    ['another client seed', { clientSeed: 'other-seed' }, 'outcome_mismatch'],
    ['another nonce', { nonce: sound.nonce + 1 }, 'outcome_mismatch'],
    ['other mines', { outcome: { mines: [...sound.outcome.mines].reverse() } }, 'outcome_mismatch'],
    ['a mine less', { outcome: { mines: sound.outcome.mines.slice(1) } }, 'outcome_mismatch'],
    ['no seed yet', { seed: null }, 'not_revealed'],
    ['no outcome yet', { outcome: null }, 'not_revealed'],
    ['a seed that is no hex', { seed: 'XY'.repeat(32) }, 'malformed'],
    ['a client seed that splits the context', { clientSeed: 'a|0|3|other' }, 'malformed'],
    ['more mines than tiles', { mines: 26 }, 'malformed'],
    ['a nonce below zero', { nonce: -1 }, 'malformed'],
    ['another algorithm', { algorithm: 'mines/v2' }, 'unknown_algorithm'],
    ['another game', { game: 'wheel' }, 'unknown_algorithm'],
  ])('%s is invalid', (_name, change, fault) => {
    expect(verifyMinefieldProof({ ...sound, ...change })).toMatchObject({ ok: false, fault });
  });
});
