/**
 * Databases from before version 1.0.0, whose schema was the sum of many migrations: one with the last of these is brought to
 * the schema of the baselines, compared with it, and from then on has the baselines in its list of migrations. All others are
 * refused.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { applicationRole, SchemaError, type Database } from './database.ts';
import { readCatalogue } from './sql/catalogue.sql.ts';

const schemaFolder = new URL('../../../schema/', import.meta.url);
/** Migrations that followed the oldest commit whose databases are adopted, and last a file that is applied to all. */
const transitions = new URL('before-1.0/', schemaFolder);

/** Of the sorted names of that commit's migrations. */
const oldestCommit = 'fc86aecf';
const oldestHash = '7fc9e386b06ae6aa5a1e4cdae8e0db3271e8a03d8e661014984e50eec4b24853';
/** Was applied by later commits, and added a function that is applied before all migrations now. */
const withoutFile = '0085-add-game';

/**
 * Adopts a database from before version 1.0.0, within a transaction. `prepare` applies the functions that migrations need.
 * Throws a `SchemaError` if it cannot be adopted.
 */
export const adopt = async (
  query: Database['query'],
  applied: ReadonlySet<string>,
  prepare: () => Promise<void>,
): Promise<void> => {
  const files = globSync('**/*.sql', { cwd: transitions })
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
  const later = new Set([...files, withoutFile]);
  const oldest = [...applied].filter((name) => !later.has(name)).sort();
  if (createHash('sha256').update(oldest.join('\n')).digest('hex') !== oldestHash) {
    throw new SchemaError(
      `This database was made long before version 1.0.0: start it once with commit ${oldestCommit}, which brings it up to date, and then with this version`,
    );
  }
  for (const name of files.filter((each) => !applied.has(each))) {
    await query({ text: await readFile(new URL(`${name}.sql`, transitions), 'utf8'), values: [] });
  }
  await prepare();
  const difference = await findDifference(query);
  if (difference !== undefined) {
    throw new SchemaError(
      `This database was made before version 1.0.0, and its schema was changed by hand: ${difference}. Undo the change, or restore the last backup with commit ${oldestCommit}`,
    );
  }
  await query({ text: 'DELETE FROM kysely_migration', values: [] });
  // The core's, and one of each game.
  const baselines = new Set(oldest.map((name) => `${name.slice(0, name.lastIndexOf('/') + 1)}0001-baseline`));
  await query({
    text: 'INSERT INTO kysely_migration (name, timestamp) SELECT name, $2 FROM unnest($1::text[]) name',
    values: [[...baselines], new Date().toISOString()],
  });
};

/** What is compared: an object with a hash of its parts, and one of the rights of the application. */
interface Fingerprint {
  parts: string;
  rights: string;
}

const nothing = '-';

/** The schema that the baselines make, one line per object: `object: hash of its parts, hash of the rights on it`. */
const baselineFile = new URL('baseline.txt', schemaFolder);
const linePattern = /^(.*): (\S+) (\S+)$/;

/** What baseline.txt contains, for a database that has only the baselines. */
export const readFingerprint = async (query: Database['query']): Promise<string> =>
  [...(await findFingerprints(query))]
    .map(([object, { parts, rights }]) => `${object}: ${parts} ${rights}\n`)
    .join('');

/** The first object that is not as the baselines make it, in words. */
const findDifference = async (query: Database['query']): Promise<string | undefined> => {
  const found = await findFingerprints(query);
  // An owner that may not create roles works without the application's.
  const hasRole = [...found.values()].some(({ rights }) => rights !== nothing);
  for (const line of (await readFile(baselineFile, 'utf8')).split('\n').filter(Boolean)) {
    const [, object = '', parts, rights] = linePattern.exec(line) ?? [];
    if (!hasRole && parts === nothing) continue;
    const own = found.get(object);
    if (!own) return `${object} is missing`;
    if (own.parts !== parts) return `${object} is not the same`;
    if (hasRole && own.rights !== rights) return `the rights on ${object} are not the same`;
    found.delete(object);
  }
  const added = [...found.keys()].find((object) => !object.startsWith('function '));
  return added === undefined ? undefined : `${added} was added`;
};

/**
 * Views and the functions of the ledger are left out, as they are applied again anyway; and what the operator grants to roles of
 * their own.
 */
const findFingerprints = async (query: Database['query']): Promise<Map<string, Fingerprint>> => {
  const texts = new Map<string, Fingerprint>();
  for (const { object, part, definition } of await readCatalogue.run(query)) {
    const [, grantee] = /^granted to (.*?)(?: \(.*\))?$/.exec(part) ?? [];
    const isRight = grantee === applicationRole;
    if (
      (grantee !== undefined && grantee !== 'PUBLIC' && !isRight) ||
      /^(?:view|function ledger\.)/.test(object)
    )
      continue;
    const name = object.replace(/^sequence (.*)_id_seq$/, 'table $1');
    const text = texts.get(name) ?? { parts: '', rights: '' };
    text[isRight ? 'rights' : 'parts'] += `${object}\t${part}\t${definition}\n`;
    texts.set(name, text);
  }
  const hash = (text: string) =>
    text === '' ? nothing : createHash('sha256').update(text).digest('hex').slice(0, 16);
  return new Map(
    [...texts].map(([object, { parts, rights }]) => [object, { parts: hash(parts), rights: hash(rights) }]),
  );
};
