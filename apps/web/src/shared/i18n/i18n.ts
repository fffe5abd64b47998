/** The texts of the page. Keys are checked by the compiler against the English catalogue. */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { english } from './english.ts';

export type MessageKey = keyof typeof english;
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

i18n.load('en', english);
i18n.activate('en');

export { i18n };

/** For code outside components, such as titles and toasts raised by calls. */
export const t: Translate = (key, values) => i18n._(key, values);

/** For components: they render again when the language changes. */
export function useT(): Translate {
  const { _ } = useLingui();
  return _ as Translate;
}
