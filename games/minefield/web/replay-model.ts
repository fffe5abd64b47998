/** A recorded game as its replay shows it: one plot after another as they were turned, then all of them. Pure. */
import type { MinefieldTile } from '../contract.ts';
import type { MinefieldRound } from '../round-contract.ts';

export const plotMs = 800;
const endShownMs = 1_600;

/** The plots that were turned, in the order of play. */
export const turnedIn = ({ gems, hit }: MinefieldRound): number[] => [
  ...gems,
  ...(hit === null ? [] : [hit]),
];

const endsAtMs = (round: MinefieldRound): number => (turnedIn(round).length + 1) * plotMs;

export const replayMsOf = (round: MinefieldRound): number => endsAtMs(round) + endShownMs;

interface ReplayMoment {
  /** Plots turned so far, the newest last. */
  turned: readonly number[];
  isOver: boolean;
}

export function replayMomentAt(round: MinefieldRound, atMs: number): ReplayMoment {
  return {
    turned: turnedIn(round).slice(0, Math.floor(atMs / plotMs)),
    isOver: atMs >= endsAtMs(round),
  };
}

/** The plots that can be seen at a moment: those that were turned, and all once the game is over. */
export function tilesAt(round: MinefieldRound, { turned, isOver }: ReplayMoment): Map<number, MinefieldTile> {
  const shown = isOver ? Array.from({ length: round.tiles }, (_, id) => id) : turned;
  return new Map(
    shown.map((id) => [id, { id, isTrap: round.mines.includes(id), isRevealed: true }] as const),
  );
}
