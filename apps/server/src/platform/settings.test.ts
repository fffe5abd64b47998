import path from 'node:path';
import { quicknet } from '@fairground/fairness/beacon-rounds';
import { describe, expect, test } from 'vitest';
import { SettingError } from './settings-reader.ts';
import { readSettings } from './settings.ts';

describe('defaults', () => {
  test('start a working site with an empty environment', () => {
    const settings = readSettings({});
    const { siteUrl, allowedOrigins, gameSettings: _, ...plain } = settings;
    expect(plain).toEqual({
      port: 3000,
      apiUrl: null,
      socketUrl: null,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      blogDir: path.resolve('data/blog'),
      clubInvites: false,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseConnections: 12,
      databasePatience: 1,
      valkeyUrl: null,
      siteTimeZone: 'UTC',
      signupCoins: 1000,
      guestsPerHour: 5,
      referralCoins: 250,
      registration: 'open',
      adSeconds: 15,
      adCoins: 50,
      adDailyLimit: 10,
      rateLimits: true,
      maxSocketsPerAddress: 50,
      reusePort: false,
      smtpUrl: null,
      mailFrom: null,
      mailsPerMinute: 60,
      operatorEmail: null,
      adCallbackSecret: null,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      consoleAddresses: [],
      consoleCorrectionLimit: 10_000,
      trustProxy: [],
      seedKeyFile: path.resolve('data', 'seed.key'),
      lastingActsFile: path.resolve('data', 'lasting-acts'),
      beaconUrls: [],
      beaconChain: quicknet,
      witnesses: [],
      logLevel: 'info',
    });
    expect(siteUrl(4711)).toBe('http://localhost:4711');
    expect([...allowedOrigins(4711)]).toEqual([
      'http://localhost:4711',
      'http://127.0.0.1:4711',
      'http://[::1]:4711',
    ]);
  });

  test('apply to an empty variable', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' }).port).toBe(3000);
  });

  test('omit port 80 in the allowed origins', () => {
    expect(readSettings({}).allowedOrigins(80)).toContain('http://localhost');
  });
});

describe('accepted values', () => {
  test('SITE_URL as the only allowed origin, without its final slash or default port', () => {
    const settings = readSettings({ SITE_URL: 'https://play.example.org:443/' });
    expect(settings.siteUrl(3000)).toBe('https://play.example.org');
    expect([...settings.allowedOrigins(3000)]).toEqual(['https://play.example.org']);
  });

  test('a seed key in DATA_DIR unless it is set', () => {
    expect(readSettings({ DATA_DIR: '/srv/fair' }).seedKeyFile).toBe('/srv/fair/seed.key');
    expect(readSettings({ DATA_DIR: '/srv/fair', SEED_KEY_FILE: '/keys/k' }).seedKeyFile).toBe('/keys/k');
  });

  test('posts in DATA_DIR unless their folder is set', () => {
    expect(readSettings({ DATA_DIR: '/srv/fair' }).blogDir).toBe('/srv/fair/blog');
    expect(readSettings({ DATA_DIR: '/srv/fair', BLOG_DIR: '/srv/blog' }).blogDir).toBe('/srv/blog');
  });

  test('VALKEY_URL with DATABASE_URL', () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://a:b@db/x', VALKEY_URL: 'redis://cache' });
    expect(settings).toMatchObject({ databaseUrl: 'postgres://a:b@db/x', valkeyUrl: 'redis://cache' });
  });

  test('TRUST_PROXY as a list', () => {
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).trustProxy).toEqual([
      '10.0.0.0/8',
      '::1',
      'loopback',
    ]);
  });

  test('WITNESSES as a list of addresses and keys, in either order', () => {
    const one = 'https://one.example.org one.example.org+1f2e3d4c+BAAA';
    const two = 'two.example.org+1f2e3d4c+BAAA http://two.example.org/log';
    expect(readSettings({ WITNESSES: `${one}, ${two}` }).witnesses).toEqual([one, two]);
  });

  test('BEACON_URL as a list, with and without the hash of quicknet', () => {
    const urls = ['https://api.drand.sh', 'http://127.0.0.1:4000'];
    const { beaconUrls, beaconChain } = readSettings({
      BEACON_URL: `${urls[0]}, ${urls[1]}/${quicknet.hash}/`,
    });
    expect([beaconUrls, beaconChain]).toEqual([urls, quicknet]);
  });

  test('another chain by its hash, key, genesis and period', () => {
    const hash = 'ab'.repeat(32);
    const publicKey = 'cd'.repeat(96);
    const BEACON_URL = `https://one.example.org/${hash},https://two.example.org/drand/${hash}`;
    const chain = { BEACON_PUBLIC_KEY: publicKey, BEACON_GENESIS: '1700000000', BEACON_PERIOD: '30' };
    expect(readSettings({ BEACON_URL, ...chain })).toMatchObject({
      beaconUrls: ['https://one.example.org', 'https://two.example.org/drand'],
      beaconChain: { hash, publicKey, genesisMs: 1_700_000_000_000, periodMs: 30_000 },
    });
    expect(readSettings(chain).beaconUrls).toEqual([]);
    expect(refusal({ BEACON_URL }).message).toContain('BEACON_PUBLIC_KEY');
    expect(refusal({ BEACON_URL: 'https://one.example.org', ...chain }).message).toContain('BEACON_URL');
    expect(refusal({ BEACON_URL: `${BEACON_URL},https://three.example.org`, ...chain }).message).toContain(
      'BEACON_URL names several chains',
    );
  });

  test('MAIL_FROM with a name', () => {
    const from = 'Fairground <play@example.org>';
    expect(readSettings({ MAIL_FROM: from }).mailFrom).toBe(from);
  });
});

