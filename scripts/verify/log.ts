/** The public log as files: its checkpoint, and that every entry and every tile leads to the checkpoint's root. */
import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { areEqual, emptyLogRoot, growTree, hashEntry } from '@fairground/fairness/log';
import {
  formatVerifierKey,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyNote,
  type Checkpoint,
  type SignedNote,
  type VerifierKey,
} from '@fairground/fairness/log-note';
import type { LogTexts } from '@fairground/fairness/log-check';
import { decodeEntries, hashesOf, tilePath, tileWidth, widthIn } from '@fairground/fairness/log-tiles';
import type { ReadFile } from './source.ts';

/** Something that does not hold, as a sentence. */
export class LogProblem extends Error {}

function need(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new LogProblem(sentence);
}

export interface LogOptions {
  read: ReadFile;
  /** The log's verifier key. */
  key: string;
  /** A file with the checkpoint that was seen last: it must be in the log, and is replaced. */
  keep?: string | undefined;
}

/** Throws a `LogProblem` where the log is not what its checkpoints promise. */
export const readLog = async ({ read, key: keyText, keep }: LogOptions) => {
  const key = parseVerifierKey(keyText);
  need(key?.type === 'note', 'the verifier key is damaged');
  const bytes = await read('checkpoint');
  need(bytes !== undefined, 'there is no checkpoint');
  const text = new TextDecoder().decode(bytes);
  const { note, checkpoint } = openNote(text, key);
  const marked = /^fairground\/([0-9a-f]{16})\/[1-9]\d*$/.exec(checkpoint.origin)?.[1];
  const isOwn = marked === undefined || hash('sha256', key.publicKey).startsWith(marked);
  need(isOwn, 'the origin does not name the key');
  const entries = await readEntries(read, checkpoint.size);
  const hashes = entries.map(hashEntry);
  await checkTiles(read, hashes);
  need(
    areEqual(rootOf(hashes), checkpoint.root),
    "the entries do not lead to the checkpoint's root: one was changed, moved or taken out",
  );
  const texts = entries.map((entry) => new TextDecoder().decode(entry));
  if (keep !== undefined) {
    const kept = await readFile(keep, 'utf8').catch(() => undefined);
    if (kept !== undefined) checkKept(kept, key, { checkpoint, hashes, first: texts[0] });
    await writeFile(keep, text);
  }
  return { checkpoint, note, entries: texts };
};

export type PublishedLog = Awaited<ReturnType<typeof readLog>>;

/**
 * The entries from the bundle that has this one to the end; the tree's upper tiles show that they
 * are those of the checkpoint.
 */
export const readLogFrom = async (
  { read, key: keyText }: LogOptions,
  first: number,
): Promise<{ checkpoint: Checkpoint; first: number; entries: string[] }> => {
  const key = parseVerifierKey(keyText);
  need(key?.type === 'note', 'the verifier key is damaged');
  const bytes = await read('checkpoint');
  need(bytes !== undefined, 'there is no checkpoint');
  const { checkpoint } = openNote(new TextDecoder().decode(bytes), key);
  const { size } = checkpoint;
  const bundles: Uint8Array[] = [];
  for (let index = 0; widthIn(size, 1, index) > 0; index += 1)
    bundles.push(...hashesOf(await readTile(read, 1, index, widthIn(size, 1, index))));
  const begin = Math.floor(Math.min(first, size) / tileWidth);
  const entries: Uint8Array[] = [];
  for (let index = begin; widthIn(size, 0, index) > 0; index += 1) {
    const width = widthIn(size, 0, index);
    const found = decodeOrNone(await readTile(read, 'entries', index, width)).slice(0, width);
    const root = rootOf(found.map(hashEntry));
    const isPromised = width < tileWidth || areEqual(root, bundles[index] ?? emptyLogRoot);
    need(
      found.length === width && isPromised,
      `entries ${index * tileWidth} to ${index * tileWidth + width - 1} are not those of their tile`,
    );
    if (width < tileWidth) bundles.push(root);
    entries.push(...found);
  }
  need(areEqual(rootOf(bundles), checkpoint.root), "the entries do not lead to the checkpoint's root");
  return {
    checkpoint,
    first: begin * tileWidth,
    entries: entries.map((entry) => new TextDecoder().decode(entry)),
  };
};

/** The log, and those that restores left behind, the oldest first. */
export const readLogs = async (
  options: LogOptions,
): Promise<{ log: PublishedLog; before: readonly LogTexts[] }> => {
  const log = await readLog(options);
  const before: LogTexts[] = [];
  for (let { entries, checkpoint } = log; ;) {
    const previous = previousOf(entries[0]);
    const key = parseVerifierKey(options.key);
    if (!key || !previous?.checkpoint) return { log, before };
    const { origin } = previous;
    const n = numberOf(origin);
    need(n > 0 && n < numberOf(checkpoint.origin), `the restore names ${origin}, which is no log before it`);
    const named = openNote(previous.checkpoint, { ...key, name: origin }).checkpoint;
    const read: ReadFile = (path) => options.read(`${n}/${path}`);
    ({ entries, checkpoint } = await readLog({ read, key: formatVerifierKey({ ...key, name: origin }) }));
    const isNamed = checkpoint.size === named.size && areEqual(checkpoint.root, named.root);
    need(isNamed, `the log ${origin} does not end with the checkpoint that the restore names`);
    before.unshift({ origin, entries });
  }
};

