/** Compares a receipt of this browser with what the site shows of its bet. */
import {
  compareWithSeal,
  findUnderSeal,
  type SealVerdict,
  type Stake,
} from '@fairground/fairness/receipt-seal';
import { parseReceipt } from '@fairground/fairness/receipt';
import { isApiError } from '../api/api-error.ts';
import { request, type Answer } from '../api/request.ts';
import { findReceipt } from './kept-receipts.ts';

export type ReceiptState =
  | SealVerdict
  | 'failed'
  | 'absent'
  | 'absent_sealed'
  | 'absent_altered'
  | 'absent_left_out';

export const receiptTexts = {
  kept: 'receipts.kept',
  not_sealed: 'receipts.notSealed',
  left_out: 'receipts.leftOut',
  altered: 'receipts.altered',
  other_site: 'receipts.otherSite',
  absent: 'receipts.absent',
  absent_sealed: 'receipts.absentSealed',
  absent_altered: 'receipts.absentAltered',
  absent_left_out: 'receipts.absentLeftOut',
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

/** Without a receipt, the bet is still looked for under the seal of its round, where there is one. */
export async function compareKept(stake: Stake): Promise<ReceiptState> {
  const kept = await findReceipt(stake.kind, stake.id).catch(() => undefined);
  if (kept !== undefined) return compareReceipt(kept.text);
  const verdict = await findUnderSeal(stake, read).catch(() => 'not_sealed' as const);
  return withoutReceipt[verdict];
}

const withoutReceipt = {
  kept: 'absent_sealed',
  altered: 'absent_altered',
  left_out: 'absent_left_out',
  not_sealed: 'absent',
} as const;
