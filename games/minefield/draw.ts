/** mines/v1: where the mines of one Minefield game lie, from the player's seed pair and nonce. */
import { openStream } from '@fairground/fairness/stream';

export const minesAlgorithm = 'mines/v1';

export interface MinesInput {
  serverSeed: Uint8Array;
  clientSeed: string;
  nonce: number;
  tiles: number;
  mines: number;
}

/** Tile ids from 0, in the order drawn. */
export const mineTiles = ({ serverSeed, clientSeed, nonce, tiles, mines }: MinesInput): number[] =>
  openStream(serverSeed, `${minesAlgorithm}|${clientSeed}|${nonce}|${mines}`).sample(tiles, mines);
