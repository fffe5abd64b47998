/**
 * The key of the sealed seeds, checked against the database before anything is sealed or opened with it. The
 * database knows the key by its fingerprint. A new one adopts the first key.
 */
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import {
  createSeal,
  createSealKey,
  deriveKey,
  fingerprintOf,
  readSealKey,
  replaceSealKey,
  SealKeyError,
  type Seal,
  type SealedRows,
} from '../../platform/secrets/seal.ts';
import { composeSealed } from './composed-sealed.ts';
import * as sql from './sql/seed-key.sql.ts';

type Query = Database['query'];

export interface SeedKeyDeps {
  query: Query;
  /** The key file. */
  path: string;
}

export interface SeedKey {
  seal: Seal;
  /** Hashes the entries of the list of closed accounts. */
  closingKey: Buffer;
}

const closingContext = 'seed-key|closing';
const closingPurpose = 'fairground/closed-accounts';

/** A rotation that was interrupted after its commit left the right key here. */
const nextPath = (path: string): string => `${path}.next`;

const short = (fingerprint: Buffer): string => fingerprint.toString('hex', 0, 4);

/**
 * Whether a key is the one of the database; null where nothing was ever sealed. Needs no configured key, so that a
 * restore can check one before it commits.
 */
export const keyFits = async (query: Query, key: Buffer): Promise<boolean | null> => {
  const row = await sql.findSeedKey.first(query);
  return row ? row.fingerprint.equals(fingerprintOf(key)) : null;
};

/**
 * The seal of this database's seeds. Creates the key file only where nothing was ever sealed. Throws a
 * `SealKeyError` that names the file that is needed.
 */
export const openSeedKey = async ({ query, path }: SeedKeyDeps): Promise<SeedKey> => {
  const row = await sql.findSeedKey.first(query);
  if (row) return toSeedKey(await requireKey(path, row.fingerprint), row);
  const found = await readSealKey(path);
  const { key, isNew } = found ? { key: found, isNew: false } : await createSealKey(path);
  const adopted = await adopt(query, key);
  if (!adopted.fingerprint.equals(fingerprintOf(key))) {
    // Another process was first, with another key; nothing was sealed with this one.
    if (isNew) await rm(path, { force: true });
    throw wrongKey(path, key, adopted.fingerprint);
  }
  return toSeedKey(key, adopted);
};

const toSeedKey = (key: Buffer, { sealed_closing_key: sealed }: RowOf<typeof sql.findSeedKey>): SeedKey => {
  const seal = createSeal(key);
  return { seal, closingKey: seal.open(sealed, closingContext) };
};

const wrongKey = (path: string, key: Buffer, wanted: Buffer): SealKeyError =>
  new SealKeyError(
    `The seed key ${path} (fingerprint ${short(fingerprintOf(key))}) is not the one of this database ` +
      `(fingerprint ${short(wanted)}): put that file there, or name it in SEED_KEY_FILE`,
  );

const requireKey = async (path: string, wanted: Buffer): Promise<Buffer> => {
  const fits = (key: Buffer | undefined): key is Buffer =>
    key !== undefined && fingerprintOf(key).equals(wanted);
  const key = await readSealKey(path);
  if (fits(key)) return key;
  const next = await readSealKey(nextPath(path));
  if (fits(next)) {
    await rename(nextPath(path), path);
    return next;
  }
  if (key) throw wrongKey(path, key, wanted);
  throw new SealKeyError(
    `The seed key ${path} is missing: put the key of this database (fingerprint ${short(wanted)}) ` +
      'there, or name it in SEED_KEY_FILE',
  );
};

/** The fingerprint that is stored after this: this key's, or that of a process that was first. */
const adopt = async (query: Query, key: Buffer): Promise<RowOf<typeof sql.findSeedKey>> => {
  const closingKey = deriveKey(key, closingPurpose);
  await sql.adoptSeedKey.run(query, {
    fingerprint: fingerprintOf(key),
    sealedClosingKey: createSeal(key).close(closingKey, closingContext),
  });
  const row = await sql.findSeedKey.first(query);
  if (!row) throw new Error('the fingerprint of the seed key is missing after it was written');
  return row;
};

const rowsPerPage = 1_000;

/**
 * Seals everything again with a new key, in one transaction, and puts that key in the place of the old file. No site
 * may be running on the database. Where it is interrupted, the next start finds either the old key still right, or
 * the new one next to it. Returns how many values were sealed again.
 */
export const rotateSeedKey = async (
  database: Pick<Database, 'transaction'>,
  deps: SeedKeyDeps & { sealedRows: readonly SealedRows[]; randomKey?: () => Buffer },
): Promise<{ resealed: number; fingerprint: string }> => {
  const { path, sealedRows, randomKey = () => randomBytes(32) } = deps;
  const old = await openSeedKey(deps);
  const key = randomKey();
  const seal = createSeal(key);
  await rm(nextPath(path), { force: true });
  await replaceSealKey(nextPath(path), key);
  const resealed = await database.transaction(async (query) => {
    await query({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0', values: [] });
    let count = 0;
    for (const rows of sealedRows) count += await resealTable(query, rows, { from: old.seal, to: seal });
    await sql.replaceSeedKey.run(query, {
      fingerprint: fingerprintOf(key),
      sealedClosingKey: seal.close(old.closingKey, closingContext),
    });
    return count;
  });
  await rename(nextPath(path), path);
  return { resealed, fingerprint: short(fingerprintOf(key)) };
};

/** Triggers that protect published rows from changes do not concern the sealing. */
const resealTable = async (query: Query, rows: SealedRows, { from, to }: { from: Seal; to: Seal }) => {
  const { table } = rows;
  const { readAll, replace } = composeSealed(rows);
  await query({ text: `ALTER TABLE ${table} DISABLE TRIGGER USER`, values: [] });
  let count = 0;
  for await (const page of readAll.readPages(query, rowsPerPage, {})) {
    count += page.length;
    await replace.run(query, {
      places: page.map(({ place }) => place),
      sealed: page.map(({ sealed, context }) => to.close(from.open(sealed, context), context)),
    });
  }
  await query({ text: `ALTER TABLE ${table} ENABLE TRIGGER USER`, values: [] });
  return count;
};
