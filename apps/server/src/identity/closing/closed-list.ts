/**
 * A list of closed accounts outside the database, so that a restore can close again what was closed after the
 * backup. Each line is a keyed hash over an account's id and the moment of its registration, which no other account
 * has, and reveals nothing without the database and its key.
 */
import { createHmac } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import { isMissingFile } from '../../platform/files.ts';
import { findAccounts } from './sql/closing.sql.ts';

type AccountRow = RowOf<typeof findAccounts>;

type Query = Database['query'];

export interface ClosedListDeps {
  query: Query;
  path: string;
  closingKey: Buffer;
}

const accountsPerPage = 10_000;
const entryPattern = /^[0-9a-f]{64}$/;

const entryOf = (closingKey: Buffer, { id, created_us: createdUs }: AccountRow): string =>
  createHmac('sha256', closingKey).update(`closed|${id}|${createdUs}`).digest('hex');

/** The entries of a list; empty if there is no file. A line that a power cut truncated is skipped. */
export const readEntries = async (path: string): Promise<Set<string>> => {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    return new Set(lines.filter((line) => entryPattern.test(line)));
  } catch (error) {
    if (isMissingFile(error)) return new Set();
    throw error;
  }
};

/** One write a call, at the end of the file: several processes may share it. */
const appendEntries = async (path: string, entries: readonly string[]): Promise<void> => {
  if (entries.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    // A line feed first: what a cut-off line left does not swallow this one.
    await file.writeFile(`\n${entries.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Appends what only the other list has. */
export const mergeLists = async (path: string, other: string): Promise<void> => {
  const present = await readEntries(path);
  await appendEntries(
    path,
    [...(await readEntries(other))].filter((entry) => !present.has(entry)),
  );
};

export const createClosedList = ({ query, path, closingKey }: ClosedListDeps) => ({
  /** Appends the account and returns once the file is on the disk. */
  async add(playerId: bigint) {
    const [account] = await findAccounts.run(query, { after: playerId - 1n, maxRows: 1, isClosed: true });
    if (account?.id !== playerId) throw new Error(`player ${playerId} is not closed`);
    await appendEntries(path, [entryOf(closingKey, account)]);
  },
  /** Appends every closed account of the database that is missing, such as one whose process ended before `add`. */
  async complete() {
    const present = await readEntries(path);
    for await (const account of allAccounts(query, true)) {
      const entry = entryOf(closingKey, account);
      if (!present.has(entry)) await appendEntries(path, [entry]);
    }
  },
});

export type ClosedList = ReturnType<typeof createClosedList>;

/** Open accounts that the list names. */
export const findReopened = async (
  query: Query,
  closingKey: Buffer,
  entries: ReadonlySet<string>,
): Promise<AccountRow[]> => {
  const reopened: AccountRow[] = [];
  if (entries.size === 0) return reopened;
  for await (const account of allAccounts(query, false)) {
    if (entries.has(entryOf(closingKey, account))) reopened.push(account);
  }
  return reopened;
};

async function* allAccounts(query: Query, isClosed: boolean): AsyncGenerator<AccountRow> {
  for (let after = 0n; ;) {
    const rows = await findAccounts.run(query, { after, maxRows: accountsPerPage, isClosed });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < accountsPerPage) return;
    after = last.id;
  }
}
