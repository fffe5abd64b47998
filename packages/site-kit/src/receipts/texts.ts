/** The texts of receipts, which come with what shows them. */
import english from './messages/en.json' with { type: 'json' };
import { t } from '../i18n/i18n.ts';
import { pageTexts, type TranslateWith } from '../i18n/page-texts.ts';

export const useReceiptTexts = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/es.json'),
});

/** Outside components. */
export const receiptText = t as TranslateWith<typeof english>;
