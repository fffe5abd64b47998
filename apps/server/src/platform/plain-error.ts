/** What went wrong in one line, for the operator at start and at the commands. */
import { BuildError } from './build-error.ts';
import { ArchiveError } from './database/archive.ts';
import { SchemaError } from './database/database.ts';
import { DatabaseRoleError } from './database/database-roles.ts';
import { EmbeddedPostgresError } from './database/embedded-postgres-lock.ts';
import { DatabaseAway, isCertificateFault } from './database/connection.ts';
import { SealKeyError } from './secrets/seal.ts';
import { SettingError } from './settings-reader.ts';

/** A one-line message for errors that the operator can fix; undefined for bugs, which are shown in full. */
export const plainLine = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (/^((28|3D|53|57)[0-9A-Z]{3}|25006|42501)$/.test(code)) return `The database refuses: ${error.message}`;
  if (isCertificateFault(error)) {
    return `The database's certificate is not accepted (${error.message}): see "TLS" in docs/operations/database.md`;
  }
  if ('syscall' in error) {
    const isNetwork = error.syscall === 'connect' || error.syscall === 'getaddrinfo';
    if (code === 'EPIPE' || code === 'ECONNRESET') {
      return (
        `A connection broke during the start (${error.message}), ` +
        'probably that to the database: its log says why it ended.'
      );
    }
    return isNetwork
      ? `The database cannot be reached, ${error.message}: is its address right?`
      : error.message;
  }
  // Several addresses of one host were tried, and each has its own error.
  if (error instanceof AggregateError) return plainLine(error.errors[0]);
  if (
    /timeout exceeded when trying to connect|due to connection timeout|^timeout expired/.test(error.message)
  ) {
    return 'The database cannot be reached: it does not answer in time. Is its address right?';
  }
  if (error.message.startsWith('Connection terminated unexpectedly')) {
    return 'The database closed the connection before it answered. Is its address right?';
  }
  return isPlain(error) ? error.message : undefined;
};

const isPlain = (error: Error): boolean =>
  error instanceof BuildError ||
  error instanceof SettingError ||
  error instanceof EmbeddedPostgresError ||
  error instanceof ArchiveError ||
  error instanceof DatabaseRoleError ||
  error instanceof SchemaError ||
  error instanceof SealKeyError ||
  error instanceof DatabaseAway;
