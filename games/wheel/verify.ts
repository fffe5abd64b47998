/** Recomputes a spin of the daily wheel from its proof alone: what the page and the command both run. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import type { ProofFault, ProofVerdict } from '@fairground/fairness/proof';
import { wheelAlgorithm, wheelSegment } from './draw.ts';

/** The part of a proof's wire shape that determines whether it is valid. */
export interface WheelProofInput {
  game: string;
  algorithm: string;
  commitment: string;
  /** Null until the player has rotated their seeds. */
  seed: string | null;
  clientSeed: string;
  nonce: number;
  segments: number;
  /** What each segment pays. */
  values: readonly number[];
  outcome: { segment: number; amount: number } | null;
}

export type WheelVerdict =
  | { ok: true; segment: number; amount: number }
  | { ok: false; fault: ProofFault; segment: number | null };

export function verifyWheelProof(proof: WheelProofInput): WheelVerdict {
  if (proof.game !== 'wheel' || proof.algorithm !== wheelAlgorithm) return fault('unknown_algorithm');
  if (proof.seed === null || proof.outcome === null) return fault('not_revealed');
  const seed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  if (!seed || !commitment || !isWellFormed(proof)) return fault('malformed');
  if (!opensCommitment(seed, commitment)) return fault('commitment_mismatch');
  const { clientSeed, nonce, segments, values, outcome } = proof;
  const segment = wheelSegment({ serverSeed: seed, clientSeed, nonce, segments });
  const amount = values[segment];
  if (segment !== outcome.segment || amount !== outcome.amount) return fault('outcome_mismatch', segment);
  return { ok: true, segment, amount };
}

const isWellFormed = ({ clientSeed, nonce, segments, values }: WheelProofInput): boolean =>
  /^[A-Za-z0-9_-]{8,64}$/.test(clientSeed) &&
  Number.isSafeInteger(nonce) &&
  nonce >= 0 &&
  Number.isSafeInteger(segments) &&
  segments >= 1 &&
  values.length === segments;

const fault = (name: ProofFault, segment: number | null = null): WheelVerdict => ({
  ok: false,
  fault: name,
  segment,
});

/** The verdict in the shape that all games share. */
export function verifyProof(proof: WheelProofInput): ProofVerdict {
  const verdict = verifyWheelProof(proof);
  return {
    ok: verdict.ok,
    fault: verdict.ok ? null : verdict.fault,
    computed: verdict.segment === null ? null : String(verdict.segment),
    published: proof.outcome && String(proof.outcome.segment),
  };
}
