/**
 * What a witness keeps in its folder: its key, the log's key, the last checkpoint with the hash of every
 * entry, and what it has signed. Looks and requests change it in turn, and what is in memory is what is on the disk.
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { areEqual, growTree, rootOfLog, type GrowingTree, type LogNode } from '@fairground/fairness/log';
import type { Judged, Witness } from '@fairground/fairness/log-cosigner';
import { parseVerifierKey, type Checkpoint, type VerifierKey } from '@fairground/fairness/log-note';
import { hashesOf } from '@fairground/fairness/log-tiles';
import { rootOfHashes, type ReadHashes, type Seen } from '@fairground/fairness/log-witness';

/** What was done to the log, in a sentence. */
export class WitnessFault extends Error {}

const forkAt = (size: number): WitnessFault =>
  new WitnessFault(
    `The log has forked: the checkpoint over ${size} entries that was sent here is not the one that others see.`,
  );

const readEvery = 100_000;
/** Nodes of at least this height stay in memory: a root over any size takes them and at most 255 hashes of the file. */
const keptHeight = 8;

interface State {
  site: string;
  verifierKey: string | null;
  /** The last one that was seen, with the site's signature: evidence of a fault. */
  checkpoint: string | null;
  origin: string | null;
  size: number;
  signed: { origin: string; size: number; root: string }[];
}

export const openWitness = async (folder: string, { site, name }: { site: string; name: string }) => {
  await mkdir(folder, { recursive: true });
  const witness = await openKey(join(folder, 'key.json'), name);
  const stateFile = join(folder, 'state.json');
  /** Each origin has its own, so that a stop in between leaves what the state says. */
  const hashFileOf = (origin: string): string => join(folder, `hashes-${numberOf(origin)}`);
  let state: Readonly<State> = (await readJson<State>(stateFile, ['site'])) ?? {
    site,
    verifierKey: null,
    checkpoint: null,
    origin: null,
    size: 0,
    signed: [],
  };
  if (state.site !== site) throw new Error(`${folder} is the folder of a witness of ${state.site}`);
  const readOf =
    (origin: string): ReadHashes =>
    async (from, to) =>
      hashesOf(await readPart(hashFileOf(origin), from * 32, to * 32));
  const read: ReadHashes = (from, to) => readOf(state.origin ?? '')(from, to);
  let tree = growTree();
  let nodes = new Map<string, Uint8Array>();
  for (let from = 0; from < state.size; from += readEvery) {
    for (const hash of await read(from, Math.min(state.size, from + readEvery))) keep(nodes, tree.push(hash));
  }
  if (tree.size < state.size) throw new Error(`${folder} has fewer hashes than ${stateFile} says`);

  const rootAt = (size: number): Promise<Uint8Array> =>
    rootOfLog(
      async (height, index) =>
        nodes.get(nameOf({ height, index })) ??
        rootOfHashes(await read(index * 2 ** height, (index + 1) * 2 ** height)),
      size,
    );
  /** Throws if it is not part of what was seen. A larger one is compared once that much was seen. */
  const compare = async ({ origin, size, root }: Checkpoint): Promise<void> => {
    if (origin === state.origin && size <= tree.size && !areEqual(await rootAt(size), root))
      throw forkAt(size);
  };

  const save = async (changes: Partial<State>): Promise<void> => {
    const next = { ...state, ...changes };
    await replace(stateFile, JSON.stringify(next, null, 2));
    state = next;
  };
  let last: Promise<unknown> = Promise.resolve();
  /** After what was begun before has ended: there is one writer of the folder. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const logKey = (): VerifierKey => {
    const key = state.verifierKey === null ? undefined : parseVerifierKey(state.verifierKey);
    if (!key) throw new Error('the key of the log is not known yet');
    return key;
  };
  const signedOf = (origin: string): Checkpoint | undefined => {
    const found = state.signed.find((each) => each.origin === origin);
    return found && { ...found, root: Buffer.from(found.root, 'base64') };
  };

  return {
    witness,
    /** Known once the witness has looked at the site, and the same from then on. */
    logKey,
    trust: (verifierKey: string): Promise<void> => inTurn(() => save({ verifierKey })),
    /** Undefined before the first look. */
    seen: (): Seen | undefined =>
      state.origin === null ? undefined : { origin: state.origin, tree, read: readOf(state.origin) },
    /** The entries after those that were seen, or all of them under a new origin. */
    store: (
      grown: { origin: string; tree: GrowingTree; added: readonly Uint8Array[] },
      note: string,
    ): Promise<void> =>
      inTurn(async () => {
        const { origin, added } = grown;
        const first = grown.tree.size - added.length;
        // It may have been signed since this look began.
        const newest = signedOf(origin);
        if (newest && newest.size > first && newest.size <= grown.tree.size) {
          const until = growTree(first === 0 ? [] : tree.nodes());
          for (const hash of added.slice(0, newest.size - first)) until.push(hash);
          if (!areEqual(until.root(), newest.root)) throw forkAt(newest.size);
        }
        await writeAt(hashFileOf(origin), Buffer.concat(added), first * 32);
        await save({ origin, size: grown.tree.size, checkpoint: note });
        if (first === 0) [tree, nodes] = [growTree(), new Map()];
        for (const hash of added) keep(nodes, tree.push(hash));
      }),
    /** Whether this is an origin of the log's key. */
    isKnown: (origin: string) =>
      state.verifierKey !== null && originFamily(origin) === originFamily(logKey().name),
    signedOf,
    /**
     * Signs what `judge` allows: one at a time, and what was signed is on the disk before it is answered.
     * Throws if it is not part of what was seen.
     */
    sign: <Answer extends Judged>(judge: () => Answer): Promise<Answer> =>
      inTurn(async () => {
        const judged = judge();
        if (judged.status !== 200) return judged;
        const { origin, size, root } = judged.signed;
        const before = signedOf(origin);
        // Anybody may send the last one again.
        if (before?.size === size && areEqual(before.root, root)) return judged;
        await compare(judged.signed);
        await save({
          signed: [
            ...state.signed.filter((each) => each.origin !== origin),
            { origin, size, root: Buffer.from(root).toString('base64') },
          ],
        });
        return judged;
      }),
  };
};

