/** The texts that each instant game has of its own. */
import type { TranslateWith } from '@fairground/site-kit/i18n/texts-of.ts';

/** The texts that every instant game has in its part `page`, each as `GAME.NAME` with the game's wire id. */
export type OwnText =
  /** The form; the main button. */
  | 'panel'
  | 'play'
  /** `{chance}` times in a hundred, and `{n}` coins of a win; `{back}` of 100 coins on average. */
  | 'odds'
  | 'return'
  /** What the stage invites to, and what it shows until the result does. */
  | 'idle'
  | 'moving'
  /** For screen readers: `{n}` coins were won or lost, and the figures of the page. */
  | 'announceWon'
  | 'announceLost'
  | 'history'
  | 'noBets'
  | 'sealed'
  /** One sentence: how each round of auto-play is played; and what is missing where the choice is none. */
  | 'autoPlayHow'
  | 'autoPlayNeeds';

/** Texts that only the game has, by its wire id: `OwnText`, and the name of each value of the choice. */
export const ownTexts =
  (t: TranslateWith<Record<string, string>>, id: string) =>
  (name: OwnText | (string & {}), values?: Record<string, string | number>): string =>
    t(`${id}.${name}`, values);
