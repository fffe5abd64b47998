/** `archive`: old entries of the log of what the staff did, from the database into files. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { archiveLog } from './operator/log-archive.ts';
import { UsageError, withDatabase, type Command } from './command.ts';
import { logCommand } from './operator/log.ts';

/** Why the rows of other tables stay. */
const reasons: Readonly<Record<string, string>> = {
  transfer:
    'the audit recomputes every balance and every board from all transfers, and heads of the ledger hash them',
  idempotency: 'the director deletes them after a day',
  notice: 'they are deleted after NOTICE_DAYS, as the privacy policy promises',
};
const otherReason = 'the audit, a proof or a page reads them, or the director deletes them';

const archivable = 'operator_log';

const parseMonth = (text: string | undefined): string => {
  if (text === undefined) throw new UsageError('--before is missing: a month such as 2026-08.');
  const first = new Date(`${text}-01T00:00:00Z`);
  if (!/^\d{4}-\d\d$/.test(text) || Number.isNaN(first.getTime())) {
    throw new UsageError(`--before ${text} is not a month such as 2026-08.`);
  }
  if (first.getTime() > Date.now())
    throw new UsageError(`--before ${text}: only months that ended are archived.`);
  return `${text}-01`;
};

export const archiveCommand: Command = {
  name: 'archive',
  usage: '--before MONTH --to FOLDER [--table NAME]',
  options: ['before', 'to', 'table'],
  help: `Moves entries of the log (${archivable}) of months before MONTH, such as 2026-08, into FOLDER: a compressed file of JSON
lines for each month, whose SHA-256 is in SHA256SUMS. A file is read back and compared before its entries are deleted.
The newest entry of each command stays. The site may be running. After an interruption run it again with the same
FOLDER. Other tables are refused: their rows are needed, or are deleted by the site.`,
  async run({ settings, option, print }) {
    const table = option('table') ?? archivable;
    if (table !== archivable) {
      throw new UsageError(`Rows of ${table} are not archived: ${reasons[table] ?? otherReason}.`);
    }
    const before = parseMonth(option('before'));
    const to = option('to');
    if (to === undefined || statSync(to, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UsageError(to === undefined ? '--to is missing.' : `There is no folder ${to}.`);
    }
    const folder = path.resolve(to);
    await withDatabase(settings, async ({ query }) => {
      const { files, rows } = await archiveLog({ query, folder, before, print });
      print(files === 0 ? 'There is nothing to archive.' : `${rows} entries are in ${files} files.`);
      if (files > 0) await logCommand(query, 'archive', { table, before, folder, files, rows });
    });
  },
};
