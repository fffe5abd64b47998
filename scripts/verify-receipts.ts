/**
 * `npm run verify -- receipt FILE`: checks receipts by themselves, and next to the seals of the site where SITE_URL names it.
 * One receipt on a line, as pages save them.
 */
import { readFileSync } from 'node:fs';
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import { compareWithSeal, type SealVerdict } from '@fairground/fairness/receipt-seal';
import { verifyReceipt, type ReceiptFault } from '@fairground/fairness/receipt';

/** GET below /api; null where it is not found. */
export type ReadSite = (path: string) => Promise<unknown>;

const faults: Readonly<Record<ReceiptFault, string>> = {
  malformed: 'NOT A RECEIPT',
  other_site: 'NOT VALID: it names another site than its key does',
  other_bet: 'NOT VALID: the site signed no such bet',
  wrong_signature: 'NOT VALID: the signature is not that of its key',
};

const excuses = 'Only a void or a restore that its log shows from before the seal excuses that.';

const verdicts: Readonly<Record<SealVerdict, string>> = {
  kept: 'signed by the site, and kept',
  not_sealed: 'signed by the site; its round has no seal',
  left_out: `LEFT OUT: the site signed this bet and left it out of its round's seal. ${excuses}`,
  altered: `ALTERED: the site signed this bet and shows another one in its place. ${excuses}`,
  other_site: "NOT OF THIS SITE: it is signed with another key than the site's log",
};

export interface ReceiptReport {
  line: string;
  ok: boolean;
}

export const reportReceipt = async (text: string, read?: ReadSite): Promise<ReceiptReport> => {
  const verdict = await verifyReceipt(text, verifyEd25519);
  if (!verdict.ok) return { line: `${text.slice(0, 24)}…: ${faults[verdict.fault]}`, ok: false };
  const { receipt } = verdict;
  const name = `${receipt.kind} ${String(receipt.bet['id'])}`;
  if (!read) return { line: `${name}: signed by ${receipt.site}`, ok: true };
  const seal = await compareWithSeal(receipt, (path) => read(`/fairness${path}`));
  return { line: `${name}: ${verdicts[seal]}`, ok: seal === 'kept' || seal === 'not_sealed' };
};

const readFrom =
  (site: string): ReadSite =>
  async (path) => {
    const response = await fetch(`${site}/api${path}`);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${site} answers ${response.status}`);
    return response.json();
  };

/** Returns the exit code. */
export const verifyReceipts = async (file: string, site: string | undefined): Promise<number> => {
  const texts = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
  const read = site === undefined ? undefined : readFrom(site);
  let failed = 0;
  for (const text of texts) {
    const { line, ok } = await reportReceipt(text, read);
    console.log(line);
    if (!ok) failed += 1;
  }
  console.log(`${texts.length - failed} passed, ${failed} failed`);
  return failed > 0 || texts.length === 0 ? 1 : 0;
};
