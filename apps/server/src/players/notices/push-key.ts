/** The key pair by which push services know the site (VAPID): made once, stored sealed, shared by all processes. */
import { createECDH } from 'node:crypto';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import type { Seal, SealedRows } from '../../platform/secrets/seal.ts';
import * as sql from './sql/subscriptions.sql.ts';

const context = 'push-key';

export const pushKeySealedRows: SealedRows = { table: 'push_key', context: `'push-key'` };

/** Processes that start together all read the same key. */
export const openPushKey = async (query: Database['query'], seal: Seal) => {
  const stored = (await sql.findPushKey.first(query)) ?? (await create(query, seal));
  return {
    /** In base64url. */
    publicKey: stored.public_key.toString('base64url'),
    privateKey: seal.open(stored.sealed, context).toString('base64url'),
  };
};

export type PushKey = Awaited<ReturnType<typeof openPushKey>>;

const create = async (query: Database['query'], seal: Seal): Promise<RowOf<typeof sql.findPushKey>> => {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  // Numbers are written without leading zeros.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  await sql.insertPushKey.run(query, { publicKey, sealed: seal.close(privateKey, context) });
  const stored = await sql.findPushKey.first(query);
  if (!stored) throw new Error('the push key is missing after it was written');
  return stored;
};
