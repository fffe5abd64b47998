/** A wait inside a transaction proves that a concurrent sign-in cannot outlive a change of the password. */
import { expect, test } from 'vitest';
import { hashToken } from '../../platform/entropy.ts';
import { changePassword } from './password-change.ts';
import { findAccount } from './service.ts';
import { insertSessionIfUnchanged } from './sql/sessions.sql.ts';
import { watchedSiteForAll } from '../../../test/for-tests.ts';

const site = watchedSiteForAll();

test('opens no session for a password that is being changed', async () => {
  const { database } = site;
  await site.register('racer');
  const account = await findAccount(database.query, 'racer');
  if (!account) throw new Error('racer is not there');
  const session = {
    playerId: account.id,
    tokenHash: hashToken('a token'),
    userAgent: null,
    idleSeconds: 60,
    lastsSeconds: 60,
  };
  let opening: Promise<object | undefined> | undefined;
  await database.transaction(async (query) => {
    await changePassword(query, { playerId: account.id, passwordHash: 'another', retainedSessionId: null });
    // The old password was verified just before; this now waits for the row.
    opening = insertSessionIfUnchanged.first(database.query, {
      ...session,
      passwordHash: account.password_hash,
    });
    await waitUntilBlocked();
  });
  expect(await opening).toBeUndefined();
  expect(
    await insertSessionIfUnchanged.first(database.query, { ...session, passwordHash: 'another' }),
  ).toBeDefined();
});

const waitUntilBlocked = async (): Promise<void> => {
  for (;;) {
    const blocked = await site.rows(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`,
    );
    if (blocked.length > 0) return;
  }
};
