/** Catalogues of pages with many words: they come with their page and not with the application. */
import { addSource, type Source } from './catalogues.ts';
import { useT, type GameMessageKey, type MessageKey, type MessageValues } from './i18n.ts';

export type TranslateWith<Catalogue> = (
  key: MessageKey | GameMessageKey | (keyof Catalogue & string),
  values?: MessageValues,
) => string;

type Loader<Catalogue> = () => Promise<{ default: Catalogue }>;

interface Loaders<Catalogue> {
  /** At once where the page imports its English texts: then they cost no request of their own. */
  en: Catalogue | Loader<Catalogue>;
  es: Loader<Record<keyof Catalogue, string>>;
}

/**
 * Registers the texts, and returns a hook that translates by them and by those of the application. Routes load them
 * with their page. `Shell` are texts of the same game that are loaded with the application.
 */
export function pageTexts<Catalogue extends Record<string, string>, Shell = Catalogue>({
  en,
  es,
}: Loaders<Catalogue>): () => TranslateWith<Catalogue & Shell> {
  addPageTexts({ en, es });
  return useT as () => TranslateWith<Catalogue & Shell>;
}

/** For pages that add their catalogue to `Register`, and so need no hook of their own. */
export function addPageTexts<Catalogue extends Record<string, string>>({ en, es }: Loaders<Catalogue>): void {
  addSource({
    en: async () => (typeof en === 'function' ? (await en()).default : en),
    es: async () => (await es()).default,
  } satisfies Source);
}
