/**
 * The log's tree against a second one that follows the definition of RFC 9162 word for word, and what its proofs
 * refuse.
 */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import {
  growTree,
  hashEntry,
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
  rootOfLog,
} from './log.ts';
import {
  checkpointText,
  cosignedText,
  encodeCosignature,
  formatVerifierKey,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureLine,
  verifyNote,
  type VerifierKey,
} from './log-note.ts';
import {
  decodeEntries,
  edgeOf,
  encodeEntries,
  hashesOf,
  nodesOfTiles,
  parseTilePath,
  tilePath,
  tileWidth,
  widthIn,
} from './log-tiles.ts';

const sha = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** MTH of RFC 9162 section 2.1.1. */
const definedRoot = (entries: readonly Uint8Array[]): Buffer => {
  const [only] = entries;
  if (!only) return sha();
  if (entries.length === 1) return sha(Uint8Array.of(0), only);
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  return sha(Uint8Array.of(1), definedRoot(entries.slice(0, split)), definedRoot(entries.slice(split)));
};

const entriesOf = (size: number) => Array.from({ length: size }, (_, at) => Buffer.from(`entry ${at}`));

/** The tiles of a log, as its definition has them. */
const tilesOf = (entries: readonly Uint8Array[]) => (level: number, index: number, width: number) => {
  const span = tileWidth ** level;
  const first = index * tileWidth;
  const roots = Array.from({ length: width }, (_, at) =>
    definedRoot(entries.slice((first + at) * span, (first + at + 1) * span)),
  );
  return Promise.resolve(new Uint8Array(Buffer.concat(roots)));
};

const large = entriesOf(1_400);
const nodesOf = (size: number) => nodesOfTiles(size, tilesOf(large.slice(0, size)));
const sizes = fc.integer({ min: 1, max: large.length });

describe('the tree', () => {
  it('has the known root of no entries', () => {
    expect(Buffer.from(growTree().root()).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('has the root of the definition at every size', () => {
    const tree = growTree();
    for (let size = 1; size <= 70; size += 1) {
      tree.push(hashEntry(large[size - 1] as Buffer));
      expect(Buffer.from(tree.root())).toEqual(definedRoot(large.slice(0, size)));
    }
  });

  it('has the same root from its tiles, and from what adds up at its edge', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        const root = definedRoot(large.slice(0, size));
        expect(Buffer.from(await rootOfLog(nodesOf(size), size))).toEqual(root);
        const tree = growTree();
        for (const { level, index, width } of edgeOf(size)) {
          const tile = await tilesOf(large.slice(0, size))(level, index, width);
          for (const hash of hashesOf(tile)) tree.push(hash, 8 * level);
        }
        expect([tree.size, Buffer.from(tree.root())]).toEqual([size, root]);
      }),
      { numRuns: 12 },
    );
  });
});

