import { describe, expect, it } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { commitmentOf } from '@fairground/fairness/chain';
import { draw30Number } from '../draw.ts';
import { formatHex, parseHex } from '@fairground/fairness/hex';
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { verifyDoubleTroubleProof, type DoubleTroubleProofInput } from '../verify.ts';

const seed = '72de9e22509ad5e1530da627418e867c7c61a645e1f7c85181729eec808d2c52';
const otherSeed = '4decd6e387a1dfb3e54c485ee6f3a898d3dd4bb7c28eb2650d8419a3bead0160';
const betsRoot = '3a3ab49bf65e169872670ad8d074655c58c49ccb9f1378ef93145a1cc965db7e';
const noBets = '0'.repeat(64);
const bytes = (hex: string) => parseHex(hex) ?? new Uint8Array();

const drawnOf = (max: 30 | 50, beacon?: Uint8Array): number =>
  draw30Number({ seed: bytes(seed), round: 1, max, betsRoot: bytes(betsRoot), beacon });

const proofOf = (max: 30 | 50): DoubleTroubleProofInput => ({
  game: 'doubleTrouble',
  algorithm: 'draw30/v2',
  commitment: formatHex(commitmentOf(bytes(seed))),
  seed,
  round: 1,
  max,
  betsRoot,
  beacon: null,
  outcome: { winningNumbers: [drawnOf(max)] },
});

describe('verifyDoubleTroubleProof', () => {
  it.each(vectors.draw30.filter(({ max, beacon }) => max !== 100 && beacon === noBets))(
    'accepts the published draw $round of $max',
    ({ winningNumber, beacon: _none, ...draw }) => {
      const commitment = formatHex(commitmentOf(bytes(draw.seed)));
      const proof = { ...proofOf(30), ...draw, commitment, outcome: { winningNumbers: [winningNumber] } };
      expect(verifyDoubleTroubleProof(proof)).toEqual({ ok: true, winningNumber });
    },
  );

  it.each([30, 50] as const)('accepts an unchanged draw of %i', (max) => {
    expect(verifyDoubleTroubleProof(proofOf(max))).toEqual({ ok: true, winningNumber: drawnOf(max) });
  });

  const honest = proofOf(30);
  const drawn = drawnOf(30);
  it.each<[string, Partial<DoubleTroubleProofInput>, string]>([
    ['another number', { outcome: { winningNumbers: [(drawn % 30) + 1] } }, 'outcome_mismatch'],
    ['two numbers', { outcome: { winningNumbers: [drawn, drawn] } }, 'outcome_mismatch'],
    ['no number', { outcome: { winningNumbers: [] } }, 'outcome_mismatch'],
    ['another place in the chain', { round: 2 }, 'outcome_mismatch'],
    ['another range', { max: 50 }, 'outcome_mismatch'],
    ['another seal', { betsRoot: betsRoot.replace('3a', '3b') }, 'outcome_mismatch'],
    ['a value of a beacon', { beacon: { randomness: otherSeed } }, 'outcome_mismatch'],
    ['a range that is not offered', { max: 31 }, 'malformed'],
    ['no seal', { betsRoot: null }, 'malformed'],
    ['a short seal', { betsRoot: betsRoot.slice(2) }, 'malformed'],
    ['a short value of a beacon', { beacon: { randomness: '00' } }, 'malformed'],
    ['a seed that was not promised', { seed: otherSeed }, 'commitment_mismatch'],
    ['the level of a beacon without a value', { entropy: 'beacon' }, 'beacon_mismatch'],
    ['upper-case hex', { seed: seed.toUpperCase() }, 'malformed'],
    ['a short seed', { seed: seed.slice(2) }, 'malformed'],
    ['no place in the chain', { round: 0 }, 'malformed'],
    ['no seed yet', { seed: null }, 'not_revealed'],
    ['no outcome yet', { outcome: null }, 'not_revealed'],
    ['another game', { game: 'aviator' }, 'unknown_algorithm'],
    ['another algorithm', { algorithm: 'draw30/v3' }, 'unknown_algorithm'],
    ['an algorithm that no site has', { algorithm: 'draw30/v1' }, 'unknown_algorithm'],
  ])('rejects a proof with %s', (_, changed, fault) => {
    expect(verifyDoubleTroubleProof({ ...honest, ...changed })).toMatchObject({ ok: false, fault });
  });

  describe('with a beacon', () => {
    const beacon = localBeaconValue(1_000);
    const number = drawnOf(50, bytes(beacon.randomness));
    const proof = {
      ...proofOf(50),
      entropy: 'beacon',
      beacon,
      beaconChain: localChain,
      outcome: { winningNumbers: [number] },
    };

    it('depends on the value, and names what is left to check of it', () => {
      expect(verifyDoubleTroubleProof(proof)).toEqual({
        ok: true,
        winningNumber: number,
        beacon: { value: beacon, chain: localChain },
      });
    });

    it.each([
      ['another value', { beacon: localBeaconValue(1_001) }, 'outcome_mismatch'],
      ['no value', { beacon: null }, 'outcome_mismatch'],
      ['a weaker level', { entropy: 'bettors' }, 'beacon_mismatch'],
      [
        'the signature of another round',
        { beacon: { ...localBeaconValue(1_001), randomness: beacon.randomness } },
        'beacon_mismatch',
      ],
      ['no round', { beacon: { ...beacon, round: 0 } }, 'beacon_mismatch'],
    ])('is rejected with %s', (_, changed, fault) => {
      expect(verifyDoubleTroubleProof({ ...proof, ...changed })).toMatchObject({ ok: false, fault });
    });
  });
});
