/**
 * The site's log: one JSON line per event, to standard output. What could grant access (tokens,
 * cookies, passwords) is taken out here, so that no caller has to remember it.
 */
import { pino } from 'pino';
import type { BaseLogger, DestinationStream, Logger } from 'pino';
import type { LogLevel } from './settings.ts';

/** What a part of the site needs in order to log; tests give their own. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

const secretFields = [
  'token',
  'password',
  'newPassword',
  'currentPassword',
  'signature',
  'seed',
  'serverSeed',
  'authorization',
  'cookie',
  '["set-cookie"]',
];

export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorLine, req: requestLine, url: urlLine, originalUrl: urlLine },
    redact: { paths: secretFields.flatMap(atAnyDepth), censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Pino's paths name a depth each; three levels reach into headers and bodies. */
function atAnyDepth(field: string): string[] {
  const last = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${last}`, `*.*${last}`, `*.*.*${last}`];
}

/** What names the fault, and no more: database errors carry their entire connection with them. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  const cause = error.cause instanceof Error ? { cause: errorLine(error.cause) } : {};
  return { type: name, message, ...('code' in error ? { code: error.code } : {}), stack, ...cause };
}

const urlLine = (url: unknown): unknown => (typeof url === 'string' ? pathOnly(url) : url);

const maxLoggedUrl = 200;
/** Refused in an address, but sent. */
const accessTokens = /fgp_[A-Za-z0-9_-]+/g;

/**
 * Headers are left out altogether, and so is the query, which may carry a mail's one-time token; a question mark
 * that some client encoded ends the path as well.
 */
function requestLine(request: {
  id?: unknown;
  method?: unknown;
  url?: unknown;
  ip?: unknown;
}): Record<string, unknown> {
  const { id, method, url, ip } = request;
  return { id, method, url: typeof url === 'string' ? pathOnly(url) : url, ip };
}

const pathOnly = (url: string): string => {
  const [path = ''] = url.split(/[?#;]|%(?:25)*(?:3f|23|3b)/i, 1);
  return path.slice(0, maxLoggedUrl).replaceAll(accessTokens, 'fgp_[hidden]');
};
