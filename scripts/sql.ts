/**
 * `npm run sql` generates typed statements next to each `.sql` file of a `sql/` folder; with `--check`, as in
 * `npm run check`, it writes nothing and fails where a committed file is not what the migrated database gives.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { preparedName } from '@fairground/sql';
import { parseFragments, parseStatements, SourceError } from '@fairground/sql/parse';
import { readCatalogue } from './sql/catalogue.ts';
import { openCheckDatabase, type CheckDatabase } from './sql/check-database.ts';
import { describeStatement } from './sql/describe.ts';
import { emitFile, emitSharedRow, sharedView, type Described } from './sql/emit.ts';
import { checkFunctions } from './sql/functions.ts';
import { findRawStatements } from './sql/raw-statements.ts';

const applicationRole = 'fairground_app';
const folders = ['apps/server/src/**/sql', 'games/*/server/sql', 'packages/game-kit/server/sql'];
const sources = globSync(folders.map((folder) => `${folder}/*.sql`)).sort();
/** Their fragments are shared: every file may include them. */
const isShared = (file: string): boolean => basename(file) === 'fragments.sql';
/** Each with the file that it is in. */
const sharedFragments = new Map(
  sources
    .filter(isShared)
    .flatMap((file) =>
      [...parseFragments(readFileSync(file, 'utf8'))].map(([name, text]) => [name, { file, text }] as const),
    ),
);
const fragmentTexts = new Map([...sharedFragments].map(([name, { text }]) => [name, text]));

const fragmentFilesOf = (file: string, text: string): string[] => {
  const included = [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(
    ([, name = '']) => sharedFragments.get(name)?.file ?? [],
  );
  return [...new Set(included)]
    .filter((other) => other !== file)
    .map((other) => relative(dirname(file), other))
    .sort();
};

/** The folder that the statements belong to. */
const areaOf = (file: string): string => {
  const folder = dirname(dirname(file));
  return basename(folder) === 'server' ? basename(dirname(folder)) : basename(folder);
};

const faults: string[] = [];
const faultOf = (file: string, error: unknown, { name, line } = { name: '', line: 1 }): string => {
  const at = error instanceof SourceError ? error.line : line;
  return `${file}:${at}: ${name === '' ? '' : `${name}: `}${error instanceof Error ? error.message : String(error)}`;
};
const owners = new Map<string, string>();

const generate = async ({ client }: CheckDatabase): Promise<Map<string, string>> => {
  const catalogue = await readCatalogue(client);
  const files = new Map<string, string>();
  const shared = await describeStatement(
    client,
    catalogue,
    singleStatement(`SELECT * FROM ${sharedView.view}`),
    applicationRole,
  );
  files.set(sharedView.file, emitSharedRow(catalogue, shared.columns));
  for (const file of sources) {
    const statements: Described[] = [];
    const area = areaOf(file);
    try {
      const text = readFileSync(file, 'utf8');
      for (const source of parseStatements(text, isShared(file) ? undefined : fragmentTexts)) {
        const name = preparedName(area, source.name);
        const owner = owners.get(name);
        if (owner !== undefined) faults.push(`${file}: ${name} is the name of a statement of ${owner} too`);
        // The server cuts longer names off.
        if (name.length > 63) faults.push(`${file}: ${name} is longer than 63 characters`);
        owners.set(name, file);
        try {
          const description = await describeStatement(client, catalogue, source, applicationRole);
          statements.push({ source, description });
        } catch (error) {
          faults.push(faultOf(file, error, source));
        }
      }
      const emitted = {
        fileName: basename(file),
        area,
        fragmentFiles: fragmentFilesOf(file, text),
        shared: { specifier: specifierFrom(file), columns: shared.columns },
      };
      if (statements.length > 0) files.set(`${file}.ts`, emitFile(catalogue, emitted, statements));
    } catch (error) {
      faults.push(faultOf(file, error));
    }
  }
  return files;
};

/** Files of the server import by path, others by the server's package. */
const specifierFrom = (file: string): string => {
  if (!file.startsWith('apps/server/')) return sharedView.specifier;
  const path = relative(dirname(file), sharedView.file);
  return path.startsWith('.') ? path : `./${path}`;
};

const singleStatement = (sql: string) => {
  const [statement] = parseStatements(`-- @statement single\n${sql};\n`);
  if (!statement) throw new Error('no statement');
  return statement;
};

const isCheck = process.argv.includes('--check');
const database = await openCheckDatabase();
const generateAndCheck = async () => {
  const files = await generate(database);
  for (const [file, text] of files) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (isCheck) faults.push(`${file} does not match its .sql file: run npm run sql`);
    else if (faults.length === 0) writeFileSync(file, text);
  }
  // Loads the games and the audit, which import what was written.
  const { checkComposed } = await import('./sql/composed.ts');
  faults.push(...(await checkFunctions(database.client)));
  return { files, composed: await checkComposed(database.client, applicationRole) };
};
const { files, composed } = await generateAndCheck().finally(() => database.close());
faults.push(...composed.faults);
for (const file of globSync(folders.map((folder) => `${folder}/*.sql.ts`))) {
  if (files.has(file)) continue;
  // One whose source has a fault stays: this program imports some of them itself.
  if (existsSync(file.slice(0, -'.ts'.length)) && faults.length > 0) continue;
  if (isCheck) faults.push(`${file} has no .sql file: run npm run sql`);
  else rmSync(file);
}
faults.push(...findRawStatements());
for (const fault of faults) console.error(fault);
console.log(
  `${owners.size} statements in ${files.size} files, ${composed.count} composed ones, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
