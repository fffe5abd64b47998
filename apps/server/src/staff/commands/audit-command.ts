/** `audit`: every invariant over the complete database, and a client's own record of what was acknowledged. */
import { readFileSync } from 'node:fs';
import { audit } from '../../site/audit.ts';
import { describeCollationChange } from '../../platform/database/collation.ts';
import { loadGames } from '../../site/games.ts';
import { showProgress } from '../../platform/progress.ts';
import type { Finding } from '../../ledger/audit.ts';
import { findUnpersisted, type StakePrefixes } from '../../ledger/acknowledged.ts';
import { UsageError, withDatabase, type Command } from './command.ts';
import { logCommand } from '../acts/log.ts';

const toText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

export const auditCommand: Command = {
  name: 'audit',
  usage: '[--acks FILE]',
  help: `\
Checks every invariant of the ledger and the games over the whole database, prints a line for each, and exits
with 1 if one is broken. Warns if indexes may have to be rebuilt. --acks also checks a client's record: lines of JSON
{"game": "GAME", "bet": "12", "amount": 100, "outcome": "acknowledged" | "refused" | "unknown"}.`,
  options: ['acks'],
  async run({ settings, option, print }) {
    const file = option('acks');
    const stopProgress = showProgress(() => 'the audit runs');
    let warning: string | undefined;
    const findings = await withDatabase(settings, async (database) => {
      warning = await describeCollationChange(database.query);
      const found = await audit(database);
      if (file !== undefined) {
        const broken = await findUnpersisted(database.query, readRecord(file), await stakePrefixes());
        found.push({ line: 'I18', states: 'everything acknowledged is in the ledger', broken });
      }
      // A standby can be audited too.
      if (await database.isWritable()) {
        await logCommand(database.query, 'audit', { broken: countBroken(found) });
      }
      return found;
    }).finally(stopProgress);
    for (const { line, states, broken } of findings) {
      print(`${broken.length === 0 ? 'ok    ' : 'FAILED'}  ${line.padEnd(4)} ${states}`);
      for (const row of broken) print(`          ${JSON.stringify(row, toText)}`);
    }
    if (warning !== undefined) print(`WARNING ${warning}`);
    const count = countBroken(findings);
    print(
      count === 0
        ? 'The audit is clean.'
        : `The audit found ${count} broken invariant${count === 1 ? '' : 's'}.`,
    );
    return count === 0 ? 0 : 1;
  },
};

const countBroken = (findings: readonly Finding[]): number =>
  findings.filter(({ broken }) => broken.length > 0).length;

/** Clients name a game by its wire id or by its prefix. */
const stakePrefixes = async (): Promise<StakePrefixes> =>
  Object.fromEntries(
    (await loadGames())
      .filter(({ stakes }) => stakes !== undefined)
      .flatMap(({ id, ledger: { prefix } }) => [
        [id, prefix],
        [prefix, prefix],
      ]),
  );

const readRecord = (file: string): unknown[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};
