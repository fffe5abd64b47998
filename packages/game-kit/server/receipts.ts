/**
 * Signs receipts for bets that are committed together, with one signature. Answers are stored for a day with a short form of
 * their receipts, a third as long, which has only what cannot be computed again: signature, path and bet.
 */
import type { PathStep } from '@fairground/fairness/merkle';
import {
  receiptJson,
  receiptLeaf,
  receiptMessage,
  siteOf,
  stepJson,
  type ReceiptSubject,
} from '@fairground/fairness/receipt';
import type { Receipts } from '@fairground/server/ledger/commit-together';
import { rootOf, treeOf } from './merkle-tree.ts';

interface Signer {
  publicKey: Buffer;
  sign(message: Uint8Array): Buffer;
}

export const createReceipts = ({ publicKey, sign }: Signer): Receipts => {
  const site = siteOf(publicKey);
  const key = publicKey.toString('hex');
  const encode = (bet: ReceiptSubject, steps: string, batchRoot: string, sig: string): string =>
    Buffer.from(receiptJson(bet, steps, { batchRoot, key, sig, site }), 'latin1').toString('base64url');
  return {
    sign(bets) {
      const { root, allPaths } = treeOf(bets.map((bet) => receiptLeaf(site, bet)));
      const sig = sign(receiptMessage(root)).toString('hex');
      const batchRoot = root.toString('hex');
      const [paths, shortPaths] = [allPaths(stepJson), allPaths(shortStep)];
      return bets.map((bet, index) => ({
        text: encode(bet, paths[index] ?? '', batchRoot, sig),
        short: shorten(bet, shortPaths[index] ?? '', sig),
      }));
    },
    restore(short) {
      const { bet, path, sig } = readShort(short);
      const batchRoot = rootOf(receiptLeaf(site, bet), path);
      return encode(bet, path.map(stepJson).join(''), batchRoot, sig);
    },
  };
};

/** In hex: the side, and the sibling. */
const shortStep = ({ side, hash }: PathStep): string => (side === 'left' ? `00${hash}` : `01${hash}`);
const stepBytes = 33;
const signatureBytes = 64;

const shorten = ({ at, bet, kind }: ReceiptSubject, shortPath: string, sig: string): string => {
  const steps = shortPath.length / 2 / stepBytes;
  const text = `${at}\n${kind}\n${bet}`;
  const pathAt = signatureBytes + 1;
  const bytes = Buffer.allocUnsafe(pathAt + steps * stepBytes + text.length);
  bytes.write(sig, 'hex');
  bytes.writeUInt8(steps, signatureBytes);
  bytes.write(shortPath, pathAt, 'hex');
  bytes.write(text, pathAt + steps * stepBytes, 'latin1');
  return bytes.toString('base64url');
};

const readShort = (short: string): { bet: ReceiptSubject; path: PathStep[]; sig: string } => {
  const bytes = Buffer.from(short, 'base64url');
  const steps = bytes.readUInt8(signatureBytes);
  const pathAt = signatureBytes + 1;
  const textAt = pathAt + steps * stepBytes;
  const path = Array.from({ length: steps }, (_, index): PathStep => {
    const step = bytes.subarray(pathAt + index * stepBytes, pathAt + (index + 1) * stepBytes);
    return { side: step[0] === 0 ? 'left' : 'right', hash: step.toString('hex', 1) };
  });
  const [at = '', kind = '', bet = ''] = bytes.toString('latin1', textAt).split('\n');
  return { bet: { at, bet, kind }, path, sig: bytes.toString('hex', 0, signatureBytes) };
};
