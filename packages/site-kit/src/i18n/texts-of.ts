/**
 * Texts are in `messages/en.json` and `messages/es.json` of the site, of each game and of both kits, in parts. A part
 * comes with the modules that name it, in the language of the page: the build reads the names, which are literals (see
 * apps/web/build/text-parts.ts). Each of these folders has one `texts.ts`, by which the compiler knows its keys.
 */
import { addSource, type Catalogue } from './catalogues.ts';
import { t, useT, type GameMessageKey, type MessageKey, type MessageValues } from './i18n.ts';

/** Each key of these catalogues, also where they are alternatives. */
export type KeyOf<Texts> = Texts extends unknown ? keyof Texts & string : never;

/** Translates by these catalogues, and by what is loaded with the application. */
export type TranslateWith<Texts> = (
  key: MessageKey | GameMessageKey | KeyOf<Texts>,
  values?: MessageValues,
) => string;

type Parts = Record<string, Catalogue>;

/** What another language must have: every part, and every key of it. */
type Translated<English extends Parts> = {
  [Part in keyof English]: Record<keyof English[Part], string>;
};

type ByName<English extends Parts> = <Part extends keyof English & string>(
  ...parts: Part[]
) => TranslateWith<English[Part | ('shell' & keyof English)]>;

interface TextsOf<English extends Parts> {
  /** For components: a function that translates by the parts that are named, which are loaded with the module. */
  useTexts: ByName<English>;
  /** For code outside components. */
  getTexts: ByName<English>;
}

/** In `texts.ts` of a folder, with the types of its two files. */
export const textsOf = <English extends Parts, _Spanish extends Translated<English>>(): TextsOf<English> => ({
  useTexts: useT as unknown as ByName<English>,
  getTexts: () => t as TranslateWith<Catalogue>,
});

type Loader = () => Promise<{ default: Catalogue }>;

/** Registers a part. The build writes the calls. English texts that are handed over cost no request of their own. */
export function addTexts(en: Catalogue | Loader, es: Loader): void {
  addSource({
    en: async () => (typeof en === 'function' ? (await en()).default : en),
    es: async () => (await es()).default,
  });
}
