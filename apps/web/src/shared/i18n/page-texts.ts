/** Catalogues of pages with many words: they come with their page and not with the application. */
import { addSource, type Source } from './catalogues.ts';
import { useT, type MessageKey, type MessageValues } from './i18n.ts';

type SayWith<Catalogue> = (key: MessageKey | (keyof Catalogue & string), values?: MessageValues) => string;

type Loaders<Catalogue> = Record<keyof Source, () => Promise<{ default: Catalogue }>>;

/** Makes the texts known, and answers a hook that says them and those of the application. Routes load them with their page. */
export function pageTexts<Catalogue extends Record<string, string>>(
  loaders: Loaders<Catalogue>,
): () => SayWith<Catalogue> {
  addSource({
    en: async () => (await loaders.en()).default,
    es: async () => (await loaders.es()).default,
  });
  return useT as () => SayWith<Catalogue>;
}
