/** Recomputes the height of one strike from its proof alone: what the page and the command both run. */
import { verifyInstantProof } from '@fairground/game-kit/instant/proof';
import type { ProofVerdict } from '@fairground/fairness/proof';
import type { StrikerProof } from './contract.ts';
import game from './game.ts';

export type StrikerProofInput = Omit<StrikerProof, 'id' | 'clientSeedSource'>;

export const verifyProof = (proof: StrikerProofInput): ProofVerdict => verifyInstantProof(game, proof);
