/** Rounds and draws that wait for a public beacon: when betting closes then, and what their proofs show of it. */
import { quicknet, type BeaconChain, type BeaconValue } from '@fairground/fairness/beacon-rounds';
import type { StepContext } from '@fairground/server/director/director';
import type { Beacon } from '@fairground/server/fairness/beacon/service';
import type { VoidReason } from './void-round.ts';

export type { Beacon };

/** With a beacon betting closes at least this long before the result, so that the value is usually there by then. */
export const beaconCloseMs = 5_000;
/** With a beacon, rounds that are shorter would leave too little time for bets. */
export const minBeaconIntervalMs = 8_000;

/**
 * The value that a sealed round waits for, undefined where it waits for none; otherwise in how many milliseconds the
 * next step is due. `voidRound` ends a round whose value is missing, or whose seal came too late.
 */
export const awaitBeacon = async (
  beacon: Pick<Beacon, 'step'>,
  {
    id,
    game,
    ...row
  }: { id: string; game: string; beacon_chain_id: number | null; beacon_round: number | null },
  context: StepContext,
  voidRound: (reason: VoidReason) => Promise<number>,
): Promise<BeaconValue | undefined | number> => {
  const { beacon_chain_id: chainId, beacon_round: round } = row;
  if (chainId === null || round === null) return undefined;
  const step = await beacon.step({ game, id, chainId, round }, context);
  if (step.state === 'known') return step.value;
  if (step.state === 'awaited') return Math.max(1, step.inMs);
  return voidRound(step.state === 'missing' ? 'no_beacon' : 'late_seal');
};

/** Columns of a row joined to the value and its chain; null where none is used, or not known yet. */
export interface BeaconColumns {
  beacon_value_round: number | null;
  randomness: Buffer | null;
  signature: Buffer | null;
  beacon_hash: Buffer | null;
  beacon_key: Buffer | null;
  genesis_ms: bigint | null;
  period_ms: number | null;
}

interface ProofBeacon {
  beacon: { round: number; randomness: string; signature: string } | null;
  /** Absent for quicknet, and where no value is shown. */
  beaconChain?: BeaconChain;
}

export const toProofBeacon = (row: BeaconColumns): ProofBeacon => {
  const { beacon_value_round: round, randomness, signature } = row;
  if (round === null || randomness === null || signature === null) return { beacon: null };
  const chain: BeaconChain = {
    hash: row.beacon_hash?.toString('hex') ?? '',
    publicKey: row.beacon_key?.toString('hex') ?? '',
    genesisMs: Number(row.genesis_ms),
    periodMs: row.period_ms ?? 0,
  };
  return {
    beacon: { round, randomness: randomness.toString('hex'), signature: signature.toString('hex') },
    ...(chain.hash === quicknet.hash ? {} : { beaconChain: chain }),
  };
};
