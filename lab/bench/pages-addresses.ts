/** The pages that `npm run bench -- pages` measures: those with a budget, and public ones as mailed links open them. */
import { playerBudgets, publicBudgets } from '../../e2e/page-budgets.ts';
import { gamePages, type GamePageSweep } from '../../games/test/sweeps.ts';

/** The languages of the site, by their codes. */
export const languages = { en: 'English', es: 'Spanish' } as const;
export type Language = keyof typeof languages;

export interface PageAddress {
  /** As figures name it, without the token of a mailed link. */
  name: string;
  /** With query and fragment. */
  url: string;
  isPlayers: boolean;
  /** Opened from a mail: the same page as one without a token, for search engines and for audits. */
  isMailed: boolean;
  /**
   * What is pressed to measure interactions: the menu of a phone, twice, or the controls of a game by their selectors.
   */
  pressed: 'menu' | readonly string[];
}

/** A stake, a target or a number that is not chosen yet. */
const choice = 'main button[aria-pressed=false]:enabled';
const controlsOf = ({ button, pressed }: GamePageSweep): readonly string[] => {
  const mainButton = `role=button[name=/^(${button.en}|${button.es})/]`;
  return { button: [mainButton], choices: [choice, choice], 'choice and button': [choice, mainButton] }[
    pressed
  ];
};
const gameControls: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  gamePages.map((page) => [page.path, controlsOf(page)]),
);

/** The names of the tokens that a page takes from a mailed link. */
const mailedTokens: Readonly<Record<string, readonly string[]>> = {
  '/reset-password': ['token'],
  '/newsletter': ['confirm', 'unsubscribe'],
  '/confirm-email': ['token'],
  '/confirm-new-email': ['token'],
  '/notices': ['unsubscribe'],
};
const unknownToken = 'A'.repeat(43);

const publicPages = Object.keys(publicBudgets).map((name): PageAddress => ({
  name,
  url: name,
  isPlayers: false,
  isMailed: false,
  pressed: 'menu',
}));

const mailedPages = Object.entries(mailedTokens).flatMap(([path, tokens]) =>
  tokens.map((token): PageAddress => {
    const name = `${path}?mailed=${token}`;
    const url = `${name}#${token}=${unknownToken}`;
    return { name, url, isPlayers: false, isMailed: true, pressed: 'menu' };
  }),
);

const playerPages = Object.keys(playerBudgets).map((name): PageAddress => ({
  name,
  url: name,
  isPlayers: true,
  isMailed: false,
  pressed: gameControls[name] ?? 'menu',
}));

export const pageAddresses: readonly PageAddress[] = [...publicPages, ...mailedPages, ...playerPages];

/** Addresses in a comma-separated list of paths, or all; a path stands for its mailed links too. */
export const selectAddresses = (paths: string | undefined): readonly PageAddress[] => {
  if (paths === undefined) return pageAddresses;
  return paths.split(',').flatMap((path) => {
    const found = pageAddresses.filter(({ name }) => name === path || name.startsWith(`${path}?`));
    if (found.length === 0) throw new Error(`BENCH_PAGES names ${path}, which is not in e2e/page-budgets.ts`);
    return found;
  });
};
