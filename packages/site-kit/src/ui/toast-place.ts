/**
 * Where a toast lies: never over what the player needs at that moment (a primary button, the multiplier, the balance,
 * the cross of a dialog), and over as little else that can be pressed as possible.
 */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface PlaceInput {
  /** Of the viewport, without the scrollbar. */
  width: number;
  height: number;
  toast: { width: number; height: number };
  /** What must stay visible and free to press. */
  clear: readonly Box[];
  /** What is covered only where there is no other place. */
  pressable: readonly Box[];
  /** Stages of games, which a phone shows without toasts over them where there is another place. */
  stages?: readonly Box[];
}

/** Between a toast and what it stays clear of, and the edges of the page. */
const gapPx = 4;
const marginPx = 8;
/** From this width on the controls are on the right, so toasts begin in the lower left corner; else at the top. */
const widePx = 1024;

/** Covering what must stay clear outweighs all else, then what can be pressed, then a stage, then the way from the corner. */
const clearCost = 1_000;
const pressableCost = 10;
const stageCost = 5;
const wayCost = 1;

export function placeToast({ width, height, toast, clear, pressable, stages = [] }: PlaceInput): {
  left: number;
  top: number;
} {
  const maxLeft = Math.max(0, width - toast.width - marginPx);
  const maxTop = Math.max(0, height - toast.height - marginPx);
  const shownStages = width < widePx ? stages : [];
  const within = (value: number, max: number): number =>
    Math.max(Math.min(marginPx, max), Math.min(value, max));
  const lefts = new Set([marginPx, maxLeft / 2, maxLeft].map((left) => within(left, maxLeft)));
  const tops = new Set(
    [
      marginPx,
      maxTop,
      ...[...clear, ...pressable, ...shownStages].flatMap(({ top, height: boxHeight }) => [
        top + boxHeight + gapPx,
        top - toast.height - gapPx,
      ]),
    ].map((top) => within(top, maxTop)),
  );
  const corner = {
    left: within(marginPx, maxLeft),
    top: width >= widePx ? maxTop : within(marginPx, maxTop),
  };
  let best = corner;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const left of lefts) {
    for (const top of tops) {
      const box = { left, top, ...toast };
      const cost =
        clearCost * sum(clear, box) +
        pressableCost * sum(pressable, box) +
        stageCost * sum(shownStages, box) +
        wayCost * (Math.abs(left - corner.left) + Math.abs(top - corner.top));
      if (cost >= bestCost) continue;
      best = { left, top };
      bestCost = cost;
    }
  }
  return best;
}

export const overlaps = (one: Box, other: Box): boolean => overlapArea(one, other) > 0;

const sum = (boxes: readonly Box[], toast: Box): number =>
  boxes.reduce((area, box) => area + overlapArea(box, toast), 0);

function overlapArea(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
