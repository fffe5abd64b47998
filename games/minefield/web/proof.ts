/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { minefieldProofSchema, type MinefieldProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type { Texts } from './texts.ts';

export default defineGameProof<Texts['shell'], MinefieldProof>({
  schema: minefieldProofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.mineField',
  sealed: 'fairness.sealedSeed',
  level: ({ clientSeedSource }) => (clientSeedSource === 'server' ? 'site' : 'outside'),
});
