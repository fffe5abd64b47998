/** A29: calls in progress while an account is closed leave no data of it. */
import { expect, it } from 'vitest';
import { refuse } from '@fairground/contract/errors';
import { createCoinCall } from '../../ledger/coin-call.ts';
import { createPlayer, recordReferral } from '../../ledger/players.ts';
import { readPosts } from '../../content/blog/post-files.ts';
import { createBlogService } from '../../content/blog/service.ts';
import { rememberAddress, rememberBrowser } from '../sign-in/sql/accounts.sql.ts';
import * as tokens from '../sign-in/sql/mailed-tokens.sql.ts';
import * as sessions from '../sign-in/sql/sessions.sql.ts';
import { changePassword } from '../sign-in/service.ts';
import { createReauthentication } from '../sign-in/reauthentication.ts';
import { createClosingService } from './service.ts';
import { createLimitsService } from '../../players/limits/service.ts';
import { insertConfirmation } from '../second-factors/sql/passkeys.sql.ts';
import { openClubsService } from '../../../test/clubs-service.ts';
import { createPlayersService } from '../../players/profile/service.ts';
import { createAddressHash } from '../../platform/secrets/address-hash.ts';
import { noLimiter } from '../../platform/attempt-limiter.ts';
import { hashToken, systemEntropy } from '../../platform/entropy.ts';
import { createPasswords } from '../../platform/secrets/passwords.ts';
import { databaseForAll } from '../../../test/for-tests.ts';
import { quietCalls } from '../../../test/harness.ts';

const password = 'a meadow of lanterns';
const passwords = createPasswords({ memoryKib: 64 });
const caller = { address: '198.51.100.1', userAgent: null };

const test = databaseForAll({ connections: 30 });

let accounts = 0;
const open = async () => {
  const name = `leaver_${accounts++}`;
  const hashed = await passwords.hash(password, 'home');
  if (!hashed.ok) throw new Error(hashed.code);
  const passwordHash = hashed.value;
  const created = await createPlayer(
    test.database,
    {
      username: name,
      email: `${name}@example.org`,
      passwordHash,
      referenceId: name,
      referredBy: null,
      signupCoins: 1_000,
    },
    async (query, id) => {
      await sessions.insertSession.run(query, {
        playerId: id,
        tokenHash: hashToken(name),
        userAgent: null,
        lastsSeconds: 60,
        idleSeconds: null,
      });
    },
  );
  if (!created.ok) throw new Error(`${name} is taken`);
  const playerId = created.value;
  const [session] = await test.rows<{ id: bigint }>(`SELECT id FROM session WHERE player_id = $1`, playerId);
  return { playerId, sessionId: session?.id ?? 0n, name };
};

/** Closes the account, and starts `work` while the closing has its lock but is not committed. */
const closeDuring = async (playerId: bigint, work: () => Promise<unknown>[]): Promise<unknown[]> => {
  let begun: Promise<unknown>[] = [];
  const service = createClosingService({
    database: test.database,
    entropy: systemEntropy,
    reauthenticate: createReauthentication({
      database: test.database,
      passwords,
      limiter: noLimiter,
      verifyPasskey: async () => false,
    }),
    mails: { notifyClosed: () => undefined },
    hashAddress: createAddressHash(Buffer.alloc(32)),
    limiter: noLimiter,
    lastingActs: { add: async () => undefined },
    mailer: { forget: async () => undefined },
    games: [],
    closeSession: () => undefined,
    async abandonOpen() {
      begun = work();
      await untilBlocked(begun.length);
    },
  });
  expect(await service.close(playerId, { password }, caller)).toEqual({ ok: true, value: null });
  return Promise.all(begun);
};

/** Waits until this many statements wait for a lock of another transaction. */
const untilBlocked = async (count: number): Promise<void> => {
  for (;;) {
    const waiting = await test.rows(`SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE NOT l.granted AND a.datname = current_database()`);
    if (waiting.length >= count) return;
  }
};

const rowsOf = async (playerId: bigint, table: string): Promise<number> =>
  (await test.rows(`SELECT FROM ${table} WHERE player_id = $1`, playerId)).length;

