/** The log's newest checkpoint as it is published: a note with the site's signature and those of witnesses. */
import { checkpointText, signatureLine, type VerifierKey } from '@fairground/fairness/log-note';
import { parseVerifierKey } from '@fairground/fairness/log-note';
import type { Database } from '../../platform/database/database.ts';
import { findSigningKey } from './sql/signing-key.sql.ts';
import * as sql from './sql/log.sql.ts';

type Query = Database['query'];

export interface PublishedCheckpoint {
  origin: number;
  name: string;
  size: number;
  at: Date;
  /** Without signatures. */
  text: string;
  /** With the signature of the site alone. */
  note: string;
}

/** The key under which an origin is known: its name is the origin. */
export const originKey = (name: string, publicKey: Uint8Array): VerifierKey => ({
  name,
  type: 'note',
  publicKey,
});

/** The newest one of an origin, or of the newest origin. */
export const publishedNote = async (
  query: Query,
  origin: number | null = null,
): Promise<PublishedCheckpoint | undefined> => {
  const [row, key] = await Promise.all([
    sql.findCheckpoint.first(query, { origin }),
    findSigningKey.first(query),
  ]);
  if (!row || !key) return undefined;
  const size = Number(row.size);
  const text = checkpointText({ origin: row.name, size, root: row.root });
  const note = `${text}\n${signatureLine(originKey(row.name, key.public_key), row.signature)}`;
  return { origin: row.origin, name: row.name, size, at: row.at, text, note };
};

/** A checkpoint's note with the lines of the witnesses that have answered. */
export const cosignedNote = async (
  query: Query,
  { origin, size, note }: PublishedCheckpoint,
): Promise<string> => {
  const rows = await sql.readCosignatures.run(query, { origin, size: BigInt(size) });
  const lines = rows.map(({ witness, signature }) => {
    const key = parseVerifierKey(witness);
    return key ? signatureLine(key, signature) : '';
  });
  return `${note}${lines.join('')}`;
};
