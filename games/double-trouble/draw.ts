/** draw30/v1: the number of a Double Trouble draw, 1 to max (the name stays when max is 50). */
import { mixKey, openStream } from '@fairground/fairness/stream';

export const draw30Algorithm = 'draw30/v1';

export interface Draw30Input {
  salt: Uint8Array;
  seed: Uint8Array;
  /** The draw's place in its chain. */
  round: number;
  max: number;
}

export function draw30Number({ salt, seed, round, max }: Draw30Input): number {
  const context = `${draw30Algorithm}|${round}`;
  return openStream(mixKey(salt, `${context}|`, seed), context).below(max) + 1;
}
