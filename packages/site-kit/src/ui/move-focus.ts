/** Keys that move the focus within a group, as the ARIA patterns of tabs and accordions describe. */
import type { KeyboardEvent } from 'react';

const steps = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
} as const;

/** The index that a key leads to, around the ends; undefined for other keys. */
export function nextIndex(
  key: string,
  at: number,
  count: number,
  direction: keyof typeof steps,
): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = (steps[direction] as Record<string, number | undefined>)[key];
  return step === undefined ? undefined : (at + step + count) % count;
}

interface FocusGroup {
  /** Selectors of the group, and of the buttons in it. */
  group: string;
  buttons: string;
  direction: keyof typeof steps;
}

/** For each button of the group. Those that are disabled are left out. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  { group, buttons, direction }: FocusGroup,
): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const all = event.currentTarget.closest(group)?.querySelectorAll<HTMLElement>(`${buttons}:enabled`) ?? [];
  const enabled = [...all];
  const next = nextIndex(event.key, enabled.indexOf(event.currentTarget), enabled.length, direction);
  if (next === undefined) return;
  event.preventDefault();
  enabled[next]?.focus();
}
