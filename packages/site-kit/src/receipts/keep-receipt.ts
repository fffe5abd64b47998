/** Checks and keeps the receipt of a bet that was just placed. Loaded with the first one; it never stops the game. */
import { verifyReceipt } from '@fairground/fairness/receipt';
import { loadCatalogues } from '../i18n/catalogues.ts';
import { activeLanguage } from '../i18n/language.ts';
import { toast } from '../ui/toast.ts';
import { storeReceipt } from './kept-receipts.ts';
import { receiptText } from './receipt-texts.ts';
import { verifySignature } from './verify-signature.ts';

/** Once: players who continue have read it. */
let isTold = false;

/** Only calls of this name place a stake which is final at once. */
const stakePath = /^\/[^/]+\/create$/;

/** `answered` is the answer to a call that moves coins. */
export async function keep(path: string, answered: unknown): Promise<void> {
  if (!stakePath.test(path)) return;
  const { receipt: text } = answered as { receipt?: string };
  const verdict = text === undefined ? null : await verifyReceipt(text, verifySignature);
  if (text !== undefined && verdict?.ok === true && path.startsWith(`/${verdict.receipt.kind}/`)) {
    // Where the browser keeps nothing, the pages that show receipts say so.
    await storeReceipt(text, verdict.receipt).catch(() => undefined);
    return;
  }
  if (isTold) return;
  isTold = true;
  await loadCatalogues(activeLanguage());
  toast({
    title: receiptText(text === undefined ? 'receipts.noneGiven' : 'receipts.notValid'),
    description: receiptText('receipts.betCounts'),
    variant: 'info',
  });
}
