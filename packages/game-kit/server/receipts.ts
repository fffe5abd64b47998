/**
 * Signs receipts for bets that are committed together, with one signature. A batch is stored once, and the answer to each call
 * names it and the place of its bet: a receipt is computed from them again.
 */
import {
  receiptJson,
  receiptLeaf,
  receiptMessage,
  siteOf,
  stepJson,
  type ReceiptSubject,
} from '@fairground/fairness/receipt';
import type { Receipts } from '@fairground/server/ledger/commit-together';
import { treeOf } from './merkle-tree.ts';

interface Signer {
  publicKey: Buffer;
  sign(message: Uint8Array): Buffer;
}

export const createReceipts = ({ publicKey, sign }: Signer): Receipts => {
  const site = siteOf(publicKey);
  const key = publicKey.toString('hex');
  const treeOfBets = (bets: readonly ReceiptSubject[]) => treeOf(bets.map((bet) => receiptLeaf(site, bet)));
  const encode = (bet: ReceiptSubject, steps: string, root: Buffer, sig: Buffer): string => {
    const signature = { batchRoot: root.toString('hex'), key, sig: sig.toString('hex'), site };
    return Buffer.from(receiptJson(bet, steps, signature), 'latin1').toString('base64url');
  };
  return {
    sign(bets) {
      const { root, allPaths } = treeOfBets(bets);
      const signature = sign(receiptMessage(root));
      const paths = allPaths(stepJson);
      return {
        texts: bets.map((bet, index) => encode(bet, paths[index] ?? '', root, signature)),
        batch: { root, signature, bets: bets.map(lineOf).join('\n') },
      };
    },
    restore({ bets: lines, signature }, index) {
      const bets = lines.split('\n').map(parseLine);
      const { root, pathTo } = treeOfBets(bets);
      const steps = pathTo(index).map(stepJson).join('');
      return encode(bets[index] as ReceiptSubject, steps, root, signature);
    },
  };
};

/** Without line feeds and spaces, but those of the last part. */
const lineOf = ({ at, bet, kind }: ReceiptSubject): string => `${at} ${kind} ${bet}`;

const parseLine = (line: string): ReceiptSubject => {
  const [at = '', kind = ''] = line.split(' ', 2);
  return { at, kind, bet: line.slice(at.length + kind.length + 2) };
};