export type Kept = Awaited<ReturnType<typeof openWitness>>;

export const numberOf = (origin: string): number => Number(/\/(\d+)$/.exec(origin)?.[1] ?? 0);

/** Without the number at its end: of the same key. */
export const originFamily = (origin: string): string => origin.replace(/\/\d+$/, '');

const openKey = async (path: string, name: string): Promise<Witness> => {
  interface Stored {
    name: string;
    x: string;
    d: string;
  }
  let stored = await readJson<Stored>(path, ['name', 'x', 'd']);
  if (!stored) {
    const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    stored = { name, x, d };
    await replace(path, JSON.stringify(stored));
  }
  const { x, d } = stored;
  const privateKey = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x, d } });
  return {
    key: { name: stored.name, type: 'cosignature', publicKey: Buffer.from(x, 'base64url') },
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  };
};

/** Undefined if there is no such file. */
const readJson = async <Value>(path: string, texts: readonly string[]): Promise<Value | undefined> => {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, unknown>> | null;
    if (!texts.every((field) => typeof value?.[field] === 'string'))
      throw new Error('it is not what a witness has written');
    return value as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} can't be read: ${(error as Error).message}`);
  }
};

/** On the disk before it takes the place of what was there, and so is its name. Only the owner may read it. */
const replace = async (path: string, text: string): Promise<void> => {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const readPart = async (path: string, from: number, to: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(to - from);
  if (bytes.length === 0) return bytes;
  const file = await open(path, 'r');
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const writeAt = async (path: string, bytes: Uint8Array, position: number): Promise<void> => {
  const file = await open(path, position === 0 ? 'w' : 'r+');
  try {
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
    if (bytesWritten < bytes.length) throw new Error(`${path} could not be written: is the disk full?`);
    await file.sync();
  } finally {
    await file.close();
  }
};

const nameOf = ({ height, index }: Pick<LogNode, 'height' | 'index'>): string => `${height} ${index}`;

const keep = (nodes: Map<string, Uint8Array>, completed: readonly LogNode[]): void => {
  for (const node of completed) if (node.height >= keptHeight) nodes.set(nameOf(node), node.hash);
};
