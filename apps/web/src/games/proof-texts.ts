/** The texts of checked proofs, which come with the pages that show one. */
import english from './messages/proof/en.json' with { type: 'json' };
import { addPageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

declare module '@fairground/site-kit/i18n/i18n.ts' {
  interface Register {
    proof: typeof english;
  }
}

addPageTexts({ en: english, es: () => import('./messages/proof/es.json') });
