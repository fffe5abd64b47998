/** Recomputes a published Double Trouble draw from its proof alone. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { draw30Number, sealedDraw30Number } from './draw.ts';
import { parseHex } from '@fairground/fairness/hex';
import { parseSeal } from '@fairground/fairness/sealed';
import type { LoggedOutcomes } from '@fairground/fairness/log-check';
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
  salt: string;
  max: number;
  /** Of version 2; null until the bets are sealed. */
  betsRoot?: string | null | undefined;
  /** Null until drawn, and where the draw is void. */
  outcome: { winningNumbers: readonly number[] } | null;
}

export type DoubleTroubleVerdict =
  | { ok: true; winningNumber: number; beacon?: SignedBeacon }
  | { ok: false; fault: ProofFault; winningNumber: number | null };

export function verifyDoubleTroubleProof(proof: DoubleTroubleProofInput): DoubleTroubleVerdict {
  const { algorithm } = proof;
  if (proof.game !== 'doubleTrouble' || (algorithm !== 'draw30/v1' && algorithm !== 'draw30/v2'))
    return fault('unknown_algorithm');
  if (proof.seed === null || proof.outcome === null) return fault('not_revealed');
  const seed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  const salt = parseHex(proof.salt);
  const isPlace = Number.isSafeInteger(proof.round) && proof.round >= 1;
  if (!seed || !commitment || !salt || !isPlace || (proof.max !== 30 && proof.max !== 50)) {
    return fault('malformed');
  }
  if (!opensCommitment(seed, commitment)) return fault('commitment_mismatch');
  const { round, max } = proof;
  const sealed = algorithm === 'draw30/v1' ? null : parseSeal(proof);
  if (sealed === undefined) return fault('malformed');
  const computed = sealed
    ? sealedDraw30Number({ seed, round, max, ...sealed })
    : draw30Number({ salt, seed, round, max });
  const { winningNumbers } = proof.outcome;
  if (winningNumbers.length !== 1 || winningNumbers[0] !== computed) {
    return fault('outcome_mismatch', computed);
  }
  const signed = sealed ? beaconOf(proof) : null;
  if (signed === undefined) return fault('beacon_mismatch', computed);
  return { ok: true, winningNumber: computed, ...(signed && { beacon: signed }) };
}

/** Draws are from 30 numbers or from 50. */
export const loggedOutcomes: LoggedOutcomes = ({ salt, terms, ...round }) =>
  [30, 50]
    .filter((max) => terms.max === undefined || terms.max === max)
    .map((max) => ({
      winningNumbers: [
        salt === null ? sealedDraw30Number({ ...round, max }) : draw30Number({ ...round, salt, max }),
      ],
    }));

const fault = (name: ProofFault, winningNumber: number | null = null): DoubleTroubleVerdict => ({
  ok: false,
  fault: name,
  winningNumber,
});

/** The same verdict in the shape that all games share. */
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
