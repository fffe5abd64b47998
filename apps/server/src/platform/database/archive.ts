/**
 * The complete database as one stream, and back: for backups, and for moving to another server. Rows travel in
 * PostgreSQL's own COPY text, read in one snapshot of a running site. A reader checks the count of each table
 * and the hash over all transfers before it commits.
 *
 * Layout, compressed with gzip: a line of JSON (version, migrations, when), then for each table a line of JSON
 * with its name and columns, its rows as COPY gives them, and the line `\.`; last a line of JSON with the
 * sequences and the hash of the ledger.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { keepAlive, withSession, type DatabaseAddress } from './connection.ts';
import { applicationRole, openDatabase, type Database, type Statement } from './database.ts';
import { migrateExactly } from './migrate.ts';

const formatVersion = 1;
const endOfRows = Buffer.from('\\.\n');
const bookkeeping = ['schema_migration', 'unfinished_restore'];

export interface ArchiveSummary {
  /** Rows of each table. */
  tables: Record<string, number>;
  migrations: string[];
  createdAt: string;
  /** SHA-256 over the rows of `transfer` in the order of their ids. */
  ledgerHash: string;
}

export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

interface Head {
  format: number;
  createdAt: string;
  migrations: string[];
}

interface TableHead {
  table: string;
  columns: string[];
}

