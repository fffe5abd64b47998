/** wheel/v1: the segment of one daily spin, from the player's seed pair and nonce. */
import { openStream } from '@fairground/fairness/stream';

export const wheelAlgorithm = 'wheel/v1';

export interface WheelInput {
  serverSeed: Uint8Array;
  clientSeed: string;
  nonce: number;
  segments: number;
}

/** Segments count from 0. */
export const wheelSegment = ({ serverSeed, clientSeed, nonce, segments }: WheelInput): number =>
  openStream(serverSeed, `${wheelAlgorithm}|${clientSeed}|${nonce}`).below(segments);
