/** Recomputes the height of one strike from its proof alone: what the page and the command both run. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import type { ProofFault, ProofVerdict } from '@fairground/fairness/proof';
import { heightHundredths, strikerAlgorithm } from './draw.ts';
import { isWin, parseTarget } from './rules.ts';

/** The part of a proof's wire shape that determines whether it is valid. */
export interface StrikerProofInput {
  game: string;
  algorithm: string;
  commitment: string;
  /** Null until the player has rotated their seeds. */
  seed: string | null;
  clientSeed: string;
  nonce: number;
  target: number;
  outcome: { height: number; won: boolean };
}

export function verifyProof(proof: StrikerProofInput): ProofVerdict {
  const published = describe(Math.round(proof.outcome.height * 100), proof.outcome.won);
  const faulty = (fault: ProofFault, computed: string | null = null): ProofVerdict => {
    return { ok: false, fault, computed, published };
  };
  if (proof.game !== 'highStriker' || proof.algorithm !== strikerAlgorithm) {
    return faulty('unknown_algorithm');
  }
  if (proof.seed === null) return faulty('not_revealed');
  const { clientSeed, nonce } = proof;
  const serverSeed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  const target = parseTarget(proof.target);
  if (!serverSeed || !commitment || target === null || !isWellFormed(proof)) return faulty('malformed');
  if (!opensCommitment(serverSeed, commitment)) return faulty('commitment_mismatch');
  const height = heightHundredths({ serverSeed, clientSeed, nonce });
  const won = isWin(height, target);
  const computed = describe(height, won);
  const isSame = proof.outcome.height === height / 100 && proof.outcome.won === won;
  return isSame ? { ok: true, fault: null, computed, published } : faulty('outcome_mismatch', computed);
}

const isWellFormed = ({ clientSeed, nonce }: StrikerProofInput): boolean =>
  /^[A-Za-z0-9_-]{8,64}$/.test(clientSeed) && Number.isSafeInteger(nonce) && nonce >= 0;

const describe = (hundredths: number, won: boolean): string =>
  `${(hundredths / 100).toFixed(2)}x ${won ? '≥' : '<'} target`;