it('does not rename a closed account by a rename in progress', async () => {
  const { playerId, sessionId } = await open();
  const players = createPlayersService({
    ticketCounts: [],
    rounds: {
      find: async () => expect.fail('a round was read'),
      ownStakes: async () => expect.fail('stakes were read'),
    },
    findAchievements: async () => [],
    mails: { notify: () => undefined },
    reauthenticate: async () => expect.fail('a password was asked for'),
    database: test.database,
    passwords,
    limiter: noLimiter,
    closeSession: () => undefined,
    userChanged: () => expect.fail('a closed account was published'),
  });
  const update = (change: object) => players.update({ playerId, sessionId }, change, caller);
  const results = await closeDuring(playerId, () => [
    update({ username: 'back_again' }),
    update({ avatar: 'avatar3' }),
    update({ newPassword: 'another meadow of lamps' }),
    players.pin(playerId, null),
  ]);
  expect(results).toEqual(results.map(() => ({ ok: false, code: 'not_signed_in' })));
  const [row] = await test.rows<{ username: string; avatar: string | null; password_hash: string }>(
    `SELECT username, avatar, password_hash FROM player WHERE id = $1`,
    playerId,
  );
  expect(row).toMatchObject({ avatar: null, password_hash: '' });
  expect(row?.username).toMatch(/^closed_/);
});

it('performs no calls in progress for a closed account', async () => {
  const { playerId } = await open();
  let performed = 0;
  const call = createCoinCall(
    {
      ...quietCalls,
      database: test.database,
    },
    {
      operation: 'test',
      strategy: 'transaction',
      perform: async (_query, batch) => {
        performed += batch.length;
        return batch.map(() => ({ ok: false, code: 'insufficient_coins' }) as const);
      },
    },
  );
  const keyed = (key: string) => call({ playerId, idempotency: { key, bodyHash: Buffer.alloc(32, 7) } });
  expect(await keyed('before')).toMatchObject({ code: 'insufficient_coins' });
  const results = await closeDuring(playerId, () => [keyed('during')]);
  expect(results).toEqual([refuse('not_signed_in')]);
  expect(await keyed('after')).toEqual(refuse('not_signed_in'));
  expect(await keyed('before')).toEqual(refuse('not_signed_in'));
  expect(performed).toBe(1);
});

it('writes nothing else for a closed account: link, session, browser, address, like, limit or invitation', async () => {
  const { playerId, name } = await open();
  const { query, transaction } = test.database;
  const { posts } = await readPosts();
  const [{ slug } = { slug: '' }] = posts;
  const [account] = await query<{ password_hash: string }>({
    text: `SELECT password_hash FROM player WHERE id = $1`,
    values: [playerId],
  });
  const limits = createLimitsService({
    lastingActs: { add: async () => undefined },
    database: test.database,
    reauthenticate: async () => expect.fail('a password was asked for'),
    mails: { notify: () => undefined },
  });
  const invited = { username: 'invited', email: 'i@example.org', passwordHash: 'x', referenceId: 'invited' };
  const hash = hashToken('another');
  const clubs = openClubsService(test.database);
  await closeDuring(playerId, () => [
    insertConfirmation.run(query, { playerId, challenge: Buffer.alloc(32), lastsSeconds: 60 }),
    tokens.insertReset.run(query, { playerId, tokenHash: hash, lastsSeconds: 60 }),
    tokens.insertConfirmation.run(query, {
      playerId,
      email: `${name}@example.org`,
      tokenHash: hash,
      lastsSeconds: 60,
    }),
    sessions.insertSessionIfUnchanged.run(query, {
      playerId,
      tokenHash: hash,
      userAgent: null,
      lastsSeconds: 60,
      idleSeconds: 60,
      passwordHash: account?.password_hash ?? '',
    }),
    rememberBrowser.run(query, { playerId, agentHash: hash, maxBrowsers: 50 }),
    rememberAddress.run(query, { playerId, addressHash: hash, maxAddresses: 20 }),
    createBlogService(test.database, noLimiter, { posts: () => posts }).like({ slug, playerId, liked: true }),
    limits.change(playerId, { dailyStake: 5 }, caller),
    clubs.create(playerId, 'A late club'),
    transaction((inTransaction) =>
      changePassword(inTransaction, { playerId, passwordHash: 'another', retainedSessionId: null }),
    ),
    createPlayer(
      test.database,
      { ...invited, referredBy: playerId, signupCoins: 0 },
      async (inTransaction, invitedId) => {
        await recordReferral(inTransaction, { playerId: invitedId, mailboxHash: hash });
      },
    ),
  ]);
  for (const table of [
    'password_reset',
    'email_confirmation',
    'session',
    'known_browser',
    'known_address',
    'blog_like',
    'club_member',
    'limit_change',
    'play_break',
  ]) {
    expect(await rowsOf(playerId, table), table).toBe(0);
  }
  const [row] = await query<object>({
    text: `SELECT p.password_hash, p.referral_count, w.daily_stake_limit FROM player p
      JOIN wallet w ON w.player_id = p.id WHERE p.id = $1`,
    values: [playerId],
  });
  expect(row).toEqual({ password_hash: '', referral_count: 0, daily_stake_limit: null });
  expect(await query({ text: `SELECT FROM referral WHERE referrer_id = $1`, values: [playerId] })).toEqual(
    [],
  );
});
