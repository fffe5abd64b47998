/** Encrypts seeds at rest (AES-256-GCM) with a key that is a file outside the database. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from '../files.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Rows of a table whose column `sealed` contains sealed bytes, and the SQL expression over a row that gives the context
 * they were sealed with: so the key can be checked against them, and replaced.
 */
export interface SealedRows {
  table: string;
  context: string;
}

/** The key file is missing, damaged or another one. The message is one line for the operator. */
export class SealKeyError extends Error {
  override name = 'SealKeyError';
}

/** Identifies a key and discloses nothing of it. */
export const fingerprintOf = (key: Buffer): Buffer => deriveKey(key, 'fairground/seed-key/fingerprint');

export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  createHmac('sha256', key).update(purpose).digest();

/** The key in a file of 64 hex digits, or undefined where there is no file. */
export const readSealKey = async (path: string): Promise<Buffer | undefined> => {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw new SealKeyError(`The seed key ${path} cannot be read: ${(error as Error).message}`);
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new SealKeyError(`${path} does not hold a key of 64 hex digits`);
  return Buffer.from(text, 'hex');
};

/**
 * Writes a new key, readable by its owner alone, where there is none. The file appears with its complete content, so
 * that of several processes that start together each reads the same key.
 */
export const createSealKey = async (path: string): Promise<{ key: Buffer; isNew: boolean }> => {
  const unfinished = await writeKey(path, randomBytes(keyBytes));
  try {
    await link(unfinished, path);
    await syncFolder(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const key = await readSealKey(path);
    if (key) return { key, isNew: false };
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  const key = await readSealKey(path);
  if (!key) throw new SealKeyError(`${path} disappeared as soon as it was written`);
  return { key, isNew: true };
};

/** Writes this key to the file, replacing an existing one. */
export const replaceSealKey = async (path: string, key: Buffer): Promise<void> => {
  await rename(await writeKey(path, key), path);
  await syncFolder(path);
};

const writeKey = async (path: string, key: Buffer): Promise<string> => {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return unfinished;
};

/** A file's name outlives a power cut once its folder is synced. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

export const createSeal = (key: Buffer) => ({
  close(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  },
  /** Throws where key, context or bytes are not the ones that were sealed. */
  open(sealed: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  },
});

export type Seal = ReturnType<typeof createSeal>;
