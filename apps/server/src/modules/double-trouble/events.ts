/** What the director tells every process of a draw, over the bus. A seed or a number is in here only once committed. */

/** The draw that is open for bets. */
export interface NextDraw {
  drawId: string;
  drawsAtMs: number;
  closesAtMs: number;
  commitment: string;
}

export interface DrawnNumber {
  drawId: string;
  winningNumber: number;
  drawnAtMs: number;
}

export type DoubleTroubleEvent =
  /** `previousDrawId` lets a process notice that it missed one. */
  | { kind: 'drawn'; drawn: DrawnNumber; previousDrawId: string | null; next: NextDraw }
  /** Another draw is next, and none was held: the first, one after an outage, or one after a void draw. */
  | { kind: 'open'; next: NextDraw };

export const doubleTroubleChannel = 'double-trouble';
