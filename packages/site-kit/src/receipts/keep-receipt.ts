/** Checks and keeps the receipt of a bet that was just placed. Loaded with the first one; it never stops the game. */
import { verifyReceipt } from '@fairground/fairness/receipt';
import { loadCatalogues } from '../i18n/catalogues.ts';
import { activeLanguage } from '../i18n/language.ts';
import { toast } from '../ui/toast.ts';
import { storeReceipt } from './kept-receipts.ts';
import { receiptText } from './texts.ts';
import { verifySignature } from './verify-signature.ts';

/** Once: whoever plays on knows. */
let isTold = false;

/** `path` is that of the call, `/GAME/create`. */
export async function keepReceipt(path: string, { receipt: text }: { receipt?: string }): Promise<void> {
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
