/** A public log as files, made from its entries: what a site would serve below /log. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson, type CanonicalValue } from '@fairground/fairness/canonical-json';
import { growTree, hashEntry } from '@fairground/fairness/log';
import { merklePath, merkleRoot } from '@fairground/fairness/merkle';
import {
  checkpointText,
  cosignedText,
  encodeCosignature,
  formatVerifierKey,
  signatureLine,
  type VerifierKey,
} from '@fairground/fairness/log-note';
import { encodeEntries, tilePath, tileWidth } from '@fairground/fairness/log-tiles';

export interface TestSigner {
  key: VerifierKey;
  verifierKey: string;
  sign: (message: string | Uint8Array) => Uint8Array;
}

export const createSigner = (
  nameOf: (publicKey: Uint8Array) => string,
  type: VerifierKey['type'] = 'note',
): TestSigner => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  const key = { name: nameOf(bytes), type, publicKey: bytes };
  return {
    key,
    verifierKey: formatVerifierKey(key),
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  };
};

/** Gives the signer's key another name. */
export const renamed = (signer: TestSigner, name: string): TestSigner => {
  const key = { ...signer.key, name };
  return { ...signer, key, verifierKey: formatVerifierKey(key) };
};

export type LogEntry = { readonly [field: string]: CanonicalValue };

export interface LogSigners {
  log: TestSigner;
  witness: TestSigner;
}

export const witnessedAt = Date.UTC(2026, 10, 26) / 1_000;

/** By their paths: the checkpoint, bundles of entries, tiles of all levels. */
export const publishLog = (
  entries: readonly LogEntry[],
  { log, witness }: LogSigners,
): Map<string, Uint8Array> => {
  const bodies = entries.map((entry) => Buffer.from(canonicalJson(entry)));
  const files = new Map<string, Uint8Array>();
  const putTiles = (level: number | 'entries', parts: readonly Uint8Array[], join: typeof encodeEntries) => {
    for (let first = 0; first < parts.length; first += tileWidth) {
      const own = parts.slice(first, first + tileWidth);
      files.set(tilePath({ level, index: first / tileWidth, width: own.length }), join(own));
    }
  };
  putTiles('entries', bodies, encodeEntries);
  let hashes: readonly Uint8Array[] = bodies.map(hashEntry);
  const root = rootOf(hashes);
  for (let level = 0; hashes.length > 0; level += 1) {
    putTiles(level, hashes, (own) => Buffer.concat(own));
    const full = Math.floor(hashes.length / tileWidth);
    const below = hashes;
    hashes = Array.from({ length: full }, (_, at) =>
      rootOf(below.slice(at * tileWidth, (at + 1) * tileWidth)),
    );
  }
  const text = checkpointText({ origin: log.key.name, size: entries.length, root });
  const cosignature = encodeCosignature(witnessedAt, witness.sign(cosignedText(text, witnessedAt)));
  const lines = signatureLine(log.key, log.sign(text)) + signatureLine(witness.key, cosignature);
  files.set('checkpoint', Buffer.from(`${text}\n${lines}`));
  return files;
};

const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => {
  const tree = growTree();
  for (const hash of hashes) tree.push(hash);
  return tree.root();
};

/** The receipt of a bet that was committed together with another one. */
export const signReceipt = (
  signer: TestSigner,
  signed: { at: string; bet: LogEntry; kind: string },
): LogEntry => {
  const site = signer.key.name.split('/').slice(0, 2).join('/');
  const leaves = [canonicalJson({ ...signed, site, v: 1 }), 'another'];
  const root = merkleRoot(leaves);
  const message = Buffer.concat([Buffer.from('fairground-receipt/v1\n'), Buffer.from(root, 'hex')]);
  return {
    ...signed,
    batchRoot: root,
    key: Buffer.from(signer.key.publicKey).toString('hex'),
    path: (merklePath(leaves, 0) ?? []).map((step) => ({ ...step })),
    sig: Buffer.from(signer.sign(message)).toString('hex'),
    site,
    v: 1,
  };
};

/** As it is handed out. */
export const encodeReceipt = (receipt: LogEntry): string =>
  Buffer.from(canonicalJson(receipt)).toString('base64url');
