/** How a published result is checked in the browser. */
import { defineGameProof } from '@fairground/game-kit/web';
import { lotteryProofSchema, type LotteryProof } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import type { Texts } from './texts.ts';

export default defineGameProof<Texts['shell'], LotteryProof>({
  schema: lotteryProofSchema,
  verify: verifyProof,
  meaning: 'fairness.meaning.lottery',
  sealed: 'fairness.sealedDraw',
  level: ({ beaconSource, entropy }) =>
    beaconSource === 'beacon' ? 'beacon' : entropy === 'bettors' ? 'bettors' : 'site',
});
