/**
 * The SQL that stays text because the core composes it of what each game declares in `defineGame` and writes by it, and
 * the checks of the auditor. No types are generated of it, but the migrated schema must accept all of it, and give the
 * columns that a composed statement declares.
 */
import { globSync } from 'node:fs';
import type pg from 'pg';
import type { GameModule } from '@fairground/game-kit/server';
import type { ComposedStatement } from '@fairground/sql/composed';
import * as awards from '../../apps/server/src/players/achievements/composed-awards.ts';
import * as notices from '../../apps/server/src/players/notices/composed-rows.ts';
import { allChecks } from '../../apps/server/src/site/audit.ts';
import { loadGames } from '../../apps/server/src/site/games.ts';
import { loadSealedRows } from '../../apps/server/src/site/sealed-rows.ts';
import * as sealed from '../../apps/server/src/fairness/chains/composed-sealed.ts';
import type { SealedRows } from '../../apps/server/src/platform/secrets/seal.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { describeStatement } from './describe.ts';

/** Every such file exports `composedStatements`: all that it composes, for the games of the list. */
const composingFiles = 'apps/server/src/**/composed-*.ts';
const composing: readonly ComposingModule[] = [awards, sealed, notices];

interface ComposingModule {
  composedStatements(
    games: readonly GameModule[],
    sealedRows: readonly SealedRows[],
  ): readonly ComposedStatement[];
}

interface AuditSelect {
  where: string;
  text: string;
}

const readChecks = async (): Promise<AuditSelect[]> =>
  (await allChecks()).flatMap(({ line, states, broken }) =>
    typeof broken === 'string' ? { where: `the audit, ${line} (${states})`, text: broken } : [],
  );

const readStatements = async (games: readonly GameModule[]): Promise<ComposedStatement[]> => {
  const files = globSync(composingFiles);
  if (files.length !== composing.length)
    throw new Error(`scripts/sql/composed.ts checks ${composing.length} of ${files.join(', ')}`);
  const sealedRows = await loadSealedRows();
  return [
    ...composing.flatMap((module) => module.composedStatements(games, sealedRows)),
    ...games.flatMap(({ statements = [] }) => statements),
  ];
};

const typeName = (catalogue: Catalogue, oid: number): string => {
  const type = catalogue.types.get(oid);
  return type && type.element !== 0 ? `${typeName(catalogue, type.element)}[]` : (type?.name ?? String(oid));
};

/** The differences between the declarations and PostgreSQL's description. */
export const compareComposed = async (
  client: pg.Client,
  catalogue: Catalogue,
  statement: ComposedStatement,
  role: string,
): Promise<string[]> => {
  const params = Object.entries(statement.params);
  const description = await describeStatement(
    client,
    catalogue,
    {
      name: statement.name,
      line: 1,
      keepsLines: true,
      doc: [],
      text: statement.text,
      params: params.map(([name]) => name),
      nullableParams: new Set(params.filter(([, type]) => type.endsWith('?')).map(([name]) => name)),
      nullableElements: new Set(),
      declared: new Set(),
      acceptedBy: undefined,
      rowParams: [],
      isPrepared: statement.isPrepared === true,
      isOwners: statement.role === 'owner',
    },
    role,
  );
  const declaredTypes = params.map(([, type]) => type.replace('?', ''));
  const types = description.parameterTypes.map((oid) => typeName(catalogue, oid));
  const faults =
    types.join() === declaredTypes.join()
      ? []
      : [`takes (${types.join(', ')}), not (${declaredTypes.join(', ')})`];
  const columns = Object.entries(statement.columns);
  const names = description.columns.map(({ name }) => name);
  if (names.join() !== columns.map(([name]) => name).join())
    return [...faults, `gives (${names.join(', ')})`];
  for (const [index, [name, declared]] of columns.entries()) {
    const column = description.columns[index];
    if (!column) continue;
    const type = typeName(catalogue, column.type);
    if (type !== declared.replace('?', '')) faults.push(`${name} is ${type}, not ${declared}`);
    if (column.isNullable && !declared.endsWith('?')) faults.push(`${name} may be null`);
  }
  return faults;
};

/** Plans each under its role; returns what PostgreSQL refused or gives otherwise, and how many there are. */
export const checkComposed = async (
  client: pg.Client,
  role: string,
): Promise<{ count: number; faults: string[] }> => {
  const faults: string[] = [];
  const games = await loadGames();
  const selects = await readChecks();
  await client.query(`SET ROLE ${role}`);
  for (const { where, text } of selects) {
    try {
      await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    } catch (error) {
      faults.push(`${where}: ${messageOf(error)}`);
    }
  }
  await client.query('RESET ROLE');
  const catalogue = await readCatalogue(client);
  const statements = await readStatements(games);
  for (const statement of statements) {
    try {
      const differences = await compareComposed(client, catalogue, statement, role);
      faults.push(...differences.map((difference) => `${statement.name} ${difference}`));
    } catch (error) {
      faults.push(`${statement.name}: ${messageOf(error)}`);
    }
  }
  return { count: selects.length + statements.length, faults };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
