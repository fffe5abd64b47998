import { describe, expect, it } from 'vitest';
import { quicknet } from './beacon-rounds.ts';
import { localBeaconValue, localChain } from './local-beacon.ts';
import { beaconOf, isSigned } from './proof-beacon.ts';

const value = {
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

describe('what a proof states of the beacon', () => {
  it('is read with its chain, which is quicknet unless another one is named', () => {
    expect(beaconOf({ entropy: 'beacon', beacon: value })).toEqual({ value, chain: quicknet });
    expect(beaconOf({ entropy: 'beacon', beacon: value, beaconChain: localChain })).toEqual({
      value,
      chain: localChain,
    });
    expect(beaconOf({ entropy: 'bettors', beacon: null })).toBeNull();
  });

  it.each([
    ['the level without a value', { entropy: 'beacon', beacon: null }],
    ['a value without the level', { entropy: 'bettors', beacon: value }],
    ['a value without a signature', { entropy: 'beacon', beacon: { randomness: value.randomness } }],
    [
      'a value that is not the hash',
      { entropy: 'beacon', beacon: { ...value, randomness: '00'.repeat(32) } },
    ],
    ['no round', { entropy: 'beacon', beacon: { ...value, round: 0 } }],
  ])('does not fit: %s', (_name, fields) => {
    expect(beaconOf(fields)).toBeUndefined();
  });
});

it('is signed by the key of its own chain for its own round', async () => {
  expect(await isSigned({ value, chain: quicknet })).toBe(true);
  expect(await isSigned({ value, chain: localChain })).toBe(false);
  expect(await isSigned({ value: { ...value, round: 1001 }, chain: quicknet })).toBe(false);
  expect(await isSigned({ value: localBeaconValue(7), chain: localChain })).toBe(true);
});
