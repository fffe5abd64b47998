/** Recomputes a published Aviator result from its proof alone: what the page and the command both run. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import type { LoggedOutcome } from '@fairground/fairness/log-check';
import { isCount, type ProofFault, type ProofVerdict } from '@fairground/fairness/proof';
import { beaconOf, type BeaconFields, type SignedBeacon } from '@fairground/fairness/proof-beacon';
import { parseSeal } from '@fairground/fairness/sealed';
import { crashHundredths } from './draw.ts';

/** The part of a proof's wire shape that determines whether it is valid. */
export interface AviatorProofInput extends BeaconFields {
  game: string;
  algorithm: string;
  commitment: string;
  /** Null until the round is over. */
  seed: string | null;
  round: number;
  rtpBp: number;
  /** Null until the bets are sealed. */
  betsRoot?: string | null | undefined;
  /** Null until the round is over, and where it was void before its bets were sealed. */
  outcome: { crashMultiplier: number } | null;
}

export type AviatorVerdict =
  | { ok: true; crashHundredths: number; beacon?: SignedBeacon }
  | { ok: false; fault: ProofFault; crashHundredths: number | null };

export function verifyAviatorProof(proof: AviatorProofInput): AviatorVerdict {
  const { algorithm, round, rtpBp } = proof;
  if (proof.game !== 'aviator' || algorithm !== 'crash/v2') return fault('unknown_algorithm');
  if (proof.seed === null || proof.outcome === null) return fault('not_revealed');
  const seed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  if (!seed || !commitment || !isCount(round) || !isRate(rtpBp)) return fault('malformed');
  if (!opensCommitment(seed, commitment)) return fault('commitment_mismatch');
  const sealed = parseSeal(proof);
  if (!sealed) return fault('malformed');
  const computed = crashHundredths({ seed, round, rtpBp, ...sealed });
  // Two decimals over the wire are the double nearest to hundredths / 100, so this comparison is exact.
  if (computed / 100 !== proof.outcome.crashMultiplier) return fault('outcome_mismatch', computed);
  const signed = beaconOf(proof);
  if (signed === undefined) return fault('beacon_mismatch', computed);
  return { ok: true, crashHundredths: computed, ...(signed && { beacon: signed }) };
}

export const loggedOutcome: LoggedOutcome = ({ terms: { rtpBp }, ...round }) =>
  rtpBp !== undefined && isRate(rtpBp)
    ? { crashMultiplier: crashHundredths({ ...round, rtpBp }) / 100 }
    : null;

const isRate = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= 10_000;

const fault = (name: ProofFault, crash: number | null = null): AviatorVerdict => ({
  ok: false,
  fault: name,
  crashHundredths: crash,
});

/** The verdict in the shape that all games share. */
export function verifyProof(proof: AviatorProofInput): ProofVerdict {
  const verdict = verifyAviatorProof(proof);
  return {
    ok: verdict.ok,
    fault: verdict.ok ? null : verdict.fault,
    computed: verdict.crashHundredths === null ? null : showMultiplier(verdict.crashHundredths / 100),
    published: proof.outcome && showMultiplier(proof.outcome.crashMultiplier),
    beacon: verdict.ok ? (verdict.beacon ?? null) : null,
  };
}

const showMultiplier = (value: number): string => `${value.toFixed(2)}x`;
