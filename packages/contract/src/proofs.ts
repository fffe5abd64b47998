/** The proof of any game: the answer of GET /fairness/{game}/{id}. A game adds its schema. */
import * as z from 'zod/mini';
import { aviatorProofSchema } from './aviator.ts';
import { doubleTroubleProofSchema } from './double-trouble.ts';
import { lotteryProofSchema } from './lottery.ts';
import { minefieldProofSchema } from './minefield.ts';
import { wheelProofSchema } from './wheel.ts';

export const proofSchema = z.discriminatedUnion('game', [
  aviatorProofSchema,
  doubleTroubleProofSchema,
  lotteryProofSchema,
  minefieldProofSchema,
  wheelProofSchema,
]);

export type Proof = z.infer<typeof proofSchema>;
export type ProvenGame = Proof['game'];

export const provenGames: readonly ProvenGame[] = [
  'aviator',
  'mineField',
  'doubleTrouble',
  'lottery',
  'wheel',
];
