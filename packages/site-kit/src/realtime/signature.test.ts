import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from './signature.ts';

const parts = { requestId: 'id-1', timestamp: '2026-11-21T12:00:00.000Z', payload: { topics: ['äther'] } };
const signed = (key: string): string =>
  createHmac('sha256', key)
    .update(`${parts.requestId}.${parts.timestamp}.${JSON.stringify(parts.payload)}`)
    .digest('hex');

test.each([
  ['with WebCrypto', crypto.subtle],
  ['without it, as on pages without https', null],
])('%s, signs with the token, or with an empty key', async (_, subtle) => {
  expect(await signatureOf({ ...parts, token: 'secret' }, subtle)).toBe(signed('secret'));
  expect(await signatureOf({ ...parts, token: null }, subtle)).toBe(signed(''));
});
