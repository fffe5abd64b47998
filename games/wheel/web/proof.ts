/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { wheelProofSchema, type WheelProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type { Texts } from './texts.ts';

export default defineGameProof<Texts['shell'], WheelProof>({
  schema: wheelProofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.wheel',
  sealed: 'fairness.sealedSeed',
  level: ({ clientSeedSource }) => (clientSeedSource === 'server' ? 'site' : 'outside'),
});
