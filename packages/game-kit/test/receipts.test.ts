/** Signing batches of receipts. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import { verifyReceipt } from '@fairground/fairness/receipt';
import { expect, it } from 'vitest';
import { createReceipts } from '../server/receipts.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
let signatures = 0;
const receipts = createReceipts({
  publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  sign(message) {
    signatures += 1;
    return sign(null, message, privateKey);
  },
});

const betsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: '2026-11-26T12:00:00.125Z',
    bet: `{"amount":10,"clientSeed":"of-${index}","id":"${index}"}`,
    kind: 'someGame',
  }));

it.each([1, 2, 3, 31, 32, 33, 64])('signs a batch of %i once, and each receipt is valid', async (count) => {
  signatures = 0;
  const signed = receipts.sign(betsOf(count));
  expect(signatures).toBe(1);
  for (const [index, text] of signed.entries()) {
    const verdict = await verifyReceipt(text, verifyEd25519);
    expect(verdict).toMatchObject({ ok: true, receipt: { kind: 'someGame', bet: { id: String(index) } } });
  }
});

it('signs the receipt of a bet alone with an empty path', async () => {
  const verdict = await verifyReceipt(receipts.sign(betsOf(1))[0] ?? '', verifyEd25519);
  expect(verdict).toMatchObject({ ok: true, receipt: { path: [] } });
});
