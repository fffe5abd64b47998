/** Names and addresses in a database whose locale has other lower-case letters, and indexes that no locale orders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';
import { runAdmin } from '../../staff/commands/run.ts';
import { createLogger } from '../logger.ts';

const password = 'a meadow of lanterns';

describe('a database in a Turkish locale', () => {
  let test: TestDatabase;
  let site: TestSite;
  beforeAll(async () => {
    test = await createTestDatabase({ icuLocale: 'tr-TR' });
    site = await startTestSite({ test });
  });
  afterAll(async () => {
    await site?.close();
    await test?.close();
  });

  const register = (username: string, email: string) =>
    site.call('POST', '/auth/register', null, { username, email, password, adult: true });
  const signIn = (identifier: string) => site.call('POST', '/auth/login', null, { identifier, password });

  it('has another lower case of I, so that these tests test something', async () => {
    expect(await test.rows(`SELECT lower('I') AS lower`)).toEqual([{ lower: 'ı' }]);
  });

  it('refuses a name and an address that differ from an account by case alone', async () => {
    expect((await register('ILKER', 'ILKER@EXAMPLE.TEST')).status).toBe(201);
    for (const [username, email] of [
      ['ilker', 'other@example.test'],
      ['other_one', 'ilker@example.test'],
    ] as const)
      expect(await register(username, email), username).toMatchObject({
        status: 409,
        body: { code: 'already_taken' },
      });
  });

  it.each([
    ['Isil', 'INFO@example.test'],
    ['IPEK', 'I.I@EXAMPLE.TEST'],
  ])('signs %s in by the name and the address in any case, and finds the name', async (username, email) => {
    const registered = await register(username, email);
    expect(registered.status).toBe(201);
    const token = String(registered.body.token);
    for (const identifier of [username, email].flatMap((text) => [
      text,
      text.toLowerCase(),
      text.toUpperCase(),
    ]))
      expect((await signIn(identifier)).status, identifier).toBe(200);
    expect((await site.call('GET', `/user/profile/${username.toUpperCase()}`, token)).status).toBe(200);
    const found = await site.call('GET', `/user/search?name=${username.toLowerCase()}`, token);
    expect(found.text).toContain(`"${username}"`);
  });

  it('reserves a name that was given up, in any case', async () => {
    const player = await site.register('MIRIL');
    expect((await player.post('/user/update', { username: 'Renamed' })).status).toBe(200);
    expect((await register('miril', 'miril@example.test')).status).toBe(409);
  });
});

describe('the schema', () => {
  it('has no index whose order the locale of the database decides', async () => {
    const test = await createTestDatabase({ connections: 1 });
    try {
      const found = await test.rows(
        `SELECT i.indexrelid::regclass::text AS index FROM pg_index i
          JOIN pg_class c ON c.oid = i.indexrelid AND c.relnamespace = 'public'::regnamespace
          WHERE 'default' IN (SELECT l.collname FROM unnest(i.indcollation::oid[]) AS used (id)
            JOIN pg_collation l ON l.oid = used.id) ORDER BY 1`,
      );
      expect(found).toEqual([]);
    } finally {
      await test.close();
    }
  });
});

describe('a database whose collation changed with the library of its host', () => {
  it('is named in one line at the start and by the audit, until it is refreshed', async () => {
    const test = await createTestDatabase({ icuLocale: 'en' });
    const logged: string[] = [];
    const log = createLogger('warn', {
      write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg),
    });
    const warning = new RegExp(
      `REINDEX DATABASE "${test.address.database}", then ALTER DATABASE "${test.address.database}" ` +
        'REFRESH COLLATION VERSION',
    );
    const folder = mkdtempSync(join(tmpdir(), 'fairground-collation-'));
    const env = { SEED_KEY_FILE: join(folder, 'seed.key') };
    const start = async () => await (await startTestSite({ test, log, env })).close();
    const audit = async (): Promise<string[]> => {
      const lines: string[] = [];
      await runAdmin(['audit'], { DATABASE_URL: urlOf(test.address) }, (line) => void lines.push(line));
      return lines;
    };
    try {
      await start();
      expect([...logged, ...(await audit())].filter((line) => warning.test(line))).toEqual([]);
      await queryAsOwner(
        test.database,
        `UPDATE pg_database SET datcollversion = '2.28' WHERE datname = current_database()`,
      );
      await start();
      expect(logged.filter((line) => warning.test(line))).toHaveLength(1);
      expect((await audit()).filter((line) => warning.test(line))).toHaveLength(1);
    } finally {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
