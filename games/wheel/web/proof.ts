/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { wheelProofSchema, type WheelProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type shell from './messages/en/shell.json';

export default defineGameProof<typeof shell, WheelProof>({
  schema: wheelProofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.wheel',
  sealed: 'fairness.sealedSeed',
  level: ({ clientSeedSource }) => (clientSeedSource === 'server' ? 'site' : 'outside'),
});
