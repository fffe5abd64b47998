/** The texts of the form, which come with the pages that have it. */
import english from './messages/en.json' with { type: 'json' };
import { addPageTexts } from '../i18n/page-texts.ts';

declare module '../i18n/i18n.ts' {
  interface Register {
    newsletterForm: typeof english;
  }
}

addPageTexts({ en: english, es: () => import('./messages/es.json') });
