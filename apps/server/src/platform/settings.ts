/**
 * Every setting the operator may give, read from the environment and checked here and nowhere else.
 * A bad value stops the start with one line that names the variable, the value and what is allowed.
 */
import { isIP } from 'node:net';
import path from 'node:path';
import type { Environment, SettingsReader } from './settings-reader.ts';
import { SettingError, settingsReader } from './settings-reader.ts';
import { isTimeZone } from './time-zone.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Null stands for "not set" wherever the setting has no default. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | null;
  /** Logs in as the owner of the tables, who alone migrates; null where the site's own login does, or where somebody else migrates. */
  databaseOwnerUrl: string | null;
  /** The size of the pool. */
  databaseConnections: number;
  valkeyUrl: string | null;
  /** The public address without a final slash; `PORT=0` is only known after listening. */
  siteUrl: (actualPort: number) => string;
  /** Origins whose pages may use cookies, unsafe methods and sockets. */
  allowedOrigins: (actualPort: number) => ReadonlySet<string>;
  /** Where pages send calls and open live connections when that is not their own origin; null is their own. */
  apiUrl: string | null;
  socketUrl: string | null;
  siteTimeZone: string;
  signupCoins: number;
  /** New guests that one address may have in an hour. */
  guestsPerHour: number;
  referralCoins: number;
  adSeconds: number;
  adCoins: number;
  adDailyLimit: number;
  /** Signs the callbacks of an ad network; without it the ads are the site's own. */
  adCallbackSecret: string | null;
  /** False lifts the limits of requests and of sockets, for load tests only. */
  rateLimits: boolean;
  maxSocketsPerAddress: number;
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Notices wait for this rate; it is one for all processes. */
  mailsPerMinute: number;
  operatorEmail: string | null;
  /** Several processes of this machine listen on the same port, and the kernel shares the connections out. */
  reusePort: boolean;
  metricsPort: number | null;
  /** The address that the port of the metrics is opened on. */
  metricsHost: string;
  /** A collector of OpenTelemetry that traces and metrics are sent to. */
  otlpEndpoint: string | null;
  /** The part of traces that is sent there, from 0 to 1. */
  traceRatio: number;
  /** Addresses and networks whose `X-Forwarded-*` is trusted; empty trusts none. */
  trustProxy: readonly string[];
  /** Addresses and networks that the console may be used from; empty is every one. */
  consoleAddresses: readonly string[];
  /** Coins that one member of the staff may give and take in a day without another person. */
  consoleCorrectionLimit: number;
  /** Absolute. */
  seedKeyFile: string;
  /** Absolute. */
  closedAccountsFile: string;
  beaconUrl: string | null;
  logLevel: LogLevel;
  /** Reads the variables that belong to a game; each game checks its own. */
  gameSettings: SettingsReader;
}

export const databaseProtocols: readonly string[] = ['postgres:', 'postgresql:'];

const maxCoins = 1_000_000_000;

