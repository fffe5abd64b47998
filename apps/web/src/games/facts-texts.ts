/** The texts of the games' tables; a page that shows one of the tables imports this. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

pageTexts({
  en: () => import('./facts-texts-en.ts'),
  es: () => import('./facts-texts-es.ts'),
});
