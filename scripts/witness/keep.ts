/** What a witness keeps in its folder: its key, the log's key, the last checkpoint with the hash of every entry, and what it has signed. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areEqual, growTree, type GrowingTree } from '@fairground/fairness/log';
import type { Witness } from '@fairground/fairness/log-cosigner';
import { parseVerifierKey, type Checkpoint, type VerifierKey } from '@fairground/fairness/log-note';
import { hashesOf } from '@fairground/fairness/log-tiles';
import { rootOfHashes, type ReadHashes, type Seen } from '@fairground/fairness/log-witness';

/** What was done to the log, in a sentence. */
export class WitnessFault extends Error {}

const readEvery = 100_000;

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
  const state = (await readJson<State>(stateFile)) ?? {
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
  for (let from = 0; from < state.size; from += readEvery) {
    for (const hash of await read(from, Math.min(state.size, from + readEvery))) tree.push(hash);
  }
  if (tree.size < state.size) throw new Error(`${folder} has fewer hashes than ${stateFile} says`);

  const save = () => replace(stateFile, JSON.stringify(state, null, 2));
  const logKey = (): VerifierKey => {
    const key = state.verifierKey === null ? undefined : parseVerifierKey(state.verifierKey);
    if (!key) throw new Error('the key of the log is not known yet');
    return key;
  };
  const signed = (): Checkpoint[] =>
    state.signed.map((each) => ({ ...each, root: Buffer.from(each.root, 'base64') }));

  return {
    witness,
    /** Known once the witness has looked at the site, and the same from then on. */
    logKey,
    async trust(verifierKey: string) {
      state.verifierKey = verifierKey;
      await save();
    },
    /** Undefined before the first look. */
    seen: (): Seen | undefined =>
      state.origin === null ? undefined : { origin: state.origin, tree, read: readOf(state.origin) },
    /** The entries after those that were seen, or all of them under a new origin. */
    async store(grown: { origin: string; tree: GrowingTree; added: readonly Uint8Array[] }, note: string) {
      const first = grown.tree.size - grown.added.length;
      await writeAt(hashFileOf(grown.origin), Buffer.concat(grown.added), first * 32);
      tree = grown.tree;
      Object.assign(state, { origin: grown.origin, size: tree.size, checkpoint: note });
      await save();
    },
    /** Whether this is an origin of the log's key. */
    isKnown: (origin: string) =>
      state.verifierKey !== null && originFamily(origin) === originFamily(logKey().name),
    signedOf: (origin: string): Checkpoint | undefined => signed().find((each) => each.origin === origin),
    /** Throws where it is not part of what was seen. */
    async storeSigned(checkpoint: Checkpoint) {
      const { origin, size, root } = checkpoint;
      // A larger one is compared by the next look.
      if (
        origin === state.origin &&
        size <= tree.size &&
        !areEqual(rootOfHashes(await read(0, size)), root)
      ) {
        throw new WitnessFault(
          `The log has forked: the checkpoint over ${size} entries that was sent here is not the one that others see.`,
        );
      }
      state.signed = [
        ...state.signed.filter((each) => each.origin !== origin),
        { origin, size, root: Buffer.from(root).toString('base64') },
      ];
      await save();
    },
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
  let stored = await readJson<Stored>(path);
  if (!stored) {
    const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    stored = { name, x, d };
    await writeFile(path, JSON.stringify(stored), { mode: 0o600, flag: 'wx' });
  }
  const { x, d } = stored;
  const privateKey = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x, d } });
  return {
    key: { name: stored.name, type: 'cosignature', publicKey: Buffer.from(x, 'base64url') },
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  };
};

const readJson = async <Value>(path: string): Promise<Value | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** On disk before it takes the place of what was there. */
const replace = async (path: string, text: string): Promise<void> => {
  const file = await open(`${path}.new`, 'w');
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
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
  await file.write(bytes, 0, bytes.length, position);
  await file.sync();
  await file.close();
};
