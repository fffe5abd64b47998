/**
 * Receipts: the site's signature on a bet that it has accepted. The bets that are committed together are the leaves of
 * a small tree, and its root is signed, so that one signature is enough for all of them. A receipt convicts a site
 * that leaves the bet out of the seal of its round. The format is in docs/fairness.md.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isWellFormed } from './canonical-json.ts';
import { formatHex, parseHex } from './hex.ts';
import { provesInclusion, type PathStep } from './merkle.ts';
import { leafText, type LeafValue } from './sealed.ts';

/** What a receipt says of a bet. */
export interface ReceiptSubject {
  /** When it was placed, on the clock of the database. */
  at: string;
  /** RFC 8785 JSON: the leaf of its round's seal, or what its result is drawn from. */
  bet: string;
  /** The wire id of the game. */
  kind: string;
}

/** What the receipts of one batch have in common. Bytes are lower-case hex. */
export interface ReceiptSignature {
  batchRoot: string;
  /** The site's public key. */
  key: string;
  sig: string;
  site: string;
}

export interface Receipt extends ReceiptSignature {
  at: string;
  bet: Readonly<Record<string, LeafValue>>;
  kind: string;
  path: readonly PathStep[];
  v: typeof version;
}

const version = 1;

/** A site is named by its key, also after a restore. */
export const siteOf = (publicKey: Uint8Array): string =>
  `fairground/${formatHex(sha256(publicKey)).slice(0, 16)}`;

/** RFC 8785 JSON of what is hashed. */
export const receiptLeaf = (site: string, { at, bet, kind }: ReceiptSubject): string =>
  `{"at":"${at}","bet":${bet},"kind":"${kind}","site":"${site}","v":${version}}`;

const signedPrefix = utf8ToBytes('fairground-receipt/v1\n');

export const receiptMessage = (batchRoot: Uint8Array): Uint8Array => concatBytes(signedPrefix, batchRoot);

/** RFC 8785 JSON, which is sent as base64url. All of it is ASCII. `steps` are the texts of `stepJson`. */
export const receiptJson = (
  { at, bet, kind }: ReceiptSubject,
  steps: string,
  { batchRoot, key, sig, site }: ReceiptSignature,
): string =>
  `{"at":"${at}","batchRoot":"${batchRoot}","bet":${bet},"key":"${key}","kind":"${kind}",` +
  `"path":[${steps.slice(1)}],"sig":"${sig}","site":"${site}","v":${version}}`;

/** A step of its path, after a comma. */
export const stepJson = ({ side, hash }: PathStep): string => `,{"hash":"${hash}","side":"${side}"}`;

export type ReceiptFault =
  /** Not a receipt, or one that is spelled differently. */
  | 'malformed'
  /** The key is not the one that the site is named by. */
  | 'other_site'
  /** The bet is not under the root that was signed. */
  | 'other_bet'
  | 'wrong_signature';

export type ReceiptVerdict = { ok: true; receipt: Receipt } | { ok: false; fault: ReceiptFault };

/** Verifies Ed25519, by RFC 8032. */
export type VerifySignature = (
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/** Checks everything that a receipt says by itself. */
export const verifyReceipt = async (
  text: string,
  verifySignature: VerifySignature,
): Promise<ReceiptVerdict> => {
  const receipt = parseReceipt(text);
  const key = bytesOf(receipt?.key, 32);
  const root = bytesOf(receipt?.batchRoot, 32);
  const signature = bytesOf(receipt?.sig, 64);
  if (!receipt || !key || !root || !signature) return { ok: false, fault: 'malformed' };
  if (siteOf(key) !== receipt.site) return { ok: false, fault: 'other_site' };
  const leaf = receiptLeaf(receipt.site, subjectOf(receipt));
  if (!provesInclusion(leaf, receipt.path, receipt.batchRoot)) return { ok: false, fault: 'other_bet' };
  const isSigned = await verifySignature(signature, new Uint8Array(receiptMessage(root)), key);
  return isSigned ? { ok: true, receipt } : { ok: false, fault: 'wrong_signature' };
};

const bytesOf = (hex: string | undefined, length: number): Uint8Array<ArrayBuffer> | null => {
  const bytes = parseHex(hex ?? '', length);
  return bytes && new Uint8Array(bytes);
};

const subjectOf = ({ at, bet, kind }: Receipt): ReceiptSubject => ({ at, bet: leafText(bet), kind });

/** Null where the text is not a receipt, to the byte. */
export const parseReceipt = (text: string): Receipt | null => {
  const receipt = readJson(text);
  if (!isReceipt(receipt)) return null;
  const again = receiptJson(subjectOf(receipt), receipt.path.map(stepJson).join(''), receipt);
  return encode(again) === text ? receipt : null;
};

const isReceipt = (input: unknown): input is Receipt => {
  if (!isObject(input)) return false;
  const { at, batchRoot, bet, key, kind, path, sig, site, v } = input;
  return (
    [batchRoot, key, sig].every((bytes) => typeof bytes === 'string' && parseHex(bytes) !== null) &&
    typeof at === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) &&
    typeof kind === 'string' &&
    /^[A-Za-z]+$/.test(kind) &&
    typeof site === 'string' &&
    /^fairground\/[0-9a-f]{16}$/.test(site) &&
    v === version &&
    isObject(bet) &&
    typeof bet['id'] === 'string' &&
    Object.keys(bet).every(isWellFormed) &&
    Object.values(bet).every(isLeafValue) &&
    Array.isArray(path) &&
    path.every(isStep)
  );
};

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

const isLeafValue = (input: unknown): input is LeafValue =>
  input === null ||
  (typeof input === 'string' && isWellFormed(input)) ||
  Number.isFinite(input) ||
  (Array.isArray(input) && input.every(Number.isFinite));

const isStep = (input: unknown): input is PathStep =>
  isObject(input) &&
  (input['side'] === 'left' || input['side'] === 'right') &&
  typeof input['hash'] === 'string' &&
  parseHex(input['hash'], 32) !== null;

const maxLength = 20_000;

const readJson = (text: string): unknown => {
  if (text.length > maxLength) return null;
  try {
    return JSON.parse(decode(text));
  } catch {
    return null;
  }
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** From base64url. */
const decode = (text: string): string => {
  let decoded = '';
  let bits = 0;
  let count = 0;
  for (const digit of text) {
    bits = ((bits << 6) | digits.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += String.fromCharCode((bits >> count) & 0xff);
  }
  return decoded;
};

/** As base64url. Null if it is not ASCII. */
const encode = (json: string): string | null => {
  let encoded = '';
  let bits = 0;
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code > 0x7f) return null;
    bits = ((bits << 8) | code) & 0xffff;
    for (count += 8; count >= 6; count -= 6) encoded += digits[(bits >> (count - 6)) & 0x3f];
  }
  return count === 0 ? encoded : encoded + digits[(bits << (6 - count)) & 0x3f];
};
