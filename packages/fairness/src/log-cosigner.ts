/** The call `add-checkpoint` of C2SP tlog-witness, on both sides: what a log sends, and what a witness makes of it. */
import { isConsistent } from './log.ts';
import {
  cosignedText,
  encodeCosignature,
  formatBase64,
  parseBase64,
  parseNote,
  signatureLine,
  verifyNote,
  type Checkpoint,
  type VerifierKey,
} from './log-note.ts';
import { readSigned } from './log-witness.ts';

interface AddCheckpoint {
  /** The size of the last checkpoint that the witness has signed; 0 where there is none. */
  oldSize: number;
  /** That the new one follows from it. */
  path: readonly Uint8Array[];
  /** A note. */
  checkpoint: string;
}

const maxPath = 63;

export const formatAddCheckpoint = ({ oldSize, path, checkpoint }: AddCheckpoint): string =>
  `old ${oldSize}\n${path.map((hash) => `${formatBase64(hash)}\n`).join('')}\n${checkpoint}`;

export const parseAddCheckpoint = (body: string): AddCheckpoint | undefined => {
  const match = /^old (0|[1-9]\d{0,15})\n((?:[^\n]+\n)*)\n([^]*)$/.exec(body);
  if (!match) return undefined;
  const lines = (match[2] ?? '').split('\n').slice(0, -1);
  const path = lines.map((line) => parseBase64(line)).filter((hash) => hash?.length === 32);
  if (path.length !== lines.length || lines.length > maxPath) return undefined;
  return { oldSize: Number(match[1]), path: path as Uint8Array[], checkpoint: match[3] ?? '' };
};

export interface Witness {
  key: VerifierKey;
  sign(message: string): Uint8Array;
}

export type Judged =
  | { status: 200; body: string; signed: Checkpoint }
  /** `body` is the size that the witness has signed. */
  | { status: 409; body: string }
  | { status: 400 | 403 | 404 | 422; body: string };

/**
 * `last` is the last checkpoint of that origin which the witness has signed. The new one has to be
 * stored before it is answered.
 */
export const judgeAddCheckpoint = (
  body: string,
  {
    logKey,
    isKnown,
    lastOf,
    witness,
    atSeconds,
  }: {
    /** Called only for an origin that is known. */
    logKey: () => VerifierKey;
    isKnown: (origin: string) => boolean;
    lastOf: (origin: string) => Checkpoint | undefined;
    witness: Witness;
    atSeconds: number;
  },
): Judged => {
  const request = parseAddCheckpoint(body);
  const note = request && parseNote(request.checkpoint);
  if (!request || !note) return { status: 400, body: 'The request is malformed.\n' };
  const [origin = ''] = note.text.split('\n');
  if (!isKnown(origin)) return { status: 404, body: 'The log is unknown here.\n' };
  const checkpoint = readSigned(request.checkpoint, logKey());
  if (typeof checkpoint === 'string') return { status: 403, body: `${checkpoint}\n` };
  const { oldSize, path } = request;
  if (oldSize > checkpoint.size) return { status: 400, body: 'The old size is above the new one.\n' };
  const last = lastOf(origin);
  if (oldSize !== (last?.size ?? 0)) return { status: 409, body: `${last?.size ?? 0}\n` };
  const follows =
    last === undefined || last.size === 0
      ? path.length === 0
      : isConsistent({ oldSize, oldRoot: last.root, size: checkpoint.size, root: checkpoint.root, path });
  if (!follows) return { status: 422, body: 'The checkpoint does not follow from the last one.\n' };
  const signature = witness.sign(cosignedText(note.text, atSeconds));
  return {
    status: 200,
    body: signatureLine(witness.key, encodeCosignature(atSeconds, signature)),
    signed: checkpoint,
  };
};

/**
 * The signature in the answer of a witness, behind its key's id; undefined where it is not the witness's own, or
 * wrong.
 */
export const readCosignature = (
  checkpoint: string,
  answer: string,
  key: VerifierKey,
): Uint8Array | undefined => {
  const note = parseNote(`${checkpoint}${answer}`);
  if (!note || verifyNote(note, key).is !== 'valid') return undefined;
  return note.signatures.findLast(({ name, signature }) => name === key.name && signature.length === 72)
    ?.signature;
};
