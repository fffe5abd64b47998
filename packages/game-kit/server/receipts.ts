/** Signs receipts for bets that are committed together, with one signature. */
import { receiptJson, receiptLeaf, receiptMessage, siteOf, stepJson } from '@fairground/fairness/receipt';
import type { SignReceipts } from '@fairground/server/ledger/commit-together';
import { treeOf } from './merkle-tree.ts';

interface Signer {
  publicKey: Buffer;
  sign(message: Uint8Array): Buffer;
}

export const createReceiptSigner = ({ publicKey, sign }: Signer): SignReceipts => {
  const site = siteOf(publicKey);
  const key = publicKey.toString('hex');
  return (bets) => {
    const { root, allPaths } = treeOf(bets.map((bet) => receiptLeaf(site, bet)));
    const signature = {
      batchRoot: root.toString('hex'),
      key,
      sig: sign(receiptMessage(root)).toString('hex'),
      site,
    };
    const paths = allPaths(stepJson);
    return bets.map((bet, index) =>
      Buffer.from(receiptJson(bet, paths[index] ?? '', signature), 'latin1').toString('base64url'),
    );
  };
};
