/** Recomputes a published Double Trouble draw from its proof alone. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { draw30Number } from './draw.ts';
import { parseHex } from '@fairground/fairness/hex';
import { parseSeal } from '@fairground/fairness/sealed';
import type { LoggedOutcome } from '@fairground/fairness/log-check';
import type { ProofFault, ProofVerdict } from '@fairground/fairness/proof';
import { beaconOf, type BeaconFields, type SignedBeacon } from '@fairground/fairness/proof-beacon';

/** The part of a proof's wire shape that determines whether it is valid. */
export interface DoubleTroubleProofInput extends BeaconFields {
  game: string;
  algorithm: string;
  commitment: string;
  /** Null until drawn. */
  seed: string | null;
  round: number;
  max: number;
  /** Null until the bets are sealed. */
  betsRoot?: string | null | undefined;
  /** Null until drawn, and where the draw is void. */
  outcome: { winningNumbers: readonly number[] } | null;
}

export type DoubleTroubleVerdict =
  | { ok: true; winningNumber: number; beacon?: SignedBeacon }
  | { ok: false; fault: ProofFault; winningNumber: number | null };

export function verifyDoubleTroubleProof(proof: DoubleTroubleProofInput): DoubleTroubleVerdict {
  if (proof.game !== 'doubleTrouble' || proof.algorithm !== 'draw30/v2') return fault('unknown_algorithm');
  if (proof.seed === null || proof.outcome === null) return fault('not_revealed');
  const seed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  const isPlace = Number.isSafeInteger(proof.round) && proof.round >= 1;
  if (!seed || !commitment || !isPlace || !isMax(proof.max)) return fault('malformed');
  if (!opensCommitment(seed, commitment)) return fault('commitment_mismatch');
  const { round, max } = proof;
  const sealed = parseSeal(proof);
  if (!sealed) return fault('malformed');
  const computed = draw30Number({ seed, round, max, ...sealed });
  const { winningNumbers } = proof.outcome;
  if (winningNumbers.length !== 1 || winningNumbers[0] !== computed) {
    return fault('outcome_mismatch', computed);
  }
  const signed = beaconOf(proof);
  if (signed === undefined) return fault('beacon_mismatch', computed);
  return { ok: true, winningNumber: computed, ...(signed && { beacon: signed }) };
}

export const loggedOutcome: LoggedOutcome = ({ terms: { max }, ...round }) =>
  max !== undefined && isMax(max) ? { winningNumbers: [draw30Number({ ...round, max })] } : null;

/** Draws are from 30 numbers or from 50. */
const isMax = (max: number): boolean => max === 30 || max === 50;

const fault = (name: ProofFault, winningNumber: number | null = null): DoubleTroubleVerdict => ({
  ok: false,
  fault: name,
  winningNumber,
});

/** The verdict in the shape that all games share. */
export function verifyProof(proof: DoubleTroubleProofInput): ProofVerdict {
  const verdict = verifyDoubleTroubleProof(proof);
  return {
    ok: verdict.ok,
    fault: verdict.ok ? null : verdict.fault,
    computed: verdict.winningNumber === null ? null : String(verdict.winningNumber),
    published: proof.outcome && proof.outcome.winningNumbers.join(', '),
    beacon: verdict.ok ? (verdict.beacon ?? null) : null,
  };
}
