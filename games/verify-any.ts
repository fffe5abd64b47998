/** One check for the proof of any game, in words that a page and a shell can show. */
import type { ProofVerdict } from '@fairground/fairness/proof';
import { verifyProof as aviator, type AviatorProofInput } from './aviator/verify.ts';
import { verifyProof as doubleTrouble, type DoubleTroubleProofInput } from './double-trouble/verify.ts';
import { verifyProof as lottery, type LotteryProofInput } from './lottery/verify.ts';
import { verifyProof as mineField, type MinefieldProofInput } from './minefield/verify.ts';
import { verifyProof as wheel, type WheelProofInput } from './wheel/verify.ts';

export type AnyProofInput =
  | (AviatorProofInput & { game: 'aviator' })
  | (DoubleTroubleProofInput & { game: 'doubleTrouble' })
  | (LotteryProofInput & { game: 'lottery' })
  | (MinefieldProofInput & { game: 'mineField' })
  | (WheelProofInput & { game: 'wheel' });

export function verifyProof(proof: AnyProofInput): ProofVerdict {
  switch (proof.game) {
    case 'aviator':
      return aviator(proof);
    case 'doubleTrouble':
      return doubleTrouble(proof);
    case 'lottery':
      return lottery(proof);
    case 'mineField':
      return mineField(proof);
    case 'wheel':
      return wheel(proof);
  }
}