/** Throws a `SettingError` for the first value that does not fit. */
export function readSettings(env: Environment): Settings {
  const read = settingsReader(env);

  const dataDir = path.resolve(read.text('DATA_DIR', './data'));
  const databaseUrl = read.url('DATABASE_URL', databaseProtocols);
  const databaseOwnerUrl = read.url('DATABASE_OWNER_URL', databaseProtocols);
  if (databaseOwnerUrl !== null && databaseUrl === null) {
    throw new SettingError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not: the site needs an address to log in at, so set both',
    );
  }
  const valkeyUrl = read.url('VALKEY_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:']);
  if (valkeyUrl !== null && databaseUrl === null) {
    throw new SettingError(
      'VALKEY_URL is set but DATABASE_URL is not: several processes need one PostgreSQL server, so set both',
    );
  }

  const reusePort = read.oneOf('REUSE_PORT', 'off', ['on', 'off']) === 'on';
  if (reusePort && valkeyUrl === null) {
    throw new SettingError(
      'REUSE_PORT is on but VALKEY_URL is not set: processes that share a port need one Valkey, so set both',
    );
  }

  const adCallbackSecret = readSecret(read, 'AD_CALLBACK_SECRET');

  const siteUrl = read.url('SITE_URL', ['http:', 'https:'], { originOnly: true });

  return {
    port: read.integer('PORT', 3000, [0, 65_535]),
    host: read.matching('HOST', '127.0.0.1', isHost, 'a host name or an IP address'),
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 12, [4, 100]),
    valkeyUrl,
    siteUrl: (actualPort) => siteUrl ?? `http://localhost:${actualPort}`,
    allowedOrigins: (actualPort) => new Set(siteUrl === null ? localOrigins(actualPort) : [siteUrl]),
    apiUrl: read.url('VITE_API_URL', ['http:', 'https:']),
    socketUrl: read.url('VITE_SOCKET_URL', ['ws:', 'wss:']),
    siteTimeZone: read.matching(
      'SITE_TIME_ZONE',
      'UTC',
      isTimeZone,
      'an IANA time zone such as Europe/Berlin',
    ),
    signupCoins: read.integer('SIGNUP_COINS', 1000, [0, maxCoins]),
    guestsPerHour: read.integer('GUESTS_PER_HOUR', 5, [1, 100_000]),
    referralCoins: read.integer('REFERRAL_COINS', 250, [0, maxCoins]),
    adSeconds: read.integer('AD_SECONDS', 15, [0, 3600]),
    adCoins: read.integer('AD_COINS', 50, [0, maxCoins]),
    adDailyLimit: read.integer('AD_DAILY_LIMIT', 10, [0, 1000]),
    adCallbackSecret,
    rateLimits: read.oneOf('RATE_LIMITS', 'on', ['on', 'off']) === 'on',
    maxSocketsPerAddress: read.integer('MAX_SOCKETS_PER_ADDRESS', 50, [1, 100_000]),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.optional('MAIL_FROM', isMailbox, 'an address such as Fairground <play@example.org>'),
    mailsPerMinute: read.integer('MAILS_PER_MINUTE', 60, [1, 100_000]),
    operatorEmail: read.optional('OPERATOR_EMAIL', isAddress, 'one mail address'),
    reusePort,
    metricsPort: read.optionalInteger('METRICS_PORT', [0, 65_535]),
    metricsHost: read.optional('METRICS_HOST', isHost, 'an address such as 127.0.0.1') ?? '127.0.0.1',
    otlpEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    traceRatio: Number(
      read.matching('OTEL_TRACES_SAMPLER_ARG', '1', isRatio, 'a number from 0 to 1, such as 0.05'),
    ),
    trustProxy: read.list(
      'TRUST_PROXY',
      isProxy,
      'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
    consoleAddresses: read.list(
      'CONSOLE_ADDRESSES',
      isNetwork,
      'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
    consoleCorrectionLimit: read.integer('CONSOLE_CORRECTION_LIMIT', 10_000, [0, maxCoins]),
    seedKeyFile: path.resolve(read.text('SEED_KEY_FILE', path.join(dataDir, 'seed.key'))),
    closedAccountsFile: path.resolve(
      read.text('CLOSED_ACCOUNTS_FILE', path.join(dataDir, 'closed-accounts')),
    ),
    beaconUrl: read.url('BEACON_URL', ['http:', 'https:']),
    logLevel: read.oneOf('LOG_LEVEL', 'info', logLevels),
    gameSettings: read,
  };
}

/** A value that is refused is not repeated. */
function readSecret(read: SettingsReader, name: string): string | null {
  const secret = read.text(name, '');
  if (secret === '') return null;
  if (secret.length < 32) throw new SettingError(`${name} is too short: allowed are 32 or more characters`);
  return secret;
}

function localOrigins(port: number): string[] {
  // An `Origin` never names the scheme's own port.
  const suffix = port === 80 ? '' : `:${port}`;
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}${suffix}`);
}

const isHost = (text: string): boolean => /^[A-Za-z0-9.:_-]+$/.test(text);
const isAddress = (text: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text);
const isRatio = (text: string): boolean => /^(0(\.\d{1,6})?|1)$/.test(text);
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
const isProxy = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