interface Tail {
  sequences: Record<string, string>;
  rows: Record<string, number>;
  ledgerHash: string;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const withClient = async <Result>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({
    ...withSession(address, { applicationName: 'fairground-archive' }),
    ...keepAlive,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Some servers have tables of other owners in the schema, such as a heartbeat of the service. What the processes of the
 * site may read is kept whoever owns it: an upgrade under another login than before makes tables of another owner.
 */
const isOfOwner = `c.relowner = (SELECT relowner FROM pg_class WHERE oid = 'schema_migration'::regclass)`;
const processRole = `coalesce(
  (SELECT oid FROM pg_roles WHERE rolname = '${applicationRole}'),
  (SELECT oid FROM pg_roles WHERE rolname = current_user))`;

/** Tables in dependency order: each after those that it references. Those of extensions are none of the site's. */
const listTables = async (client: pg.Client): Promise<TableHead[]> => {
  const { rows } = await client.query<{ table: string; columns: string[]; refers: string[] | null }>(`
    SELECT c.relname AS table,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT array_agg(DISTINCT r.relname::text) FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND (${isOfOwner} OR has_table_privilege(${processRole}, c.oid, 'SELECT'))
      AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname`);
  const wanted = new Map(
    rows.filter(({ table }) => !bookkeeping.includes(table)).map((row) => [row.table, row]),
  );
  const ordered: TableHead[] = [];
  const done = new Set<string>();
  while (wanted.size > 0) {
    const ready = [...wanted.values()].filter(({ refers }) => (refers ?? []).every((name) => done.has(name)));
    if (ready.length === 0) throw new ArchiveError('the tables refer to each other in a circle');
    for (const { table, columns } of ready) {
      ordered.push({ table, columns });
      done.add(table);
      wanted.delete(table);
    }
  }
  return ordered;
};

const listMigrations = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM schema_migration WHERE name <> 'functions' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
};

/**
 * A snapshot shows a table without rows that was rewritten after the snapshot was taken, by a migration for
 * instance. LOCK TABLE takes none: the first query after it does.
 */
const lockTables = async (client: pg.Client, tables: readonly TableHead[]): Promise<void> => {
  await client.query(`LOCK TABLE ${tables.map(({ table }) => quote(table)).join(', ')} IN ACCESS SHARE MODE`);
};

const copyQuery = ({ table, columns }: TableHead): string => {
  const list = columns.map(quote).join(', ');
  // The ledger in the order of its ids, so that its hash is the same wherever its rows lie.
  const order = columns.includes('id') ? ' ORDER BY id' : '';
  return `COPY (SELECT ${list} FROM ${quote(table)}${order}) TO STDOUT`;
};

const copyTarget = ({ table, columns }: TableHead): string =>
  `COPY ${quote(table)} (${columns.map(quote).join(', ')}) FROM STDIN`;

/** Writes everything to `target`, compressed, and ends it. */
export const writeArchive = (address: DatabaseAddress, target: Writable): Promise<ArchiveSummary> =>
  withClient(address, async (client) => {
    const existing = await listTables(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await lockTables(client, existing);
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const plain = new PassThrough();
    const written = pipeline(plain, createGzip({ level: 6 }), target);
    // A target that fails rejects `written`; no write may wait for it after that.
    let failed = false;
    written.catch(() => (failed = true));
    const write = async (chunk: string | Buffer): Promise<void> => {
      if (failed) await written;
      if (!plain.write(chunk)) await Promise.race([once(plain, 'drain'), written]);
    };
    const head: Head = {
      format: formatVersion,
      createdAt: new Date().toISOString(),
      migrations: await listMigrations(client),
    };
    await write(`${JSON.stringify(head)}\n`);
    const tail: Tail = { sequences: {}, rows: {}, ledgerHash: '' };
    for (const table of await listTables(client)) {
      await write(`${JSON.stringify(table)}\n`);
      const hash = createHash('sha256');
      const stream = client.query(copyTo(copyQuery(table)));
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await write(chunk);
      }
      tail.rows[table.table] = stream.rowCount;
      if (table.table === 'transfer') tail.ledgerHash = hash.digest('hex');
      await write(endOfRows);
    }
    const { rows } = await client.query<{ name: string; value: string | null }>(
      `SELECT s.sequencename AS name, s.last_value::text AS value
      FROM pg_sequences s JOIN pg_class c ON c.relname = s.sequencename
      WHERE s.schemaname = 'public' AND c.relnamespace = 'public'::regnamespace
        AND (${isOfOwner} OR has_sequence_privilege(${processRole}, c.oid, 'USAGE'))`,
    );
    for (const { name, value } of rows) if (value !== null) tail.sequences[name] = value;
    await write(`${JSON.stringify(tail)}\n`);
    plain.end();
    await written;
    await client.query('COMMIT');
    const { createdAt, migrations } = head;
    return { tables: tail.rows, migrations, createdAt, ledgerHash: tail.ledgerHash };
  });

/**
 * Fills an empty database from an archive: migrates it to the archive's schema, copies all rows in one
 * transaction, and commits only when counts and the ledger's hash are right. Throws an `ArchiveError` with one
 * line for the operator. `beforeCommit` may refuse what was read by throwing.
 */
export const readArchive = async (
  source: Readable,
  address: DatabaseAddress,
  beforeCommit?: (query: Database['query']) => Promise<void>,
): Promise<ArchiveSummary> => {
  const lines = splitLines(unzip(source));
  const nextLine = async (): Promise<Buffer> => {
    const { value, done } = await lines.next();
    if (done === true) throw new ArchiveError('the archive is truncated');
    return value;
  };
  const head = parseLine<Head>(await nextLine());
  if (head.format !== formatVersion) throw new ArchiveError('this is not an archive of this site');
  await prepareSchema(address, head.migrations);

  return withClient(address, async (client) => {
    const tables = await listTables(client);
    await client.query('BEGIN');
    await refuseFilled(client, tables);
    for (const { table } of tables) await client.query(`ALTER TABLE ${quote(table)} DISABLE TRIGGER USER`);
    // The archive contains the rows that migrations wrote.
    await client.query(
      `DELETE FROM ${tables
        .toReversed()
        .map(({ table }) => quote(table))
        .join('; DELETE FROM ')}`,
    );
    let tail: Tail | undefined;
    const counts: Record<string, number> = {};
    const hash = createHash('sha256');
    while (tail === undefined) {
      const section = parseLine<TableHead | Tail>(await nextLine());
      if (!('table' in section)) tail = section;
      else {
        const rows = await copyIn(client, section, nextLine, section.table === 'transfer' ? hash : undefined);
        counts[section.table] = rows;
      }
    }
    const ledgerHash = hash.digest('hex');
    for (const [table, rows] of Object.entries(tail.rows)) {
      if (counts[table] !== rows)
        throw new ArchiveError(`${table} has ${counts[table]} rows instead of ${rows}`);
    }
    if (ledgerHash !== tail.ledgerHash) throw new ArchiveError('the ledger is not the one that was written');
    for (const [name, value] of Object.entries(tail.sequences)) {
      await client.query(`SELECT setval($1::regclass, $2::bigint)`, [quote(name), value]);
    }
    for (const { table } of tables) await client.query(`ALTER TABLE ${quote(table)} ENABLE TRIGGER USER`);
    await beforeCommit?.(
      async <Row extends object>(statement: Statement) => (await client.query<Row>(statement)).rows,
    );
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return { tables: counts, migrations: head.migrations, createdAt: head.createdAt, ledgerHash };
  });
};

/** Marks, within the transaction of a restore, that the site must not run before the restore is complete. */
export const markUnfinished = async (query: Database['query']): Promise<void> => {
  await query({
    text: 'CREATE TABLE unfinished_restore (at timestamptz DEFAULT clock_timestamp())',
    values: [],
  });
};

export const isUnfinished = async (query: Database['query']): Promise<boolean> => {
  const [row] = await query<{ found: boolean }>({
    text: `SELECT to_regclass('unfinished_restore') IS NOT NULL AS found`,
    values: [],
  });
  return row?.found === true;
};

async function* unzip(source: Readable): AsyncGenerator<Buffer> {
  const plain = new PassThrough();
  const done = pipeline(source, createGunzip(), plain);
  done.catch((error: Error) => plain.destroy(error));
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new ArchiveError(
      `the archive cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Lines with their line feed. Only that byte ends a line: COPY escapes every other kind of break. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      yield data.subarray(start, end + 1);
      start = end + 1;
    }
    rest = data.subarray(start);
  }
  return undefined;
}

const parseLine = <Shape>(line: Buffer): Shape => {
  try {
    return JSON.parse(line.toString()) as Shape;
  } catch {
    throw new ArchiveError('this is not an archive of this site, or it is damaged');
  }
};

const prepareSchema = async (address: DatabaseAddress, migrations: readonly string[]): Promise<void> => {
  if (migrations.length === 0) throw new ArchiveError('the archive names no schema');
  const database = openDatabase({ address, connections: 2, onError: () => undefined });
  try {
    await migrateExactly(database, migrations);
  } finally {
    await database.close();
  }
};

/** Only a database with nothing but the rows of the migrations may be filled. */
const refuseFilled = async (client: pg.Client, tables: readonly TableHead[]): Promise<void> => {
  for (const table of ['player', 'transfer', 'fairness_chain']) {
    if (!tables.some((each) => each.table === table)) continue;
    const { rows } = await client.query(`SELECT FROM ${quote(table)} LIMIT 1`);
    if (rows.length > 0)
      throw new ArchiveError('that database is not empty; an archive is read into an empty one');
  }
};

const copyIn = async (
  client: pg.Client,
  table: TableHead,
  nextLine: () => Promise<Buffer>,
  hash: Hash | undefined,
): Promise<number> => {
  const stream = client.query(copyFrom(copyTarget(table)));
  const finished = once(stream, 'finish');
  finished.catch(() => undefined);
  let rows = 0;
  for (let line = await nextLine(); !line.equals(endOfRows); line = await nextLine()) {
    hash?.update(line);
    rows += 1;
    if (!stream.write(line)) await Promise.race([once(stream, 'drain'), finished]);
  }
  stream.end();
  await finished;
  return rows;
};