describe('refused values', () => {
  test.each(['postgres://a:secret@one,two/x', 'postgres://a:secret@one:5432,two:5433/x'])(
    'DATABASE_URL with several hosts: %s',
    (several) => {
      const { message } = refusal({ DATABASE_URL: several });
      expect(message).toMatch(/^DATABASE_URL names several hosts: it must be one address/);
      expect(message).not.toContain('secret');
    },
  );

  test.each([
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['HOST', 'a b'],
    ['SITE_URL', 'https://play.example.org/games'],
    ['SITE_URL', 'ftp://play.example.org'],
    ['SITE_TIME_ZONE', 'Mars/Olympus'],
    ['SITE_TIME_ZONE', '+02:00'],
    ['SITE_TIME_ZONE', 'CAT'],
    ['SITE_TIME_ZONE', 'CET'],
    ['SITE_TIME_ZONE', 'EST5EDT'],
    ['SIGNUP_COINS', '99999999999'],
    ['REFERRAL_COINS', 'NaN'],
    ['AD_SECONDS', '0x10'],
    ['AD_COINS', '1,000'],
    ['AD_DAILY_LIMIT', '10 a day'],
    ['RATE_LIMITS', 'no'],
    ['MAX_SOCKETS_PER_ADDRESS', 'many'],
    ['MAIL_FROM', 'nobody'],
    ['MAILS_PER_MINUTE', '0'],
    ['OPERATOR_EMAIL', 'a@b.c, d@e.f'],
    ['METRICS_PORT', 'yes'],
    ['METRICS_HOST', 'not a host'],
    ['TRUST_PROXY', 'true'],
    ['WITNESSES', 'https://witness.example.org'],
    ['WITNESSES', 'https://one.example.org https://two.example.org'],
    ['SITE_URL', 'fair.example.org'],
    ['BEACON_URL', 'file:///etc/passwd'],
    ['BEACON_URL', 'http://beacon.example.org'],
    ['BEACON_PUBLIC_KEY', 'quicknet'],
    ['BEACON_GENESIS', '2023-08-23'],
    ['BEACON_PERIOD', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s, in one line that names both', (name, value) => {
    const refused = refusal({ [name]: value });
    expect(refused).toBeInstanceOf(SettingError);
    expect(refused.message).toContain(name);
    expect(refused.message).toContain(value);
    expect(refused.message).not.toContain('\n');
  });

  const key = 'witness.example.org+1f2e3d4c+BAAA';
  test.each([
    ['WITNESSES', `https://ann:secret@witness.example.org ${key}`],
    ['WITNESSES', `${key} https://secret@witness.example.org/log`],
    ['WITNESSES', `https://ann:secret/@word@witness.example.org ${key}`],
    ['BEACON_URL', 'https://ann:secret@api.drand.sh'],
    ['BEACON_URL', 'https://secret@api.drand.sh'],
  ])('%s=%s, without what may be a password', (name, value) => {
    const { message } = refusal({ [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain('secret');
  });

  test('REUSE_PORT without VALKEY_URL', () => {
    expect(refusal({ REUSE_PORT: 'on', DATABASE_URL: 'postgres://a:b@db/x' }).message).toMatch(
      /REUSE_PORT.*VALKEY_URL/,
    );
  });

  test('VALKEY_URL without DATABASE_URL', () => {
    expect(refusal({ VALKEY_URL: 'redis://cache' }).message).toMatch(/VALKEY_URL.*DATABASE_URL/);
  });

  test('DATABASE_OWNER_URL without DATABASE_URL', () => {
    expect(refusal({ DATABASE_OWNER_URL: 'postgres://a:b@db/x' }).message).toMatch(
      /DATABASE_OWNER_URL.*DATABASE_URL/,
    );
  });

  test.each([
    ['DATABASE_URL', 'mysql://site:hunter2@db/x'],
    ['DATABASE_URL', 'hunter2'],
    ['DATABASE_URL', 'site:hunter2@db/x'],
    ['DATABASE_URL', 'postgres://site:hunter2@one,two:port/x'],
    ['DATABASE_URL', 'mysql://db/x?password=hunter2'],
    ['SMTP_URL', 'http://site:hunter2@mail'],
    ['SITE_URL', 'https://site:hunter2@play.example.org'],
    ['SITE_URL', '//site:hunter2@play.example.org'],
  ])('%s, without showing its password', (name, value) => {
    const { message } = refusal({ [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
  });
});

function refusal(env: Record<string, string>): Error {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error(`Nothing was refused in ${JSON.stringify(env)}.`);
}
