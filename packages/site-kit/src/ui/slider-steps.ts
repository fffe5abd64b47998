/** What keys and positions on a slider come to. All numbers are integers. */

export interface SliderSteps {
  min: number;
  max: number;
  step: number;
}

interface Press {
  key: string;
  shiftKey: boolean;
}

const directions = new Map<string, 1 | -1>([
  ['ArrowUp', 1],
  ['ArrowRight', 1],
  ['PageUp', 1],
  ['ArrowDown', -1],
  ['ArrowLeft', -1],
  ['PageDown', -1],
]);

/** The value after a key, or undefined where the key is none of a slider's. A page, or an arrow with Shift, is ten steps. */
export function valueAfterKey(
  value: number,
  { key, shiftKey }: Press,
  steps: SliderSteps,
): number | undefined {
  if (key === 'Home') return steps.min;
  if (key === 'End') return steps.max;
  const direction = directions.get(key);
  if (direction === undefined) return undefined;
  const at = (value - steps.min) / steps.step;
  // From between two steps, any key leads to the next one.
  const next = Number.isInteger(at)
    ? at + direction * (shiftKey || key.startsWith('Page') ? 10 : 1)
    : direction > 0
      ? Math.ceil(at)
      : Math.floor(at);
  return clampToSteps(steps.min + next * steps.step, steps);
}

/** `share` is the part of the rail that is left of the pointer. */
export const valueAtShare = (share: number, steps: SliderSteps): number =>
  clampToSteps(steps.min + Math.round((share * (steps.max - steps.min)) / steps.step) * steps.step, steps);

/** The end may lie between two steps, and can be chosen. */
const clampToSteps = (value: number, { min, max }: SliderSteps): number =>
  Math.min(max, Math.max(min, value));
