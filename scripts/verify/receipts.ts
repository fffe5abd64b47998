/** Receipts by themselves, and next to the seals and the log of the site that gave them. */
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import type { LogFindings, LogRestore } from '@fairground/fairness/log-check';
import { compareWithSeal } from '@fairground/fairness/receipt-seal';
import { verifyReceipt, type Receipt, type ReceiptFault } from '@fairground/fairness/receipt';

const faults: Readonly<Record<ReceiptFault, string>> = {
  malformed: 'it is no receipt',
  other_site: 'it names another site than its key does',
  other_bet: 'the site signed no such bet',
  wrong_signature: 'the signature is not that of its key',
};

const accusations: Readonly<Record<'not_sealed' | 'left_out' | 'altered', string>> = {
  not_sealed: 'the site signed this bet and has neither sealed its round nor made it void in its log',
  left_out: "the site signed this bet and left it out of its round's seal",
  altered: 'the site signed this bet and shows another one in its place',
};

/** What was placed between the newest entry of the backup and the restore may be lost. */
const lostBy = ({ at }: Receipt, { restores }: LogFindings): LogRestore | undefined =>
  restores.find((restore) => restore.after < at && at < restore.at);

/** Judges a bet that is not where its receipt says. */
const judgeByLog = (receipt: Receipt, verdict: keyof typeof accusations, log: LogFindings): Judgement => {
  const { bet, kind } = receipt;
  const round = `${kind} ${String(bet['roundId'] ?? bet['drawId'])}`;
  const { opening, seal, void: ended } = log.rounds.get(round) ?? {};
  if (ended && !seal) {
    return excused(`entry ${ended.index} of ${ended.origin}: ${round} is void (${String(ended['reason'])})`);
  }
  const lost = lostBy(receipt, log);
  if (lost)
    return excused(`entry 0 of ${lost.origin}: the site was restored from a backup of before this bet`);
  const isNewest =
    opening && [...log.rounds.keys()].findLast((name) => name.startsWith(`${kind} `)) === round;
  if (verdict === 'not_sealed' && !seal && isNewest)
    return { ok: true, text: 'signed by the site; its round has no seal yet' };
  return { ok: false, text: `${accusations[verdict]}, and its log has nothing that excuses that` };
};

const excused = (by: string): Judgement => ({ ok: true, text: `signed by the site; excused by ${by}` });

interface Judgement {
  text: string;
  ok: boolean;
}

export interface ReceiptReport extends Judgement {
  /** The name of the bet, where it can be read. */
  name: string;
}

/** What a receipt is compared with. */
export interface Site {
  /** GET below /api; null where it is not found. */
  read: (path: string) => Promise<unknown>;
  /** Undefined where it does not hold. */
  readLog: () => Promise<LogFindings | undefined>;
}

export const reportReceipt = async (text: string, site?: Site): Promise<ReceiptReport> => {
  const verdict = await verifyReceipt(text, verifyEd25519);
  if (!verdict.ok) return { name: `${text.slice(0, 24)}…`, text: faults[verdict.fault], ok: false };
  const { receipt } = verdict;
  const name = `${receipt.kind} ${String(receipt.bet['id'])}`;
  return { name, ...(site ? await compare(receipt, site) : { text: `signed by ${receipt.site}`, ok: true }) };
};

const compare = async (receipt: Receipt, { read, readLog }: Site): Promise<Judgement> => {
  const ask = () => compareWithSeal(receipt, (path) => read(`/fairness${path}`));
  const first = await ask();
  const log = first === 'kept' || first === 'other_site' ? undefined : await readLog();
  // It may have been sealed in the meantime.
  const verdict = first === 'not_sealed' ? await ask() : first;
  if (verdict === 'kept') return { text: 'signed by the site, and kept', ok: true };
  if (verdict === 'other_site')
    return { text: "it is signed with another key than the site's log", ok: false };
  return log
    ? judgeByLog(receipt, verdict, log)
    : { text: `${accusations[verdict]}, and its log can't be read`, ok: false };
};
