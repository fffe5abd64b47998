/** Night or day fair: follows the system until the switch is used, then remembers it. */
type Theme = 'night' | 'day';

const storageName = 'theme';

export function switchTheme(): void {
  const next: Theme = currentTheme() === 'night' ? 'day' : 'night';
  try {
    localStorage.setItem(storageName, next);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  apply(next);
}

/** Follows the system while no choice is stored. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', ({ matches }) => {
    if (storedTheme() === null) apply(matches ? 'day' : 'night');
  });
}

const currentTheme = (): Theme => (document.documentElement.dataset['theme'] === 'day' ? 'day' : 'night');

function storedTheme(): string | null {
  try {
    return localStorage.getItem(storageName);
  } catch {
    return null;
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
