/** Encrypts seeds at rest with a key that is not in the database (AES-256-GCM). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export interface Seal {
  close(plain: Uint8Array, context: string): Buffer;
  /** Throws where key, context or bytes are not the ones that were sealed. */
  open(sealed: Uint8Array, context: string): Buffer;
}

/** Reads the key file as 64 hex digits, and makes it (readable by its owner alone) when it is missing. */
export const readSealKey = async (path: string): Promise<Buffer> => {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} does not hold a key of 64 hex digits`);
  return Buffer.from(text, 'hex');
};

export const createSeal = (key: Buffer): Seal => ({
  close(plain, context) {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  },
  open(sealed, context) {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  },
});
