/** The export of a player's data, and which data of others the export and the closing of an account may touch. */
import { describe, expect, it } from 'vitest';
import { loadGames } from '../../src/site/games.ts';
import { createClosingService } from '../../src/identity/closing/service.ts';
import { createAddressHash } from '../../src/platform/secrets/address-hash.ts';
import { noLimiter } from '../../src/platform/attempt-limiter.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { systemEntropy } from '../../src/platform/entropy.ts';
import { siteForAll } from '../for-tests.ts';
import { addPlayer, createTestDatabase } from '../harness.ts';
import { until } from '../player-client.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { aviatorSteps } from '../../../../games/aviator/test/scenario-steps.ts';
import { runScenario } from '../scenario.ts';

const games = await loadGames();

const createService = (database: Database) =>
  createClosingService({
    database,
    entropy: systemEntropy,
    reauthenticate: async () => expect.fail('nothing is closed'),
    mails: { notifyClosed: () => undefined },
    hashAddress: createAddressHash(Buffer.alloc(32)),
    limiter: noLimiter,
    lastingActs: { add: async () => undefined },
    mailer: { forget: async () => undefined },
    games,
    closeSession: () => undefined,
    abandonOpen: async () => undefined,
  });

const readAll = async (pieces: AsyncIterable<string>): Promise<Record<string, { id: number }[]>> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return JSON.parse(text) as Record<string, { id: number }[]>;
};

/** Records the queries sent to the database. */
const counted = (database: Database): { database: Database; count: () => number } => {
  let queries = 0;
  return {
    database: {
      ...database,
      query: (statement) => {
        queries += 1;
        return database.query(statement);
      },
    },
    count: () => queries,
  };
};

