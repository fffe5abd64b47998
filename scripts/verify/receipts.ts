/** Receipts by themselves, and next to the seals of the site that gave them. */
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import { compareWithSeal, type SealVerdict } from '@fairground/fairness/receipt-seal';
import { verifyReceipt, type ReceiptFault } from '@fairground/fairness/receipt';

/** GET below /api; null where it is not found. */
export type ReadSite = (path: string) => Promise<unknown>;

const faults: Readonly<Record<ReceiptFault, string>> = {
  malformed: 'it is no receipt',
  other_site: 'it names another site than its key does',
  other_bet: 'the site signed no such bet',
  wrong_signature: 'the signature is not that of its key',
};

const excuses = 'Only a void or a restore that its log shows from before the seal excuses that.';

const verdicts: Readonly<Record<SealVerdict, string>> = {
  kept: 'signed by the site, and kept',
  not_sealed: 'signed by the site; its round has no seal',
  left_out: `the site signed this bet and left it out of its round's seal. ${excuses}`,
  altered: `the site signed this bet and shows another one in its place. ${excuses}`,
  other_site: "it is signed with another key than the site's log",
};

export interface ReceiptReport {
  /** Of the bet, where it can be read. */
  name: string;
  text: string;
  ok: boolean;
}

export const reportReceipt = async (text: string, read?: ReadSite): Promise<ReceiptReport> => {
  const verdict = await verifyReceipt(text, verifyEd25519);
  if (!verdict.ok) return { name: `${text.slice(0, 24)}…`, text: faults[verdict.fault], ok: false };
  const { receipt } = verdict;
  const name = `${receipt.kind} ${String(receipt.bet['id'])}`;
  if (!read) return { name, text: `signed by ${receipt.site}`, ok: true };
  const seal = await compareWithSeal(receipt, (path) => read(`/fairness${path}`));
  return { name, text: verdicts[seal], ok: seal === 'kept' || seal === 'not_sealed' };
};
