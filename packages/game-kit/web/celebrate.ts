/**
 * A win is felt: its sound, coins that fly from the stage to the balance, and for a large one a firework above the
 * stage. A return at or below the stake is never celebrated. What is drawn is loaded with the first win that shows it.
 */
import { cue } from '@fairground/site-kit/sound/sound.ts';
import type { Celebration } from './celebrate/show.ts';

/** From this multiple of the stake on a win is a moment of its own. */
const largeMultiple = 10;

export function celebrationOf(stake: number, paid: number): Celebration | null {
  if (paid <= stake) return null;
  const isLarge = paid >= largeMultiple * stake;
  return { isLarge, coins: isLarge ? 16 : paid >= 2 * stake ? 6 : 3 };
}

export function celebrate({ stake, paid }: { stake: number; paid: number }): void {
  const celebration = celebrationOf(stake, paid);
  if (celebration === null) return;
  cue(celebration.isLarge ? 'bigWin' : 'win');
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  void import('./celebrate/show.ts').then(
    ({ show }) => show(celebration),
    // The win stands on the stage, without coins in the air.
    () => undefined,
  );
}
