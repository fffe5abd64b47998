/**
 * Every setting the operator may give, read from the environment and checked here and nowhere else.
 * A bad value stops the start with one line that names the variable, the value and what is allowed.
 */
import { isIP } from 'node:net';
import path from 'node:path';
import { quicknet, type BeaconChain } from '@fairground/fairness/beacon-rounds';
import { parseHex } from '@fairground/fairness/hex';
import type { Environment, ReadSetting, SettingsReader } from './settings-reader.ts';
import { SettingError, settingsReader } from './settings-reader.ts';
import { isZoneName, zoneRule } from './time-zone.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Null stands for "not set" wherever the setting has no default. Paths are absolute. */
export type Settings = ReturnType<typeof readSettings>;

export const databaseProtocols: readonly string[] = ['postgres:', 'postgresql:'];

const maxCoins = 1_000_000_000;

/** Throws a `SettingError` for the first value that does not fit. */
export function readSettings(env: Environment, onRead?: (setting: ReadSetting) => void) {
  const read = settingsReader(env, onRead);

  const port = read.integer('PORT', 3000, [0, 65_535], 'where to listen; 0 picks a free port and logs it');
  const host = read.matching(
    'HOST',
    '127.0.0.1',
    isHost,
    'a host name or an IP address',
    'the address to listen at',
  );
  const siteUrl = read.origin(
    'SITE_URL',
    ['http:', 'https:'],
    'the public address, for links, cookies and the allowed `Origin`; without it `http://localhost:PORT`',
  );
  const dataDir = path.resolve(
    read.text('DATA_DIR', './data', 'the embedded database, emails and secrets; created if missing'),
  );
  const blogDir = path.resolve(
    read.text(
      'BLOG_DIR',
      path.join(dataDir, 'blog'),
      'posts of this site in Markdown, see [posts](operations/posts.md); the same files for every process',
    ),
  );
  const databaseUrl = read.url(
    'DATABASE_URL',
    databaseProtocols,
    'a PostgreSQL server (15 or newer) instead of the embedded one; ' +
      '[standbys](operations/database.md#standbys) stand behind one address',
  );
  const databaseOwnerUrl = read.url(
    'DATABASE_OWNER_URL',
    databaseProtocols,
    'the owner of the tables, which migrates them if the site logs in as another role: ' +
      '[roles](operations/database.md#roles)',
  );
  if (databaseOwnerUrl !== null && databaseUrl === null) {
    throw new SettingError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not: the site needs an address to log in at, so set both',
    );
  }
  const valkeyUrl = read.url(
    'VALKEY_URL',
    ['redis:', 'rediss:', 'valkey:', 'valkeys:'],
    'Valkey or Redis: several processes share live messages and limits over it; needs `DATABASE_URL`',
  );
  if (valkeyUrl !== null && databaseUrl === null) {
    throw new SettingError(
      'VALKEY_URL is set but DATABASE_URL is not: several processes need one PostgreSQL server, so set both',
    );
  }

  const reusePort =
    read.oneOf(
      'REUSE_PORT',
      'off',
      ['on', 'off'],
      '`on`: processes of this machine share `PORT`, see [one ' +
        'port](operations/several-processes.md#one-port); needs `VALKEY_URL`',
    ) === 'on';
  if (reusePort && valkeyUrl === null) {
    throw new SettingError(
      'REUSE_PORT is on but VALKEY_URL is not set: processes that share a port need one Valkey, so set both',
    );
  }

  const adCallbackSecret = readSecret(
    read,
    'AD_CALLBACK_SECRET',
    'signs the callbacks of an ad network, whose ads replace the site’s own: [decision ' +
      '009](decisions/009-ad-rewards.md)',
  );

  return {
    port,
    host,
    dataDir,
    blogDir,
    databaseUrl,
    databaseOwnerUrl,
    databaseConnections: read.integer(
      'DATABASE_CONNECTIONS',
      12,
      [4, 100],
      'connections of each process to the database',
    ),
    databasePatience: read.integer(
      'DATABASE_PATIENCE',
      1,
      [1, 100],
      'how many times as long as usual a call waits for the database: 2 s for a connection, 2 s between two ' +
        'statements, 15 s for an answer; for machines that are slower by that factor, such as [emulated ' +
        'ones](operations/interoperability.md#arm-and-small-pages)',
    ),
    valkeyUrl,
    /** Without a final slash; `PORT=0` is only known after listening. */
    siteUrl: (actualPort: number) => siteUrl ?? `http://localhost:${actualPort}`,
    /** Origins whose pages may use cookies, unsafe methods and sockets. */
    allowedOrigins: (actualPort: number): ReadonlySet<string> =>
      new Set(siteUrl === null ? localOrigins(actualPort) : [siteUrl]),
    apiUrl: read.url(
      'VITE_API_URL',
      ['http:', 'https:'],
      'origin of the calls if it differs from that of the pages, such as `https://api.example.org`; ' +
        'read when the pages are built, and by the processes for the content security policy and CORS. ' +
        'Both must belong to one site, because the session cookie is sent only within one site',
    ),
    socketUrl: read.url(
      'VITE_SOCKET_URL',
      ['ws:', 'wss:'],
      'the same for live connections, such as `wss://api.example.org/ws`',
    ),
    siteTimeZone: read.matching(
      'SITE_TIME_ZONE',
      'UTC',
      isZoneName,
      zoneRule,
      'the zone in which a day begins, `Area/City` or `UTC`; after a change the day stays until the ' +
        'new zone is past it, so that no day is used twice',
    ),
    registration: read.oneOf(
      'REGISTRATION',
      'open',
      ['open', 'invite', 'closed'],
      '`invite`: a new account needs the link of a player or an invitation of an operator ' +
        '([accounts](operations/accounts.md#who-may-join)); `closed`: no new accounts. Guests need `open`',
    ),
    clubInvites:
      read.oneOf(
        'CLUB_INVITES',
        'off',
        ['on', 'off'],
        'with `REGISTRATION=invite`: the link of a member of a club opens accounts too, also of guests',
      ) === 'on',
    signupCoins: read.integer('SIGNUP_COINS', 1000, [0, maxCoins], 'coins for a new account'),
    guestsPerHour: read.integer(
      'GUESTS_PER_HOUR',
      5,
      [1, 100_000],
      'new guests that one address may have in an hour',
    ),
    referralCoins: read.integer(
      'REFERRAL_COINS',
      250,
      [0, maxCoins],
      'coins for both sides of an invitation, once the invited player has settled a first bet',
    ),
    adSeconds: read.integer('AD_SECONDS', 15, [0, 3600], 'how long an ad is watched'),
    adCoins: read.integer('AD_COINS', 50, [0, maxCoins], 'what it pays'),
    adDailyLimit: read.integer('AD_DAILY_LIMIT', 10, [0, 1000], 'how many ads are paid per player and day'),
    adCallbackSecret,
    rateLimits:
      read.oneOf(
        'RATE_LIMITS',
        'on',
        ['on', 'off'],
        '`off` lifts the limits of requests and of live connections, for load tests only',
      ) === 'on',
    maxSocketsPerAddress: read.integer(
      'MAX_SOCKETS_PER_ADDRESS',
      50,
      [1, 100_000],
      'live connections from one address to one process; not counted on loopback without `TRUST_PROXY`',
    ),
    smtpUrl: read.url(
      'SMTP_URL',
      ['smtp:', 'smtps:'],
      'outgoing mail; without it each mail is an .eml file under `DATA_DIR/mail`',
    ),
    mailFrom: read.optional(
      'MAIL_FROM',
      isMailbox,
      'an address such as Fairground <play@example.org>',
      'the sender, such as `Fairground <play@example.org>`',
    ),
    mailsPerMinute: read.integer(
      'MAILS_PER_MINUTE',
      60,
      [1, 100_000],
      'mails that all processes together send in a minute; notices wait for it',
    ),
    operatorEmail: read.optional(
      'OPERATOR_EMAIL',
      isAddress,
      'one mail address',
      'where messages from the contact page are sent',
    ),
    reusePort,
    metricsPort: read.optionalInteger(
      'METRICS_PORT',
      [0, 65_535],
      '`/metrics` on its own port; without it on the main port, for loopback only',
    ),
    metricsHost: read.matching(
      'METRICS_HOST',
      '127.0.0.1',
      isHost,
      'an address such as 127.0.0.1',
      'the address of `METRICS_PORT`; choose another one only in a network that players cannot reach',
    ),
    trustProxy: read.list(
      'TRUST_PROXY',
      isProxy,
      'IP addresses or networks such as 10.0.0.0/8, separated by commas',
      'addresses and networks of proxies whose `X-Forwarded-*` is believed, separated by commas',
    ),
    consoleAddresses: read.list(
      'CONSOLE_ADDRESSES',
      isNetwork,
      'IP addresses or networks such as 10.0.0.0/8, separated by commas',
      'addresses and networks that may use the staff console; all if not set',
    ),
    consoleCorrectionLimit: read.integer(
      'CONSOLE_CORRECTION_LIMIT',
      10_000,
      [0, maxCoins],
      'coins that one member of the staff may give and take in a day without a second person',
    ),
    seedKeyFile: path.resolve(
      read.text(
        'SEED_KEY_FILE',
        path.join(dataDir, 'seed.key'),
        'key that seals secret seeds at rest; created if nothing was sealed yet; the same for every process',
      ),
    ),
    lastingActsFile: path.resolve(
      read.text(
        'LASTING_ACTS_FILE',
        path.join(dataDir, 'lasting-acts'),
        'breaks, limits, suspensions and closings (of keyed hashes), for a restore; one file for each machine',
      ),
    ),
    ...readBeacon(read),
    witnesses: read.list(
      'WITNESSES',
      isWitness,
      'an address without a password and a verifier key, with a space between them, in either order, such as ' +
        'https://witness.example.org witness.example.org+1f2e3d4c+BAAA…',
      'witnesses that sign the checkpoints of the [public log](fairness.md#witnesses): address, ' +
        'space and verifier key of each, separated by commas',
    ),
    logLevel: read.oneOf(
      'LOG_LEVEL',
      'info',
      logLevels,
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    ),
    /** Reads the variables that belong to a game; each game checks its own. */
    gameSettings: read,
  };
}

