/** Compares a receipt of this browser with what the site shows of its bet. */
import { compareWithSeal, type SealVerdict } from '@fairground/fairness/receipt-seal';
import { parseReceipt } from '@fairground/fairness/receipt';
import { isApiError } from '../api/api-error.ts';
import { request, type Answer } from '../api/request.ts';
import { findReceipt } from './kept-receipts.ts';

export type ReceiptState = SealVerdict | 'absent' | 'failed';

export const receiptTexts = {
  kept: 'receipts.kept',
  not_sealed: 'receipts.notSealed',
  left_out: 'receipts.leftOut',
  altered: 'receipts.altered',
  other_site: 'receipts.otherSite',
  absent: 'receipts.absent',
  failed: 'receipts.failed',
} as const satisfies Record<ReceiptState, string>;

const asItIs: Answer<unknown> = { safeParse: (data) => ({ success: true, data }) };

const read = (path: string): Promise<unknown> =>
  request(`/fairness${path}`, { answer: asItIs }).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });

export async function compareReceipt(text: string): Promise<SealVerdict | 'failed'> {
  const receipt = parseReceipt(text);
  if (receipt === null) return 'failed';
  return compareWithSeal(receipt, read).catch(() => 'failed' as const);
}

export async function compareKept(kind: string, id: string): Promise<ReceiptState> {
  const kept = await findReceipt(kind, id).catch(() => undefined);
  return kept === undefined ? 'absent' : compareReceipt(kept.text);
}
