/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { doubleTroubleProofSchema, type DoubleTroubleProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type { Texts } from './texts.ts';

export default defineGameProof<Texts['shell'], DoubleTroubleProof>({
  schema: doubleTroubleProofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.doubleTrouble',
  sealed: 'fairness.sealedDraw',
  level: ({ entropy }) => (entropy === 'bettors' || entropy === 'beacon' ? entropy : 'site'),
  chain: ({ round, terminalHash }) => ({ round, terminalHash }),
});
