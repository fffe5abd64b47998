/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { proofSchema, type StrikerProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type shell from './messages/en/shell.json';

export default defineGameProof<typeof shell, StrikerProof>({
  schema: proofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.highStriker',
  sealed: 'fairness.sealedSeed',
  isWeaker: ({ clientSeedSource }) => clientSeedSource === 'server',
});
