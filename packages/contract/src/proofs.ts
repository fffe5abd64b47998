/** The proof of any game: the answer of GET /fairness/{game}/{id}. A game adds its schema. */
import * as z from 'zod/mini';
import { aviatorProofSchema } from '@fairground/game-aviator/contract';
import { doubleTroubleProofSchema } from '@fairground/game-double-trouble/contract';
import { lotteryProofSchema } from '@fairground/game-lottery/contract';
import { minefieldProofSchema } from '@fairground/game-minefield/contract';
import { wheelProofSchema } from '@fairground/game-wheel/contract';

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
