/**
 * The texts of the page. Keys are checked by the compiler against the English catalogue; the catalogues
 * themselves are loaded one language at a time, see language.ts.
 */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { english } from './english.ts';

export type MessageKey = keyof typeof english;
declare const ofGame: unique symbol;
/** A key in the texts that a game brings along; it is checked where the game names it. */
export type GameMessageKey = string & { readonly [ofGame]: true };
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey | GameMessageKey, values?: MessageValues) => string;

// Nothing can be said yet; what must not fail before the catalogues are there says its key.
i18n.loadAndActivate({ locale: 'en', messages: {} });

export { i18n };

/** Numbers in texts are grouped like all others; the second is for `{n, number}`, which names no style. */
const grouped = { useGrouping: 'always' } as unknown as Intl.NumberFormatOptions;
const options = { formats: { number: grouped, undefined: grouped } };

/** For code outside components, such as titles and toasts raised by calls. */
export const t: Translate = (key, values) => i18n._(key, values, options);

/** For components: they render again when the language changes. */
export function useT(): Translate {
  const { _ } = useLingui();
  return (key, values) => _(key, values, options);
}
