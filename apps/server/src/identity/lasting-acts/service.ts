/** Writes lasting acts of accounts to the file of this process, after their commit. */
import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import { createAddressHash, mailboxOf } from '../../platform/secrets/address-hash.ts';
import { appendLines, identifyFile, readLines } from './acts-file.ts';
import * as sql from './sql/lasting-acts.sql.ts';

type Query = Database['query'];
export type ActsAccount = RowOf<typeof sql.findAccounts>;
export type ActKind = 'closed' | 'break' | 'limit' | 'suspension';

/** An account is named by its id and the moment of its registration, since a restore may give the id out again. */
export const nameAccount = (
  closingKey: Buffer,
  kind: ActKind,
  { id, created_us: createdUs }: Pick<ActsAccount, 'id' | 'created_us'>,
): string => createHmac('sha256', closingKey).update(`${kind}|${id}|${createdUs}`).digest('hex');

export const nameMailbox = (closingKey: Buffer, email: string): string =>
  createAddressHash(closingKey)('break', mailboxOf(email)).toString('hex');

const accountsPerPage = 10_000;

export async function* allAccounts(
  query: Query,
  list: typeof sql.listOpenAccounts | typeof sql.listClosedAccounts | typeof sql.listRestrictedAccounts,
): AsyncGenerator<ActsAccount> {
  for (let after = 0n; ;) {
    const rows = await list.run(query, { after, maxRows: accountsPerPage });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < accountsPerPage) return;
    after = last.id;
  }
}

export const createLastingActs = ({
  query,
  path,
  closingKey,
}: {
  query: Query;
  path: string;
  closingKey: Buffer;
}) => {
  const linesOf = (account: ActsAccount, kind: ActKind): string[] => {
    const name = nameAccount(closingKey, kind, account);
    const now = account.now.toISOString();
    const until = account.break_until?.toISOString();
    switch (kind) {
      case 'closed':
        return account.is_closed ? [`closed ${name}`] : [];
      case 'break':
        if (until === undefined) return [];
        return account.confirmed_email === null
          ? [`break ${name} ${until}`]
          : [
              `break ${name} ${until}`,
              `mailbox ${nameMailbox(closingKey, account.confirmed_email)} ${until}`,
            ];
      case 'limit':
        return [`limit ${name} ${now} ${account.daily_stake_limit ?? '-'}`];
      case 'suspension':
        return account.suspended_at === null
          ? [`resumption ${name} ${now}`]
          : [
              `suspension ${name} ${account.suspended_at.toISOString()} ` +
                `${account.suspended_until?.toISOString() ?? '-'}`,
            ];
    }
  };

  return {
    /** Appends the present state of the accounts, and returns once it is on the disk. */
    async add(playerIds: readonly bigint[], kinds: readonly ActKind[]): Promise<void> {
      if (playerIds.length === 0) return;
      const accounts = await sql.findAccounts.run(query, { playerIds });
      await appendLines(
        path,
        accounts.flatMap((account) => kinds.flatMap((kind) => linesOf(account, kind))),
      );
    },
    /**
     * Appends what the database has and the file has not: a process may have ended between the commit and
     * `add`, and what another machine did is kept here too. The database learns that there is this file.
     */
    async complete(): Promise<void> {
      const id = await identifyFile(path);
      await sql.noteFile.run(query, { id, host: hostname(), path });
      const present = await readLines(path);
      const addMissing = (lines: readonly string[]) =>
        appendLines(
          path,
          lines.filter((line) => !present.has(line)),
        );
      for await (const account of allAccounts(query, sql.listClosedAccounts))
        await addMissing(linesOf(account, 'closed'));
      for await (const account of allAccounts(query, sql.listRestrictedAccounts)) {
        await addMissing([
          ...linesOf(account, 'break'),
          ...(account.suspended_at === null ? [] : linesOf(account, 'suspension')),
        ]);
      }
    },
  };
};

export type LastingActs = ReturnType<typeof createLastingActs>;
