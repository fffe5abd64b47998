/** Recomputes where the mines of a Minefield game lay, from its proof alone: what the page and the command both run. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import { minesAlgorithm, mineTiles } from './draw.ts';
import type { ProofFault, ProofVerdict } from '@fairground/fairness/proof';

/** The part of a proof's wire shape that determines whether it is valid. */
export interface MinefieldProofInput {
  game: string;
  algorithm: string;
  commitment: string;
  /** Null until the player has rotated their seeds. */
  seed: string | null;
  clientSeed: string;
  nonce: number;
  tiles: number;
  mines: number;
  /** Null until the game is over. */
  outcome: { mines: readonly number[] } | null;
}

export type MinefieldVerdict =
  | { ok: true; mines: number[] }
  | { ok: false; fault: ProofFault; mines: number[] | null };

export function verifyMinefieldProof(proof: MinefieldProofInput): MinefieldVerdict {
  if (proof.game !== 'mineField' || proof.algorithm !== minesAlgorithm) return fault('unknown_algorithm');
  if (proof.seed === null || proof.outcome === null) return fault('not_revealed');
  const seed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  if (!seed || !commitment || !isWellFormed(proof)) return fault('malformed');
  if (!opensCommitment(seed, commitment)) return fault('commitment_mismatch');
  const { clientSeed, nonce, tiles, mines } = proof;
  const computed = mineTiles({ serverSeed: seed, clientSeed, nonce, tiles, mines });
  const published = proof.outcome.mines;
  if (published.length !== computed.length || computed.some((tile, at) => tile !== published[at])) {
    return fault('outcome_mismatch', computed);
  }
  return { ok: true, mines: computed };
}

const isWellFormed = ({ clientSeed, nonce, tiles, mines }: MinefieldProofInput): boolean =>
  /^[A-Za-z0-9_-]{8,64}$/.test(clientSeed) &&
  Number.isSafeInteger(nonce) &&
  nonce >= 0 &&
  Number.isSafeInteger(tiles) &&
  tiles >= 1 &&
  tiles <= 1_000 &&
  Number.isSafeInteger(mines) &&
  mines >= 1 &&
  mines < tiles;

const fault = (name: ProofFault, mines: number[] | null = null): MinefieldVerdict => ({
  ok: false,
  fault: name,
  mines,
});

/** The verdict in the shape that all games share. */
export function verifyProof(proof: MinefieldProofInput): ProofVerdict {
  const verdict = verifyMinefieldProof(proof);
  return {
    ok: verdict.ok,
    fault: verdict.ok ? null : verdict.fault,
    computed: verdict.mines && verdict.mines.join(', '),
    published: proof.outcome && proof.outcome.mines.join(', '),
  };
}