/** 0 for what is no origin. */
const numberOf = (origin: string): number =>
  Number(/^fairground\/[0-9a-f]{16}\/([1-9]\d*)$/.exec(origin)?.[1] ?? 0);

const openNote = (text: string, key: VerifierKey): { note: SignedNote; checkpoint: Checkpoint } => {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  need(note !== undefined && checkpoint !== undefined, 'the checkpoint is not a signed note of a log');
  const { origin } = checkpoint;
  need(origin === key.name, `the checkpoint is one of ${origin}, and the key is that of ${key.name}`);
  need(verifyNote(note, key).is === 'valid', "the checkpoint's signature is wrong");
  return { note, checkpoint };
};

/** A partial tile may be gone once the complete one is there. */
const readTile = async (read: ReadFile, level: number | 'entries', index: number, width: number) => {
  const path = tilePath({ level, index, width });
  const tile = (await read(path)) ?? (await read(tilePath({ level, index, width: tileWidth })));
  need(tile !== undefined, `the log lacks ${path}`);
  return tile;
};

const readEntries = async (read: ReadFile, size: number): Promise<Uint8Array[]> => {
  const entries: Uint8Array[] = [];
  while (entries.length < size) {
    const first = entries.length;
    const width = widthIn(size, 0, first / tileWidth);
    const bundle = await readTile(read, 'entries', first / tileWidth, width);
    const found = decodeOrNone(bundle).slice(0, width);
    need(found.length === width, `entries ${first} to ${first + width - 1}: one is missing`);
    entries.push(...found);
  }
  return entries;
};

const decodeOrNone = (bundle: Uint8Array): Uint8Array[] => {
  try {
    return decodeEntries(bundle);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
};

/** Every hash of every tile must follow from the entries. */
const checkTiles = async (read: ReadFile, leaves: readonly Uint8Array[]): Promise<void> => {
  let hashes = leaves;
  for (let level = 0; hashes.length > 0; level += 1) {
    const above: Uint8Array[] = [];
    for (let first = 0; first < hashes.length; first += tileWidth) {
      const own = hashes.slice(first, first + tileWidth);
      const tile = hashesOf(await readTile(read, level, first / tileWidth, own.length));
      for (const [at, expected] of own.entries()) {
        const what = level === 0 ? `entry ${first + at}` : `hash ${first + at} of level ${level}`;
        const promised = tile[at];
        need(
          promised !== undefined && areEqual(promised, expected),
          `${what} is not the one that its tile promised`,
        );
      }
      if (own.length === tileWidth) above.push(rootOf(own));
    }
    hashes = above;
  }
};

const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => {
  const tree = growTree();
  for (const each of hashes) tree.push(each);
  return hashes.length === 0 ? emptyLogRoot : tree.root();
};

/** The log must contain the checkpoint that was seen before, or say that it was restored. */
const checkKept = (
  kept: string,
  key: VerifierKey,
  now: { checkpoint: Checkpoint; hashes: readonly Uint8Array[]; first: string | undefined },
): void => {
  const note = parseNote(kept);
  const old = note && parseCheckpoint(note.text);
  need(old !== undefined, 'the checkpoint that was kept is damaged');
  const { origin, size, root } = now.checkpoint;
  const fork = `fork: two checkpoints of size ${old.size} have different roots`;
  if (old.origin !== origin) {
    const previous = previousOf(now.first);
    need(
      previous?.origin === old.origin,
      `the log goes on as ${origin} and does not name ${old.origin}, which was seen before`,
    );
    const lastNote = parseNote(previous.checkpoint ?? '');
    const last = lastNote && parseCheckpoint(lastNote.text);
    need(
      last !== undefined,
      `the restore names no checkpoint, and one of ${old.size} entries had been shown`,
    );
    need(
      last.size >= old.size,
      `the restore names a log of ${last.size} entries, and ${old.size} had been shown`,
    );
    need(last.size !== old.size || areEqual(last.root, old.root), fork);
    return;
  }
  openNote(kept, key);
  need(old.size <= size, `the log shrank from ${old.size} to ${size} entries`);
  need(old.size !== size || areEqual(old.root, root), fork);
  need(
    areEqual(rootOf(now.hashes.slice(0, old.size)), old.root),
    `the log no longer contains its checkpoint of size ${old.size}: an entry was changed, moved or taken out`,
  );
};

/** What the first entry of a log that goes on after a restore says about the one before. */
const previousOf = (first: string | undefined): { checkpoint: string | null; origin: string } | undefined => {
  const { kind, previous } = JSON.parse(first ?? '{}') as {
    kind?: string;
    previous?: { checkpoint: string | null; origin: string };
  };
  return kind === 'restore' ? previous : undefined;
};

/** When a witness saw the checkpoint; throws a `LogProblem` where it has not cosigned. */
export const readCosignature = (note: SignedNote, keyText: string): { name: string; at: Date } => {
  const key = parseVerifierKey(keyText);
  need(key?.type === 'cosignature', "the witness's key is damaged, or not one for cosignatures");
  const verdict = verifyNote(note, key);
  need(verdict.is !== 'absent', `witness ${key.name} has not cosigned the checkpoint`);
  need(verdict.is === 'valid', `the cosignature of ${key.name} is wrong`);
  return { name: key.name, at: new Date((verdict.atSeconds ?? 0) * 1_000) };
};
