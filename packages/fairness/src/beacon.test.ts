import { describe, expect, it } from 'vitest';
import { beaconRoundFrom, beaconTimeMs, isBeaconValue, quicknet } from './beacon.ts';

/** As published. */
const value = {
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
};

describe('a value of the beacon', () => {
  it('is accepted as it was published', () => {
    expect(isBeaconValue(quicknet, value)).toBe(true);
  });

  it.each([
    ['another round', { ...value, round: 1001 }],
    ['another randomness', { ...value, randomness: value.randomness.replace('f', 'e') }],
    ['a wrong signature', { ...value, signature: value.signature.replace('9', '8') }],
    ['an empty signature', { ...value, signature: '' }],
    ['no hex', { ...value, signature: 'none' }],
  ])('is refused with %s', (_name, changed) => {
    expect(isBeaconValue(quicknet, changed)).toBe(false);
  });
});

describe('the rounds of a chain', () => {
  it('are due one period apart', () => {
    expect(beaconTimeMs(quicknet, 1)).toBe(quicknet.genesisMs);
    expect(beaconTimeMs(quicknet, 1000)).toBe(quicknet.genesisMs + 2_997_000);
  });

  it('are found by time', () => {
    const { genesisMs } = quicknet;
    expect(beaconRoundFrom(quicknet, genesisMs - 5_000)).toBe(1);
    expect(beaconRoundFrom(quicknet, genesisMs)).toBe(1);
    expect(beaconRoundFrom(quicknet, genesisMs + 1)).toBe(2);
    expect(beaconRoundFrom(quicknet, genesisMs + 3_000)).toBe(2);
    expect(beaconRoundFrom(quicknet, genesisMs + 3_001)).toBe(3);
  });
});
