/** One check for the proof of any game, in words that a page and a shell can show. A game adds one case. */
import { verifyAviatorProof, type AviatorProofInput, type ProofFault } from './verify.ts';
import { verifyDoubleTroubleProof, type DoubleTroubleProofInput } from './verify-double-trouble.ts';
import { verifyLotteryProof, type LotteryProofInput } from './verify-lottery.ts';
import { verifyMinefieldProof, type MinefieldProofInput } from './verify-minefield.ts';
import { verifyWheelProof, type WheelProofInput } from './verify-wheel.ts';

export type AnyProofInput =
  | (AviatorProofInput & { game: 'aviator' })
  | (DoubleTroubleProofInput & { game: 'doubleTrouble' })
  | (LotteryProofInput & { game: 'lottery' })
  | (MinefieldProofInput & { game: 'mineField' })
  | (WheelProofInput & { game: 'wheel' });

export interface AnyVerdict {
  ok: boolean;
  /** Null where the proof holds. */
  fault: ProofFault | null;
  /** The result as recomputed here; null where nothing could be computed. */
  computed: string | null;
  /** The result as the site published it; null until it has. */
  published: string | null;
}

export function verifyProof(proof: AnyProofInput): AnyVerdict {
  switch (proof.game) {
    case 'aviator': {
      const verdict = verifyAviatorProof(proof);
      const { outcome } = proof;
      return tell(verdict, {
        computed: verdict.crashHundredths === null ? null : multiplier(verdict.crashHundredths / 100),
        published: outcome && multiplier(outcome.crashMultiplier),
      });
    }
    case 'doubleTrouble': {
      const verdict = verifyDoubleTroubleProof(proof);
      return tell(verdict, {
        computed: verdict.winningNumber === null ? null : String(verdict.winningNumber),
        published: proof.outcome && list(proof.outcome.winningNumbers),
      });
    }
    case 'lottery': {
      const verdict = verifyLotteryProof(proof);
      return tell(verdict, {
        computed: verdict.winningNumbers && list(verdict.winningNumbers),
        published: proof.outcome && list(proof.outcome.winningNumbers),
      });
    }
    case 'mineField': {
      const verdict = verifyMinefieldProof(proof);
      return tell(verdict, {
        computed: verdict.mines && list(verdict.mines),
        published: proof.outcome && list(proof.outcome.mines),
      });
    }
    case 'wheel': {
      const verdict = verifyWheelProof(proof);
      return tell(verdict, {
        computed: verdict.segment === null ? null : String(verdict.segment),
        published: proof.outcome && String(proof.outcome.segment),
      });
    }
  }
}

const multiplier = (value: number): string => `${value.toFixed(2)}x`;
const list = (numbers: readonly number[]): string => numbers.join(', ');

const tell = (
  verdict: { ok: true } | { ok: false; fault: ProofFault },
  shown: Pick<AnyVerdict, 'computed' | 'published'>,
): AnyVerdict => ({ ok: verdict.ok, fault: verdict.ok ? null : verdict.fault, ...shown });
