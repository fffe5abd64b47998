/**
 * Migrations expand the schema: processes of the previous version run on it until they are restarted. What
 * takes something away from them follows in a later version, in a migration whose comment says `Contracts:`
 * and since when nothing uses it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../../..');
const migrations = globSync(['apps/server/schema/*.sql', 'games/*/server/migrations/*.sql'], { cwd: root });

const contractions: readonly [name: string, pattern: RegExp][] = [
  ['removes a table, column, function or type', /\bDROP\s+(?:TABLE|COLUMN|FUNCTION|TYPE|VIEW)\b/i],
  ['renames', /\bRENAME\s+(?:TO|COLUMN)\b/i],
  ['changes the type of a column', /\bALTER\s+COLUMN\s+\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i],
  ['requires a value that old processes do not write', /\bSET\s+NOT\s+NULL\b/i],
  [
    'adds a column that old processes do not fill',
    /\bADD\s+COLUMN\s+\w+\s+[^,;]*NOT\s+NULL(?![^,;]*\bDEFAULT\b)(?<!\bDEFAULT\b[^,;]*)/i,
  ],
];

const findContractions = (text: string): string[] => {
  if (/^-- Contracts: \S/m.test(text)) return [];
  const statements = text.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, '');
  return contractions.filter(([, pattern]) => pattern.test(statements)).map(([name]) => name);
};

/** Such an index is not part of a transaction: a start that was interrupted may have left it. */
const isNotRepeatable = (text: string): boolean =>
  /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?!\s*IF\s+NOT\s+EXISTS\b)/i.test(text);

describe('migrations', () => {
  it.each(migrations)('%s can be applied again where its index is there already', (file) => {
    expect(isNotRepeatable(readFileSync(join(root, file), 'utf8'))).toBe(false);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY by_name ON player (name)', true],
    ['CREATE UNIQUE INDEX CONCURRENTLY by_name ON player (name)', true],
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS by_name ON player (name)', false],
  ])('%s: cannot be applied again: %s', (text, isSo) => {
    expect(isNotRepeatable(text)).toBe(isSo);
  });

  it.each(migrations)('%s takes nothing away from older processes', (file) => {
    expect(findContractions(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  it.each([
    ['ALTER TABLE player DROP COLUMN avatar', 1],
    ['ALTER TABLE player RENAME COLUMN avatar TO picture', 1],
    ['ALTER TABLE player ALTER COLUMN avatar TYPE varchar(9)', 1],
    ['ALTER TABLE player ALTER COLUMN avatar SET NOT NULL', 1],
    ['ALTER TABLE player ADD COLUMN bot boolean NOT NULL', 1],
    ['ALTER TABLE player ADD COLUMN bot boolean NOT NULL DEFAULT false', 0],
    ['ALTER TABLE player ADD COLUMN bot boolean DEFAULT false NOT NULL', 0],
    ['-- DROP TABLE player', 0],
    ['-- Contracts: unused since version 1.4\nDROP TABLE player', 0],
  ])('%s', (text, count) => {
    expect(findContractions(text)).toHaveLength(count);
  });
});
