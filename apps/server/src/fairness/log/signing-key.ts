/**
 * The key pair that signs receipts and the log's checkpoints (Ed25519): made once, stored
 * sealed, shared by all processes.
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import type { Seal, SealedRows } from '../../platform/secrets/seal.ts';
import * as sql from './sql/signing-key.sql.ts';

export interface SigningKey {
  /** 32 bytes. */
  publicKey: Buffer;
  /** 64 bytes. */
  sign(message: Uint8Array): Buffer;
}

const context = 'signing-key';

export const signingKeySealedRows: SealedRows = { table: 'signing_key', context: `'signing-key'` };

/** Processes that start together all read the same key. */
export const openSigningKey = async (query: Database['query'], seal: Seal): Promise<SigningKey> => {
  const { public_key: publicKey, sealed } =
    (await sql.findSigningKey.first(query)) ?? (await create(query, seal));
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: publicKey.toString('base64url'),
      d: seal.open(sealed, context).toString('base64url'),
    },
  });
  return { publicKey, sign: (message) => sign(null, message, privateKey) };
};

const create = async (query: Database['query'], seal: Seal): Promise<RowOf<typeof sql.findSigningKey>> => {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  await sql.insertSigningKey.run(query, {
    publicKey: Buffer.from(x, 'base64url'),
    sealed: seal.close(Buffer.from(d, 'base64url'), context),
  });
  const stored = await sql.findSigningKey.first(query);
  if (!stored) throw new Error('the signing key is missing after it was written');
  return stored;
};