/** Where values are asked for, and the chain that they must belong to, whatever an address says of itself. */
function readBeacon(read: SettingsReader): { beaconUrls: string[]; beaconChain: BeaconChain } {
  const given = read.list(
    'BEACON_URL',
    isBeaconUrl,
    'addresses such as https://api.drand.sh, separated by commas; http:// is for this machine only',
    'HTTP APIs of drand, such as `https://api.drand.sh,https://drand.cloudflare.com`, tried in turn: ' +
      'results then wait for a value that nobody knew when bets closed ' +
      '([beacon](operations/beacon.md)). Without it, see [fairness](fairness.md). ' +
      "The hash of a chain other than the League of Entropy's quicknet ends each address",
  );
  const addresses = given.map(splitAddress);
  const [hash = quicknet.hash, ...others] = new Set(addresses.map((address) => address.hash));
  if (others.length > 0) throw new SettingError('BEACON_URL names several chains: it must name one');
  const publicKey =
    read.optional(
      'BEACON_PUBLIC_KEY',
      (text) => parseHex(text, 96) !== null,
      '96 bytes in lower-case hex',
      "the public key of the chain, if it is not quicknet's",
    ) ?? quicknet.publicKey;
  const genesis = read.optionalInteger(
    'BEACON_GENESIS',
    [1, 10_000_000_000],
    'when its first round is due, in seconds since 1970',
  );
  const period = read.optionalInteger('BEACON_PERIOD', [1, 3_600], 'seconds between its rounds');
  const isOfOne = (hash === quicknet.hash) === (publicKey === quicknet.publicKey);
  if (addresses.length > 0 && !isOfOne)
    throw new SettingError(
      'BEACON_PUBLIC_KEY is of another chain than BEACON_URL: each address must end with the hash of its chain',
    );
  return {
    beaconUrls: addresses.map(({ url }) => url),
    beaconChain: {
      hash,
      publicKey,
      genesisMs: genesis === null ? quicknet.genesisMs : genesis * 1_000,
      periodMs: period === null ? quicknet.periodMs : period * 1_000,
    },
  };
}

