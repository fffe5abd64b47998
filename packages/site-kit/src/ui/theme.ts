/** Night or day fair: follows the system until the switch is used, then remembers it. */
import { createNote } from '../store/note.ts';

type Theme = 'night' | 'day';

const choice = createNote('theme', (stored): Theme | null =>
  stored === 'night' || stored === 'day' ? stored : null,
);

export function switchTheme(): void {
  const next: Theme = currentTheme() === 'night' ? 'day' : 'night';
  // Without storage the choice lasts until the page is left.
  choice.write(next);
  apply(next);
}

/** Follows the system while no choice is stored. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', ({ matches }) => {
    if (choice.read() === null) apply(matches ? 'day' : 'night');
  });
}

const currentTheme = (): Theme => (document.documentElement.dataset['theme'] === 'day' ? 'day' : 'night');

function apply(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
