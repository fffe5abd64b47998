/**
 * The number of a Double Trouble draw, 1 to max (the names stay when max is 50). draw30/v1 mixes the seed with the salt of its
 * chain; draw30/v2 with the root of the bets, so that it is not known before the last bet.
 */
import { noBeacon, sealedKey } from '@fairground/fairness/sealed';
import { mixKey, openStream } from '@fairground/fairness/stream';

interface DrawInput {
  seed: Uint8Array;
  /** The draw's place in its chain. */
  round: number;
  max: number;
}

export function draw30Number({ salt, seed, round, max }: DrawInput & { salt: Uint8Array }): number {
  const context = `draw30/v1|${round}`;
  return openStream(mixKey(salt, `${context}|`, seed), context).below(max) + 1;
}

export function sealedDraw30Number({
  seed,
  round,
  max,
  betsRoot,
  beacon = noBeacon,
}: DrawInput & {
  /** Merkle root of the bets. */
  betsRoot: Uint8Array;
  /** 32 bytes; by default no beacon is used. */
  beacon?: Uint8Array | undefined;
}): number {
  const algorithm = 'draw30/v2';
  const key = sealedKey({ algorithm, id: String(round), seed, betsRoot, beacon });
  return openStream(key, `${algorithm}|${round}`).below(max) + 1;
}
