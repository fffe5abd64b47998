/**
 * Checkpoints of the log: signed notes with Ed25519 signatures and cosignatures, as C2SP signed-note, tlog-checkpoint
 * and tlog-cosignature have them.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { areEqual } from './log.ts';

/** In Node and in browsers, whose types this package does without. */
declare const atob: (base64: string) => string;
declare const btoa: (binary: string) => string;

/** What a key signs: notes, or checkpoints with the time at which a witness saw them. */
export type SignatureType = 'note' | 'cosignature';

const typeBytes = { note: 1, cosignature: 4 } as const;

export interface VerifierKey {
  name: string;
  type: SignatureType;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

export interface Checkpoint {
  origin: string;
  size: number;
  /** 32 bytes. */
  root: Uint8Array;
}

export interface SignedNote {
  /** With the line feed at its end. */
  text: string;
  signatures: readonly { name: string; keyId: Uint8Array; signature: Uint8Array }[];
}

/** Standard base64 with padding, and nothing else; undefined otherwise. */
export const parseBase64 = (text: string): Uint8Array | undefined => {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
  return formatBase64(bytes) === text ? bytes : undefined;
};

export const formatBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const material = ({ type, publicKey }: VerifierKey): Uint8Array =>
  concatBytes(Uint8Array.of(typeBytes[type]), publicKey);

export const keyIdOf = (key: VerifierKey): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${key.name}\n`), material(key))).subarray(0, 4);

/** `name+id+key`, by which others know a key. */
export const formatVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${bytesToHex(keyIdOf(key))}+${formatBase64(material(key))}`;

export const parseVerifierKey = (text: string): VerifierKey | undefined => {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text);
  const bytes = match && parseBase64(match[3] ?? '');
  if (!match || !bytes || bytes.length !== 33) return undefined;
  const type =
    bytes[0] === typeBytes.note ? 'note' : bytes[0] === typeBytes.cosignature ? 'cosignature' : null;
  if (type === null) return undefined;
  const key: VerifierKey = { name: match[1] ?? '', type, publicKey: bytes.subarray(1) };
  return bytesToHex(keyIdOf(key)) === match[2] ? key : undefined;
};

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${formatBase64(root)}\n`;

export const parseCheckpoint = (text: string): Checkpoint | undefined => {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*$/.exec(text);
  const root = match && parseBase64(match[3] ?? '');
  if (!match || root?.length !== 32) return undefined;
  return { origin: match[1] ?? '', size: Number(match[2]), root };
};

export const signatureLine = (key: VerifierKey, signature: Uint8Array): string =>
  `— ${key.name} ${formatBase64(concatBytes(keyIdOf(key), signature))}\n`;

/** A text with signature lines; undefined where it is malformed. */
export const parseNote = (note: string): SignedNote | undefined => {
  const end = note.lastIndexOf('\n\n');
  if (end < 1 || !note.endsWith('\n')) return undefined;
  const signatures: SignedNote['signatures'][number][] = [];
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const match = /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/.exec(line);
    const bytes = match && parseBase64(match[2] ?? '');
    if (!match || !bytes || bytes.length < 5) return undefined;
    signatures.push({ name: match[1] ?? '', keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) });
  }
  return { text: note.slice(0, end + 1), signatures };
};

/** What a witness signs: that the checkpoint was the largest one it knew at this time, in seconds since 1970. */
export const cosignedText = (text: string, atSeconds: number): string =>
  `cosignature/v1\ntime ${atSeconds}\n${text}`;

/** A time and a signature, as they stand behind the key's id. */
export const encodeCosignature = (atSeconds: number, signature: Uint8Array): Uint8Array => {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(atSeconds));
  return concatBytes(time, signature);
};

export type SignatureVerdict =
  | { is: 'valid'; /** When a cosignature was made, in seconds since 1970. */ atSeconds: number | null }
  | { is: 'absent' }
  | { is: 'wrong' };

/** Whether the note has a valid signature of the key. One of the key's that is wrong spoils the note. */
export const verifyNote = ({ text, signatures }: SignedNote, key: VerifierKey): SignatureVerdict => {
  const own = signatures.filter(({ name, keyId }) => name === key.name && areEqual(keyId, keyIdOf(key)));
  let verdict: SignatureVerdict = { is: 'absent' };
  for (const { signature } of own) {
    const timed = key.type === 'cosignature';
    if (signature.length !== (timed ? 72 : 64)) return { is: 'wrong' };
    const atSeconds = timed
      ? Number(new DataView(signature.buffer, signature.byteOffset, 8).getBigUint64(0))
      : null;
    const message = atSeconds === null ? text : cosignedText(text, atSeconds);
    if (!isSigned(signature.slice(-64), message, key.publicKey)) return { is: 'wrong' };
    verdict = { is: 'valid', atSeconds };
  }
  return verdict;
};

const isSigned = (signature: Uint8Array, message: string, publicKey: Uint8Array): boolean => {
  try {
    return ed25519.verify(signature, utf8ToBytes(message), publicKey);
  } catch {
    return false; // No point of the curve.
  }
};
