/**
 * What a witness of a log keeps and compares: the hash of every entry it has seen. It follows the log from checkpoint
 * to checkpoint, and if one does not follow from the last it says what was done to the log.
 */
import { areEqual, growTree, type GrowingTree } from './log.ts';
import { parseCheckpoint, parseNote, verifyNote, type Checkpoint, type VerifierKey } from './log-note.ts';

/** The hashes of the entries of a log, from one index to another. */
export type ReadHashes = (from: number, to: number) => Promise<readonly Uint8Array[]>;

export interface Seen {
  origin: string;
  /** Over the entries under the last checkpoint. */
  tree: GrowingTree;
  /** Their hashes, as they were seen. */
  read: ReadHashes;
}

export type Witnessed =
  | { ok: true; tree: GrowingTree; added: readonly Uint8Array[] }
  | { ok: false; fault: string };

const fault = (text: string): Witnessed => ({ ok: false, fault: text });

/** A checkpoint that the log's key has signed; a text with what is wrong otherwise. */
export const readSigned = (note: string, key: VerifierKey): Checkpoint | string => {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !checkpoint) return 'The checkpoint is malformed.';
  const { is } = verifyNote(parsed, { ...key, name: checkpoint.origin });
  if (is === 'absent') return `The checkpoint is not signed by the key of ${key.name}.`;
  if (is === 'wrong') return 'The signature of the checkpoint is wrong.';
  return checkpoint;
};

export const rootOfHashes = (hashes: readonly Uint8Array[]): Uint8Array => {
  const tree = growTree();
  for (const hash of hashes) tree.push(hash);
  return tree.root();
};

/**
 * Whether a checkpoint of the same origin follows from what was seen; its signature is verified before.
 * `readNow` reads what the log shows now. `others` are checkpoints of the log that came another way: each of
 * them has to be on the way, too.
 */
export const follow = async (
  seen: Seen,
  { size, root }: Checkpoint,
  readNow: ReadHashes,
  others: readonly Checkpoint[] = [],
): Promise<Witnessed> => {
  const before = seen.tree.size;
  if (size < before) {
    const isPart = areEqual(rootOfHashes(await seen.read(0, size)), root);
    return fault(
      `The log was rolled back: it had ${before} entries, and its checkpoint is over ` +
        `${size}${isPart ? '' : ' others'}.`,
    );
  }
  const tree = growTree(seen.tree.nodes());
  const added = await readNow(before, size);
  const isFork = size === before && !areEqual(tree.root(), root);
  for (const hash of added) {
    tree.push(hash);
    const other = others.find((each) => each.size === tree.size);
    if (other && !areEqual(other.root, tree.root())) return forkOf(other.size);
  }
  if (areEqual(tree.root(), root)) return { ok: true, tree, added };
  const now = await readNow(0, size);
  if (!isFork && !areEqual(rootOfHashes(now), root)) {
    return fault(`The log's tiles are not those of its checkpoint over ${size} entries.`);
  }
  const change = describeChange(await seen.read(0, before), now);
  return fault(
    isFork
      ? `The log has forked: there are two checkpoints over ${size} entries. ${change}`
      : `The log's past is not what it was. ${change}`,
  );
};

const forkOf = (size: number): Witnessed =>
  fault(
    `The log has forked: the checkpoint over ${size} entries that was sent here is not the one that others see.`,
  );

/** What was done to entries that were seen. */
const describeChange = (before: readonly Uint8Array[], now: readonly Uint8Array[]): string => {
  const first = before.findIndex((hash, at) => !isAt(now, at, hash));
  if (first === -1) return 'Its tiles still have the entries that were seen.';
  const places = before.slice(first).map((hash) => now.findIndex((each) => areEqual(each, hash)));
  const [place = -1] = places;
  if (places.every((each) => each !== -1)) {
    const isShifted = places.every((each, at) => each === place + at);
    return isShifted
      ? `Something was inserted before entry ${first}.`
      : `Entries were put in another order: entry ${first} is now entry ${place}.`;
  }
  const following = before[first + 1];
  if (place === -1 && following !== undefined && isAt(now, first, following))
    return `Entry ${first} was dropped.`;
  return `Entry ${first} was changed.`;
};

const isAt = (hashes: readonly Uint8Array[], at: number, hash: Uint8Array): boolean => {
  const found = hashes[at];
  return found !== undefined && areEqual(found, hash);
};