describe('an export', () => {
  it('contains every transfer of the player, whatever its cause, and none of others', async () => {
    const test = await createTestDatabase();
    try {
      const { query } = test.database;
      await runScenario(
        test.database,
        `player alice 1000
         player bob 500
         round 5.00x
         bet alice 100 ok
         bet bob 50 auto 2.00x ok
         fly 3000
         cashout alice 1.30x ok
         crash`,
        aviatorSteps(test.database),
      );
      const [alice] = await query<{ id: bigint }>({
        text: `SELECT id FROM player WHERE username = 'alice'`,
        values: [],
      });
      const playerId = alice?.id ?? 0n;
      // One transfer of each kind, each with a cause of its kind; of one kind more than a page.
      await queryAsOwner(
        test.database,
        `WITH views AS (
            INSERT INTO ad_view (player_id, provider, creative, seconds, coins, paid_at, paid_on)
            SELECT $1, 'house', 'c', 15, 50, clock_timestamp(), current_date FROM generate_series(1, 1203)
            RETURNING id, player_id, coins)
          INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
          SELECT 'ad', id, 3, 1000 + 2 * player_id, coins FROM views`,
        [playerId],
      );
      await queryAsOwner(
        test.database,
        `WITH fixed AS (
            INSERT INTO coin_correction (player_id, amount, reason) VALUES ($1, -130, 'a test') RETURNING id)
          INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
          SELECT 'correction', 2 * id + leg, 1000 + leg + 2 * $1::bigint, 6, 65 FROM fixed, generate_series(0, 1) leg`,
        [playerId],
      );
      await queryAsOwner(
        test.database,
        `WITH invited AS (
            INSERT INTO referral (referred_id, referrer_id, mailbox_hash)
            SELECT p.id, $1, '\\x00' FROM player p WHERE p.username = 'bob' RETURNING referred_id)
          INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
          SELECT 'referral'::transfer_kind, 2 * referred_id, 2, 1000 + 2 * $1::bigint, 250 FROM invited
          UNION ALL SELECT 'referral'::transfer_kind, 2 * referred_id + 1, 2, 1000 + 2 * referred_id, 250 FROM invited`,
        [playerId],
      );
      await query({
        text: `UPDATE aviator_bet b
          SET unpaid_press_ms = round(extract(epoch FROM r.crash_at - r.starts_at) * 1000) + 41
          FROM aviator_round r WHERE r.id = b.round_id`,
        values: [],
      });
      const result = await createService(test.database).exportData(playerId, {
        address: '198.51.100.1',
        userAgent: null,
      });
      if (!result.ok) return expect.fail(result.code);
      const data = await readAll(result.value.pieces);
      const rows = await query<{ id: bigint }>({
        text: `SELECT id FROM transfer WHERE debit_account IN (1000 + 2 * $1::bigint, 1001 + 2 * $1::bigint)
          OR credit_account IN (1000 + 2 * $1::bigint, 1001 + 2 * $1::bigint) ORDER BY id`,
        values: [playerId],
      });
      expect(rows).toHaveLength(1_209);
      const ids = data['transfers']?.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(ids).toEqual(rows.map(({ id }) => Number(id)));
      expect(data['adViews']).toHaveLength(1_203);
      expect(new Set(data['adViews']?.map(({ id }) => id)).size).toBe(1_203);
      expect(data['aviatorBets']).toMatchObject([{ press_ms: expect.any(Number), late_press_ms: 41 }]);
    } finally {
      await test.close();
    }
  });

  it('omits no kind of transfer and no table that names a player', async () => {
    const test = await createTestDatabase();
    try {
      const texts: string[] = [];
      /** What the kinds of the transfers that were asked for begin with. */
      const beginnings: unknown[] = [];
      const watched: Database = {
        ...test.database,
        query: (statement) => {
          texts.push(statement.text);
          if (statement.text.includes('FROM transfer x')) beginnings.push(...statement.values);
          return test.database.query(statement);
        },
      };
      const playerId = await addPlayer(test.database, 'watched', 0);
      const result = await createService(watched).exportData(playerId, {
        address: '198.51.100.1',
        userAgent: null,
      });
      if (!result.ok) return expect.fail(result.code);
      const data = await readAll(result.value.pieces);
      expect(data['transfers']).toEqual([]);
      const views = await test.rows<{ name: string; definition: string }>(
        `SELECT viewname AS name, definition FROM pg_views WHERE schemaname = 'public'`,
      );
      // Tables that a statement reads through a view count too.
      const readViews = views.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(texts.join('\n')));
      const queriesText = [...texts, ...readViews.map(({ definition }) => definition)].join('\n');
      const kinds = await test.rows<{ kind: string }>(
        `SELECT unnest(enum_range(NULL::transfer_kind))::text AS kind`,
      );
      const isAsked = (kind: string) =>
        beginnings.some((each) => typeof each === 'string' && (kind === each || kind.startsWith(`${each}_`)));
      expect(kinds.map(({ kind }) => kind).filter((kind) => !isAsked(kind))).toEqual([]);
      const tables = await test.rows<{
        name: string;
      }>(`SELECT DISTINCT table_name AS name FROM information_schema.columns
          JOIN information_schema.tables USING (table_schema, table_name)
          WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
            AND column_name ~ '^(player|referred|referrer)_id$'`);
      // Secrets of one-time links, and the record of the export itself.
      const left = new Set([
        'password_reset',
        'email_confirmation',
        'sign_in_challenge',
        'passkey_challenge',
        'passkey_confirmation',
        'player_export',
        'ended_session',
      ]);
      const missing = tables.filter(
        ({ name }) => !left.has(name) && !new RegExp(`\\b${name}\\b`).test(queriesText),
      );
      expect(missing).toEqual([]);
    } finally {
      await test.close();
    }
  });

  it('A40: reads each page on demand, so that a slow reader occupies no memory and no connection', async () => {
    const test = await createTestDatabase();
    try {
      const playerId = await addPlayer(test.database, 'slow', 0);
      await test.rows(
        `INSERT INTO play_break (player_id, starts_at, ends_at)
          SELECT $1, clock_timestamp(), clock_timestamp() + interval '1 hour' FROM generate_series(1, 5000)`,
        playerId,
      );
      const { database, count } = counted(test.database);
      const result = await createService(database).exportData(playerId, {
        address: '198.51.100.1',
        userAgent: null,
      });
      if (!result.ok) return expect.fail(result.code);
      const pieces = result.value.pieces[Symbol.asyncIterator]();
      let pages = 0;
      while (pages < 3) {
        const before = count();
        const { value } = (await pieces.next()) as { value: string };
        if (value.includes('starts_at')) {
          pages += 1;
          expect(value.match(/starts_at/g)).toHaveLength(500);
          expect(count() - before).toBe(1);
        }
      }
      const activity = await test.rows(`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND state LIKE 'idle in transaction%'`);
      expect(activity).toEqual([]);
      await pieces.return?.(undefined);
      await result.value.end();
    } finally {
      await test.close();
    }
  });

  it('A40: runs once at a time per player across processes; an abandoned one expires after ten minutes', async () => {
    const test = await createTestDatabase();
    try {
      const playerId = await addPlayer(test.database, 'hasty', 0);
      const begin = () =>
        createService(test.database).exportData(playerId, { address: '198.51.100.1', userAgent: null });
      const all = await Promise.all(Array.from({ length: 20 }, begin));
      const running = all.filter((result) => result.ok);
      expect(running).toHaveLength(1);
      expect(all.find((result) => !result.ok)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
      await running[0]?.value.end();
      const second = await begin();
      expect(second.ok).toBe(true);
      // The end of an expired export does not end the one that is running.
      await running[0]?.value.end();
      expect((await begin()).ok).toBe(false);
      await test.rows(`UPDATE player_export SET started_at = started_at - interval '10 minutes'`);
      expect((await begin()).ok).toBe(true);
    } finally {
      await test.close();
    }
  });
});

