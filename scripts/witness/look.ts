/**
 * One look of a witness at a log: reads the checkpoint and the hashes that are new, and
 * compares them with what was seen.
 */
import { areEqual, growTree, hashEntry } from '@fairground/fairness/log';
import type { LogEntry } from '@fairground/fairness/log-entry';
import { parseVerifierKey, type Checkpoint } from '@fairground/fairness/log-note';
import { decodeEntries, hashesOf, tilePath, tileWidth } from '@fairground/fairness/log-tiles';
import {
  follow,
  readSigned,
  rootOfHashes,
  type ReadHashes,
  type Seen,
} from '@fairground/fairness/log-witness';
import { numberOf, originFamily, WitnessFault, type Kept } from './keep.ts';

/** The site did not answer, or not with what was asked for. */
export class Unreachable extends Error {}

/** Throws a `WitnessFault` where the log does not follow from what was seen. Returns a line if the log has grown. */
export const lookAt = async (site: string, kept: Kept): Promise<string | undefined> => {
  const seen = kept.seen();
  if (!seen) await trustFirst(site, kept);
  const note = (await get(`${site}/log/checkpoint`)).toString();
  const checkpoint = readSigned(note, kept.logKey());
  if (typeof checkpoint === 'string') throw new WitnessFault(checkpoint);
  if (originFamily(checkpoint.origin) !== originFamily(kept.logKey().name)) {
    throw new WitnessFault(`The log is another one: its origin is ${checkpoint.origin}.`);
  }
  const { origin, size } = checkpoint;
  const isSame = seen?.origin === origin;
  const announced = seen && !isSame ? await readRestore(site, seen, checkpoint) : '';
  const before = isSame ? seen : { origin, tree: growTree(), read: async () => [] };
  const signed = kept.signedOf(origin);
  const followed = await follow(before, checkpoint, readerOf(site, checkpoint), signed ? [signed] : []);
  if (!followed.ok) throw new WitnessFault(followed.fault);
  const { tree, added } = followed;
  await kept.store({ origin, tree, added }, note);
  if (isSame && added.length === 0) return undefined;
  const root = Buffer.from(checkpoint.root).toString('base64');
  return `${announced}${origin}: ${size} entries, ${added.length} new, root ${root}`;
};

/** The key that the site names at the first look is the one it is held to. */
const trustFirst = async (site: string, kept: Kept): Promise<void> => {
  const about = parseJson(await get(`${site}/api/fairness/log`)) as
    | { verifierKey?: unknown }
    | null
    | undefined;
  const verifierKey = about?.verifierKey;
  if (typeof verifierKey !== 'string' || parseVerifierKey(verifierKey)?.type !== 'note')
    throw new Unreachable(`${site} names no key of a log`);
  await kept.trust(verifierKey);
};

/** Under a new origin the first entry has to announce it, and to name a checkpoint of what was seen. */
const readRestore = async (site: string, seen: Seen, checkpoint: Checkpoint): Promise<string> => {
  const { origin } = checkpoint;
  const fault = (text: string) => new WitnessFault(`The log has a new origin, ${origin}, ${text}`);
  if (numberOf(origin) <= numberOf(seen.origin)) throw fault(`which is older than ${seen.origin}.`);
  const tile = { level: 'entries', index: 0, width: Math.min(tileWidth, checkpoint.size) } as const;
  const bundle = await get(`${site}/log/${numberOf(origin)}/${tilePath(tile)}`);
  const [first = new Uint8Array()] = decodeEntries(bundle);
  const [hash] = await readerOf(site, checkpoint)(0, 1);
  if (!hash || !areEqual(hash, hashEntry(first)))
    throw fault('whose first entry is not the one in its tree.');
  const entry = parseJson(first) as LogEntry | null | undefined;
  if (entry?.kind !== 'restore') throw fault('and no entry that announces it.');
  const { previous, reason } = entry;
  if (previous.origin !== seen.origin)
    return `${reason}: after ${previous.origin}, which was not seen here. `;
  const size = previous.checkpoint === null ? 0 : Number(previous.checkpoint.split('\n')[1]);
  const root = previous.checkpoint?.split('\n')[2] ?? '';
  if (size > seen.tree.size) return `${reason}: after ${size} entries of ${previous.origin}. `;
  if (size > 0 && Buffer.from(rootOfHashes(await seen.read(0, size))).toString('base64') !== root) {
    throw fault(`which follows a checkpoint over ${size} entries that is not the one that was seen.`);
  }
  const lost = seen.tree.size - size;
  return `${reason}: ${lost} entries of ${previous.origin} after the first ${size} are lost. `;
};

/** Undefined for what is no JSON. */
const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
};

/** By tiles of level 0. */
const readerOf =
  (site: string, { origin, size }: Checkpoint): ReadHashes =>
  async (from, to) => {
    const hashes: Uint8Array[] = [];
    for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index += 1) {
      const width = Math.min(tileWidth, size - index * tileWidth);
      const tile = await get(`${site}/log/${numberOf(origin)}/${tilePath({ level: 0, index, width })}`);
      const all = hashesOf(tile);
      if (all.length !== width)
        throw new WitnessFault(`Tile ${index} of the log has ${all.length} hashes instead of ${width}.`);
      const first = index * tileWidth;
      hashes.push(...all.slice(Math.max(0, from - first), to - first));
    }
    return hashes;
  };

const answerWithinMs = 30_000;

const get = async (url: string): Promise<Buffer> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
    if (!response.ok) throw new Error(`the answer is ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Unreachable(`${url} does not answer: ${cause instanceof Error ? cause.message : message}`);
  }
};
