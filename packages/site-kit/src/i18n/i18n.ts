/**
 * The texts of the page. The application registers the type of its English catalogue, by which the compiler checks
 * keys; the catalogues themselves are loaded one language at a time, see language.ts.
 */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';

/** Augmented by the application and by pages with their English catalogues. */
// oxlint-disable-next-line no-empty-interface
export interface Register {}

type RegisteredKey = { [Name in keyof Register]: keyof Register[Name] & string }[keyof Register];

export type MessageKey = [keyof Register] extends [never] ? string : RegisteredKey;
declare const ofGame: unique symbol;
/** A key in the texts that a game brings along; it is checked where the game names it. */
export type GameMessageKey = string & { readonly [ofGame]: true };
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey | GameMessageKey, values?: MessageValues) => string;

// Until the catalogues are loaded, a text is shown by its key.
i18n.loadAndActivate({ locale: 'en', messages: {} });

export { i18n };

/** Numbers in texts are grouped like all others; the second is for `{n, number}`, which names no style. */
const grouped = { useGrouping: 'always' } as unknown as Intl.NumberFormatOptions;
const options = { formats: { number: grouped, undefined: grouped } };

/** For code outside components, such as titles and toasts raised by calls. */
export const t: Translate = (key, values) => i18n._(key, values, options);

/** For components: they render again when the language changes. */
export function useT(): Translate {
  'use memo';
  const { _ } = useLingui();
  return (key, values) => _(key, values, options);
}