describe('on a complete site', () => {
  const site = siteForAll({ env: { RATE_LIMITS: 'on' } });

  const own = { password: 'a meadow of lanterns' };

  const download = (token: string) => site.call('POST', '/user/export', token, own);

  const remove = (token: string) =>
    site.call('DELETE', '/user/me', token, { password: 'a meadow of lanterns' });

  const messagesOf = (email: string) => site.rows(`SELECT FROM contact_message WHERE email = $1`, email);

  it('A40: offers the export as a download, five per hour', async () => {
    const { token } = await site.register('archivist');
    for (let n = 0; n < 5; n++) {
      const answer = await download(token);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['content-disposition']).toContain('fairground.json');
      expect(answer.body).toMatchObject({ user: { username: 'archivist' } });
      await until('the export ended', async () => {
        const running = await site.rows(`SELECT FROM player_export WHERE run_id IS NOT NULL`);
        return running.length === 0;
      });
    }
    const refused = await download(token);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  it('A40: limits seed rotations to thirty per hour', async () => {
    const { token } = await site.register('rotator');
    const statuses = [];
    for (let n = 0; n < 31; n++) {
      const answer = await site.call('POST', '/fairness/seeds/rotate', token, {
        clientSeed: `seed-number-${n}`,
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await site.call('GET', '/fairness/seeds', token)).body).toMatchObject({
      clientSeed: 'seed-number-29',
    });
  });

  it('A38: exports and deletes what was sent under an address only after the address is confirmed', async () => {
    const email = 'victim@example.org';
    const message = { name: 'Victim', email, title: 'Help', description: 'my private matter' };
    expect((await site.call('POST', '/contactus/create', null, message)).status).toBe(201);
    await site.rows(
      `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token)
        VALUES ($1, clock_timestamp(), 'secret')`,
      email,
    );
    const registered = () =>
      site.call('POST', '/auth/register', null, {
        username: 'mallory',
        email: 'Victim@Example.org',
        password: 'a meadow of lanterns',
        adult: true,
      });
    const token = String((await registered()).body['token']);
    const { body, text } = await site.call('POST', '/user/export', token, own);
    expect(body).toMatchObject({ contactMessages: [], newsletter: [] });
    expect(text).not.toContain('private');
    expect((await remove(token)).status).toBe(204);
    expect(await messagesOf(email)).toHaveLength(1);
    const subscribed = () => site.rows(`SELECT FROM newsletter_subscriber WHERE email = $1`, email);
    expect(await subscribed()).toHaveLength(1);

    const ownToken = String((await registered()).body['token']);
    await site.rows(`UPDATE player SET email_confirmed_at = clock_timestamp() WHERE username = 'mallory'`);
    expect((await site.call('POST', '/user/export', ownToken, own)).body).toMatchObject({
      contactMessages: [{ description: 'my private matter' }],
      newsletter: [{ email }],
    });
    expect((await remove(ownToken)).status).toBe(204);
    expect(await messagesOf(email)).toEqual([]);
    expect(await subscribed()).toEqual([]);
  });
});
