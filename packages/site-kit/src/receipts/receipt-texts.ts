/** The texts of receipts, also for pages of the site that show them. */
import type { TranslateWith } from '../i18n/texts-of.ts';
import { getTexts, useTexts, type Texts } from '../texts.ts';

type TranslateReceipt = TranslateWith<Texts['receipts']>;

export const useReceiptTexts = (): TranslateReceipt => useTexts('receipts');

/** Outside components. */
export const receiptText: TranslateReceipt = getTexts('receipts');
