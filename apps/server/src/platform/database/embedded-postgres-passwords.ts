/**
 * Passwords of the embedded server. It starts with trust, as initdb and recoveries leave it, and trusts nobody once it
 * has run: a program that reaches the socket also needs the password of a file that only the site's user can read.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { isMissingFile } from '../files.ts';
import { applicationRole } from './database.ts';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';
import type { EmbeddedAddress } from './embedded-postgres-server.ts';

const passwordBytes = 32;

const fileOf = (dataDir: string): string => path.join(dataDir, 'postgres-password');

/** The superuser's password, 64 hex digits. Throws where there is none. */
export const readPassword = (dataDir: string): string => {
  const file = fileOf(dataDir);
  try {
    const password = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{64}$/.test(password)) return password;
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    throw new EmbeddedPostgresError(
      `${file} is missing: restore it from a copy, or allow trust in pg_hba.conf for one start, which ` +
        'creates a new one',
    );
  }
  throw new EmbeddedPostgresError(`${file} does not contain a password of 64 hex digits`);
};

/** The superuser's password; drawn where `folder` still trusts every connection and has none. */
export const preparePassword = (dataDir: string, folder: string): string => {
  if (trusts(folder)) createPassword(fileOf(dataDir));
  return readPassword(dataDir);
};

/** Sets the superuser's password and requires one from every connection. Does nothing where that is done. */
export const requirePasswords = async (address: EmbeddedAddress, folder: string): Promise<void> => {
  if (!trusts(folder)) return;
  await withClient(address, async (client) => {
    await setPassword(client, address.user, address.password);
    writeFileSync(hbaOf(folder), rules);
    await client.query('SELECT pg_reload_conf()');
  });
};

/**
 * Lets the application log in as a role that owns nothing, and returns its address. Its password follows from the
 * superuser's. The role comes with the migrations.
 */
export const allowApplicationLogin = async (superuser: EmbeddedAddress): Promise<EmbeddedAddress> => {
  const password = createHmac('sha256', superuser.password)
    .update('fairground/application-role')
    .digest('hex');
  await withClient(superuser, (client) => setPassword(client, applicationRole, password));
  return { ...superuser, user: applicationRole, password };
};

const withClient = async (address: EmbeddedAddress, work: (client: pg.Client) => Promise<void>) => {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const setPassword = async (client: pg.Client, role: string, password: string): Promise<void> => {
  // Iterations slow down guessing a password that a person chose; these are 256 random bits. Programs of Go, such as
  // postgres_exporter, cannot log in where there are fewer than 1,000.
  await client.query('SET scram_iterations = 1000');
  await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
};

const rules = `# Written by the site: every connection needs a password.
local all all scram-sha-256
`;

const hbaOf = (folder: string): string => path.join(folder, 'pg_hba.conf');

const trusts = (folder: string): boolean =>
  /^\s*local\s.*\strust\s*$/m.test(readFileSync(hbaOf(folder), 'utf8'));

/** A file that exists is used: an interrupted start may have set its password already. */
const createPassword = (file: string): void => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(passwordBytes).toString('hex')}\n`, { mode: 0o600 });
  try {
    // Complete or not at all, under its final name.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};
