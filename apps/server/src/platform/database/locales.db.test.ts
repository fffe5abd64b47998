/** Names and addresses in a database whose locale has other lower-case letters, and indexes that no locale orders. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { startTestSite, type TestSite } from '../../../test/test-site.ts';

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