describe('a proof that an entry is in the log', () => {
  it('holds for its entry alone', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async (size, any) => {
        const index = any % size;
        const path = await proveInclusion(nodesOf(size), index, size);
        const claim = {
          index,
          size,
          hash: hashEntry(large[index] as Buffer),
          path,
          root: definedRoot(large.slice(0, size)),
        };
        expect(isIncluded(claim)).toBe(true);
        expect(isIncluded({ ...claim, hash: hashEntry(Buffer.from('another')) })).toBe(false);
        expect(isIncluded({ ...claim, path: [...path, claim.hash] })).toBe(false);
        if (path.length > 0) expect(isIncluded({ ...claim, path: path.slice(1) })).toBe(false);
        if (size > 1) expect(isIncluded({ ...claim, index: (index + 1) % size })).toBe(false);
        expect(isIncluded({ ...claim, index: size })).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a proof that the log only grew', () => {
  it('holds for the tree that it grew from alone', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (one, other) => {
        const [oldSize, size] = [Math.min(one, other), Math.max(one, other)];
        const path = await proveConsistency(nodesOf(size), oldSize, size);
        const claim = {
          oldSize,
          size,
          path,
          oldRoot: definedRoot(large.slice(0, oldSize)),
          root: definedRoot(large.slice(0, size)),
        };
        expect(isConsistent(claim)).toBe(true);
        const changed = large.slice(0, oldSize).with(0, Buffer.from('changed'));
        expect(isConsistent({ ...claim, oldRoot: definedRoot(changed) })).toBe(false);
        expect(isConsistent({ ...claim, root: sha() })).toBe(false);
        expect(isConsistent({ ...claim, path: [...path, sha()] })).toBe(false);
        if (path.length > 0) expect(isConsistent({ ...claim, path: path.slice(0, -1) })).toBe(false);
        if (oldSize < size) expect(isConsistent({ ...claim, oldSize: size, size: oldSize })).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it('is empty for a log that was empty, and for the same size', async () => {
    const root = definedRoot(large.slice(0, 5));
    expect(await proveConsistency(nodesOf(5), 0, 5)).toEqual([]);
    expect(isConsistent({ oldSize: 0, oldRoot: sha(), size: 5, root, path: [] })).toBe(true);
    expect(isConsistent({ oldSize: 5, oldRoot: root, size: 5, root, path: [] })).toBe(true);
    expect(isConsistent({ oldSize: 5, oldRoot: sha(), size: 5, root, path: [] })).toBe(false);
  });
});

describe('tiles and bundles', () => {
  it.each([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 0, width: 17 }, 'tile/1/000.p/17'],
    [{ level: 'entries' as const, index: 1_000, width: 1 }, 'tile/entries/x001/000.p/1'],
  ])('have one address: %j', (address, path) => {
    expect(tilePath(address)).toBe(path);
    expect(parseTilePath(path)).toEqual(address);
  });

  it.each([
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/257',
    'tile/entries/000.p/999',
    'tile/0/000.p/07',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/entries/../000',
  ])('refuse another spelling: %s', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  it('are as wide as the specification says of 70,000 entries', () => {
    expect([
      widthIn(70_000, 0, 272),
      widthIn(70_000, 0, 273),
      widthIn(70_000, 0, 274),
      widthIn(70_000, 1, 0),
      widthIn(70_000, 1, 1),
      widthIn(70_000, 2, 0),
      widthIn(70_000, 3, 0),
    ]).toEqual([256, 112, 0, 256, 17, 1, 0]);
  });

  it('return the entries that were put into a bundle', () => {
    const entries = [new Uint8Array(), new Uint8Array(300).fill(7), new Uint8Array(65_535)];
    expect(decodeEntries(encodeEntries(entries))).toEqual(entries);
    expect(() => decodeEntries(encodeEntries(entries).slice(0, -1))).toThrow('within an entry');
    expect(() => encodeEntries([new Uint8Array(65_536)])).toThrow('too many');
  });
});

const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = new Uint8Array(
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
);
const sealedBy = (text: string) => new Uint8Array(sign(null, Buffer.from(text), privateKey));

describe('a checkpoint', () => {
  const key: VerifierKey = { name: 'log.example/1', type: 'note', publicKey };
  const witness: VerifierKey = { name: 'witness.example', type: 'cosignature', publicKey };
  const checkpoint = { origin: key.name, size: 3, root: new Uint8Array(definedRoot(large.slice(0, 3))) };
  const text = checkpointText(checkpoint);
  const signed = `${text}\n${signatureLine(key, sealedBy(text))}`;
  const cosignature = sealedBy(cosignedText(text, 1_700_000_000));
  const cosigned = `${signed}${signatureLine(witness, encodeCosignature(1_700_000_000, cosignature))}`;
  const read = (note: string) => {
    const parsed = parseNote(note);
    if (!parsed) throw new Error('no note');
    return parsed;
  };

  it('is read as it was written, with its signatures', () => {
    const note = read(cosigned);
    expect(parseCheckpoint(note.text)).toEqual(checkpoint);
    expect(verifyNote(note, key)).toEqual({ is: 'valid', atSeconds: null });
    expect(verifyNote(note, witness)).toEqual({ is: 'valid', atSeconds: 1_700_000_000 });
    expect(verifyNote(read(signed), witness)).toEqual({ is: 'absent' });
  });

  it('is refused where a signature of the key does not fit', () => {
    const changed = read(cosigned.replace('\n3\n', '\n4\n'));
    expect(verifyNote(changed, key)).toEqual({ is: 'wrong' });
    expect(verifyNote(changed, witness)).toEqual({ is: 'wrong' });
  });

  it.each(['', text, `${text}\n`, signed.slice(0, -1), `${signed}x\n`, signed.replace('—', '-')])(
    'is no note if it is malformed: %j',
    (note) => {
      expect(parseNote(note)).toBeUndefined();
    },
  );

  it.each(['log\n03\nAAAA\n', 'log\n3\nAAAA\n', 'log\n3\n', `log\n-1\n${text.split('\n')[2]}\n`])(
    'is none if its lines are malformed: %j',
    (malformed) => {
      expect(parseCheckpoint(malformed)).toBeUndefined();
    },
  );

  it('names keys as the specification does', () => {
    // Key and note of the example in C2SP signed-note.
    const example = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
    const known = parseVerifierKey(example);
    if (!known) throw new Error('no key');
    expect(formatVerifierKey(known)).toBe(example);
    const note =
      'This is an example message.\n\n— example.com/foo ' +
      'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
    expect(verifyNote(read(note), known)).toEqual({ is: 'valid', atSeconds: null });
    expect(parseVerifierKey(example.replace('530d', '530e'))).toBeUndefined();
    expect(parseVerifierKey('example.com/foo')).toBeUndefined();
    expect(parseVerifierKey(formatVerifierKey(witness))).toEqual(witness);
  });
});

describe('an entry', () => {
  it('is canonical at every depth', () => {
    expect(canonicalJson({ b: [1.5, { d: null, c: 'é"' }], a: true })).toBe(
      '{"a":true,"b":[1.5,{"c":"é\\"","d":null}]}',
    );
  });
});
