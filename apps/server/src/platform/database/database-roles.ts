/**
 * Who the site is to its database. Tables belong to an owner, who migrates; statements of the site run under the role
 * fairground_app, which owns nothing. A login that cannot become the owner keeps it so whatever is executed.
 */
import pg from 'pg';
import * as sql from './sql/roles.sql.ts';
import { applicationRole, type Database } from './database.ts';

/** The site cannot log in as it should. The message is one line for the operator. */
export class DatabaseRoleError extends Error {
  override name = 'DatabaseRoleError';
}

/** The role that the program works under, where the server has it and the login may use it. */
export const findApplicationRole = async ({
  query,
}: Pick<Database, 'query'>): Promise<string | undefined> => {
  const role = await sql.findApplicationRole.first(query, { applicationRole });
  return role?.is_usable === true ? applicationRole : undefined;
};

/** Whether the login is, or can become, the owner of the tables. */
export const canOwnTables = async ({ query }: Pick<Database, 'query'>): Promise<boolean> =>
  (await sql.readOwnership.first(query))?.may_own === true;

/** A pooler does not pass a connection's settings on, so the login has to have them. */
export const requireSessionSettings = async ({ query }: Pick<Database, 'query'>): Promise<void> => {
  if ((await sql.hasSessionSettings.first(query))?.has_settings === true) return;
  throw new DatabaseRoleError(
    'DATABASE_URL leads through a pooler, and the login lacks the settings that it does not pass on: ' +
      'see "PgBouncer" in docs/operations/database.md',
  );
};

/** Beside those of the pool: one that asks whether a silent server commits, and one of an operator's command. */
const otherConnections = 2;

/** One line for the operator where the server gives a process fewer connections than it would open, else undefined. */
export const describeConnectionLimit = async (
  { query }: Pick<Database, 'query'>,
  connections: number,
): Promise<string | undefined> => {
  const allowed = (await sql.readConnectionLimit.first(query))?.allowed;
  if (allowed === undefined || connections + otherConnections <= allowed) return undefined;
  return (
    `the server lets this login have ${allowed} connections, and calls fail where one more is needed: ` +
    `set DATABASE_CONNECTIONS to at most ${Math.max(allowed - otherConnections, 1)}, all processes together`
  );
};

/**
 * Lets the login of a connection string work as the application: it is created where it is missing, and made a member
 * of the application's role. Does nothing where that is so already. Runs as the owner of the tables.
 */
export const prepareLogin = async (
  { query }: Pick<Database, 'query'>,
  connectionString: string,
): Promise<void> => {
  const { username, password } = new URL(connectionString);
  const login = decodeURIComponent(username);
  const found = await sql.findLogin.first(query, { applicationRole, login });
  if (found?.is_member === true) return;
  const name = pg.escapeIdentifier(login);
  const run = (text: string) => query({ text, values: [] });
  try {
    if (found === undefined) {
      await run(`CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(decodeURIComponent(password))}`);
    }
    await run(`GRANT ${applicationRole} TO ${name}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseRoleError(
      `The owner of the database cannot let ${login} work as the application (${reason}): see "Roles" ` +
        'in docs/operations/database.md',
    );
  }
};
