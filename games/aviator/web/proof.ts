/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { aviatorProofSchema, type AviatorProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type { Texts } from './texts.ts';

export default defineGameProof<Texts['shell'], AviatorProof>({
  schema: aviatorProofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.aviator',
  sealed: 'fairness.sealedRound',
  level: ({ entropy }) => (entropy === 'bettors' || entropy === 'beacon' ? entropy : 'site'),
  chain: ({ round, terminalHash }) => ({ round, terminalHash }),
});
