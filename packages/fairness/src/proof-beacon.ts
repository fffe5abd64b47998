/** What a proof states of a public beacon. Its signature is checked apart, as the curve is large: see `isSigned`. */
import { isHashOfSignature, quicknet, type BeaconChain, type BeaconValue } from './beacon-rounds.ts';

/** The fields of the proof of a sealed round. */
export interface BeaconFields {
  entropy?: string | null | undefined;
  /** The value that was mixed in. */
  beacon?: { randomness: string; round?: number; signature?: string } | null | undefined;
  /** Where it is not quicknet. */
  beaconChain?: BeaconChain | undefined;
}

/** A value that was mixed in, and the chain whose key must have signed it. */
export interface SignedBeacon {
  value: BeaconValue;
  chain: BeaconChain;
}

/** Null where no beacon is used; undefined where the level, the value and its signature do not belong together. */
export const beaconOf = ({ entropy, beacon, beaconChain }: BeaconFields): SignedBeacon | null | undefined => {
  const isStated = entropy === 'beacon';
  if (!beacon) return isStated ? undefined : null;
  const { round = 0, randomness, signature = '' } = beacon;
  const value = { round, randomness, signature };
  const fits = isStated && Number.isSafeInteger(round) && round > 0 && isHashOfSignature(value);
  return fits ? { value, chain: beaconChain ?? quicknet } : undefined;
};

/** Whether the chain's key signed the value. Loads the curve; takes about a tenth of a second. */
export const isSigned = async ({ chain, value }: SignedBeacon): Promise<boolean> =>
  (await import('./beacon.ts')).isBeaconValue(chain, value);
