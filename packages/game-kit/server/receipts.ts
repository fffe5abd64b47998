/**
 * Signs receipts for bets that are committed together, with one signature and a path for each. The receipt of a repeat
 * is signed alone: another receipt of the same bet, and as good.
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
  const encode = (bet: ReceiptSubject, steps: string, root: Buffer, sig: Buffer): string => {
    const signature = { batchRoot: root.toString('hex'), key, sig: sig.toString('hex'), site };
    return Buffer.from(receiptJson(bet, steps, signature), 'latin1').toString('base64url');
  };
  return {
    sign(bets) {
      const { root, allPaths } = treeOf(bets.map((bet) => receiptLeaf(site, bet)));
      const signature = sign(receiptMessage(root));
      const paths = allPaths(stepJson);
      return bets.map((bet, index) => encode(bet, paths[index] ?? '', root, signature));
    },
  };
};