/** An address as drand writes it, with or without the hash of a chain at its end. */
const splitAddress = (address: string): { url: string; hash: string } => {
  const [, url = address, hash = quicknet.hash] = /^(.*)\/([0-9a-f]{64})\/*$/.exec(address) ?? [];
  return { url, hash };
};

/** A value that is refused is not repeated. */
function readSecret(read: SettingsReader, name: string, meaning: string): string | null {
  const secret = read.optional(name, () => true, '', meaning);
  if (secret === null) return null;
  if (secret.length < 32) throw new SettingError(`${name} is too short: it needs 32 or more characters`);
  return secret;
}

function localOrigins(port: number): string[] {
  // An `Origin` never names the scheme's own port.
  const suffix = port === 80 ? '' : `:${port}`;
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}${suffix}`);
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];
/** Values are verified, so plain http would be safe; but an eavesdropper could withhold them. */
const isBeaconUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname));
};
const isHost = (text: string): boolean => /^[A-Za-z0-9.:_-]+$/.test(text);
const isAddress = (text: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text);
const isMailbox = (text: string): boolean => {
  const named = /^[^<>\r\n"]*<([^<>]+)>$/.exec(text);
  return isAddress(named?.[1] ?? text);
};
const isNetwork = (text: string): boolean => {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  );
};
// One with a password is not called, and the error would repeat it.
const witnessAddress = String.raw`https?:\/\/[^\s/@]+(?:\/[^\s@]*)?`;
const witnessKey = String.raw`[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+`;
const witness = new RegExp(`^(?:${witnessAddress} +${witnessKey}|${witnessKey} +${witnessAddress})$`);
/** The key itself is read by the log. */
const isWitness = (text: string): boolean => witness.test(text);
const isProxy = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
