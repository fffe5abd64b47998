/** The texts of the page, which come with it. */
import english from './messages/en.json' with { type: 'json' };
import { addPageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

declare module '@fairground/site-kit/i18n/i18n.ts' {
  interface Register {
    monitor: typeof english;
  }
}

addPageTexts({ en: english, es: () => import('./messages/es.json') });
