/** A44: a witness follows a log, remembers what it saw, and names what is done to it. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { growTree, hashEntry, proveConsistency } from '@fairground/fairness/log';
import { formatAddCheckpoint, judgeAddCheckpoint, readCosignature } from '@fairground/fairness/log-cosigner';
import { entryText, formatOrigin } from '@fairground/fairness/log-entry';
import {
  checkpointText,
  formatVerifierKey,
  signatureLine,
  type Checkpoint,
} from '@fairground/fairness/log-note';
import { readSigned } from '@fairground/fairness/log-witness';
import { encodeEntries, parseTilePath, tileWidth } from '@fairground/fairness/log-tiles';
import { openWitness, type Kept } from './keep.ts';
import { lookAt } from './look.ts';
import { createSigner } from './serve.ts';

const keys = generateKeyPairSync('ed25519');
const publicKey = new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const originOf = (n: number) => formatOrigin('ab'.repeat(32), n);
const keyOf = (n: number) => ({ name: originOf(n), type: 'note' as const, publicKey });

/** What the log shows; each test changes it. */
let origin: number;
let entries: Map<number, string[]>;
let size: number | undefined;
let changeNote: (note: string) => string;
const log = () => entries.get(origin) ?? [];
const noteOf = (n: number, count: number) => {
  const tree = growTree();
  for (const entry of (entries.get(n) ?? []).slice(0, count)) tree.push(hashEntry(Buffer.from(entry)));
  const text = checkpointText({ origin: originOf(n), size: count, root: tree.root() });
  return `${text}\n${signatureLine(keyOf(n), new Uint8Array(sign(null, Buffer.from(text), keys.privateKey)))}`;
};

let server: Server;
let site: string;
let folder: string;
beforeEach(async () => {
  origin = 1;
  entries = new Map([[1, Array.from({ length: 300 }, (_, at) => `entry ${at}`)]]);
  size = undefined;
  changeNote = (note) => note;
  folder = await mkdtemp(join(tmpdir(), 'fairground-witness-'));
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/api/fairness/log') {
      return response.end(JSON.stringify({ verifierKey: formatVerifierKey(keyOf(origin)) }));
    }
    if (path === '/log/checkpoint') return response.end(changeNote(noteOf(origin, size ?? log().length)));
    const [, n = '', tile = ''] = /^\/log\/(\d+)\/(.*)$/.exec(path) ?? [];
    const address = parseTilePath(tile);
    if (!address) return response.writeHead(404).end();
    const first = address.index * tileWidth;
    const shown = (entries.get(Number(n)) ?? [])
      .slice(first, first + address.width)
      .map((each) => Buffer.from(each));
    return response.end(
      address.level === 'entries' ? encodeEntries(shown) : Buffer.concat(shown.map(hashEntry)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** As a witness does that was started again. */
const look = async () => lookAt(site, await openWitness(folder, { site, name: 'witness.example' }));

describe('a look at the log', () => {
  it('prints a line for each new checkpoint, and nothing if there is none', async () => {
    expect(await look()).toMatch(/^fairground\/abababababababab\/1: 300 entries, 300 new, root /);
    expect(await look()).toBeUndefined();
    log().push('entry 300', 'entry 301');
    expect(await look()).toMatch(/302 entries, 2 new/);
  });

  it.each<[fault: string, change: () => void, says: string]>([
    ['a dropped entry', () => log().splice(7, 1), 'Entry 7 was dropped'],
    ['a changed entry', () => log().splice(260, 1, 'other'), 'Entry 260 was changed'],
    ['entries in another order', () => log().splice(3, 2, 'entry 4', 'entry 3'), 'entry 3 is now entry 4'],
    [
      'a rollback',
      () => log().splice(100),
      'rolled back: it had 300 entries, and its checkpoint is over 100.',
    ],
    [
      'a new origin that nothing announces',
      () => entries.set((origin = 2), ['entry 0']),
      'no entry that announces it',
    ],
    [
      'another signature',
      () => (changeNote = (note) => note.replace('\n300\n', '\n299\n')),
      'signature of the checkpoint is wrong',
    ],
  ])('names %s', async (_name, change, says) => {
    await look();
    change();
    // What is dropped is made up for, so that the sizes say nothing.
    if (says.includes('dropped')) log().push('entry 300', 'entry 301');
    await expect(look()).rejects.toThrow(says);
    await expect(look()).rejects.toThrow(says);
  });

  it('names another history of the same size as a fork', async () => {
    await look();
    log()[299] = 'other';
    await expect(look()).rejects.toThrow(
      'forked: there are two checkpoints over 300 entries. Entry 299 was changed',
    );
  });

  it('follows an announced restore, and says what it lost', async () => {
    await look();
    const restore = (checkpoint: string) =>
      entryText({
        kind: 'restore',
        previous: { checkpoint, origin: originOf(1) },
        reason: 'restore',
        at: '2026-01-01T00:00:00.000Z',
      });
    const backup = noteOf(1, 290);
    origin = 2;
    entries.set(2, [restore(backup.replace('\n290\n', '\n280\n'))]);
    await expect(look()).rejects.toThrow('not the one that was seen');
    entries.set(2, [restore(backup), 'entry']);
    expect(await look()).toMatch(
      /^restore: 10 entries of \S+\/1 after the first 290 are lost. \S+\/2: 2 entries, 2 new/,
    );
    expect(await look()).toBeUndefined();
  });
});

describe('a signature of the witness', () => {
  const read = async (height: number, index: number) => {
    const tree = growTree();
    const span = 2 ** height;
    for (const entry of log().slice(index * span, (index + 1) * span))
      tree.push(hashEntry(Buffer.from(entry)));
    return tree.root();
  };
  const ask = async (oldSize: number, checkpoint = noteOf(origin, log().length), path?: Uint8Array[]) => {
    const kept = await openWitness(folder, { site, name: 'witness.example' });
    const proof = path ?? (await proveConsistency(read, oldSize, log().length));
    const judged = await kept.sign(() =>
      judgeAddCheckpoint(formatAddCheckpoint({ oldSize, path: proof, checkpoint }), {
        logKey: kept.logKey,
        isKnown: kept.isKnown,
        lastOf: kept.signedOf,
        witness: kept.witness,
        atSeconds: 1_800_000_000,
      }),
    );
    return { judged, key: kept.witness.key };
  };

  it('is given for what follows from the last one alone', async () => {
    await look();
    const { judged, key } = await ask(0);
    expect(judged.status).toBe(200);
    expect(readCosignature(noteOf(1, 300), judged.body, key)?.length).toBe(72);
    log().push('entry 300');
    expect(readCosignature(noteOf(1, 301), judged.body, key)).toBeUndefined();
    expect((await ask(0)).judged).toEqual({ status: 409, body: '300\n' });
    expect((await ask(300, undefined, [])).judged.status).toBe(422);
    expect((await ask(300)).judged.status).toBe(200);
    expect((await ask(301)).judged.status).toBe(200);
    log()[5] = 'other';
    expect((await ask(301)).judged.status).toBe(422);
  });

  it('is refused before the witness has looked at the log', async () => {
    expect((await ask(0)).judged.status).toBe(404);
  });

  it('is refused for another log, a wrong signature and what is no request', async () => {
    await look();
    expect((await ask(0, noteOf(1, 300).replace('abab', 'cdcd'))).judged.status).toBe(404);
    expect((await ask(0, noteOf(1, 300).replace('\n300\n', '\n301\n'))).judged.status).toBe(403);
    expect((await ask(0, 'no note')).judged.status).toBe(400);
    expect((await ask(400, undefined, [])).judged.status).toBe(400);
  });

  it('names a fork in a checkpoint that is older than what was seen', async () => {
    for (let at = log().length; at < 700; at += 1) log().push(`entry ${at}`);
    await look();
    for (const count of [1, 255, 256, 257, 300, 513, 699]) {
      const kept = await openWitness(folder, { site, name: 'witness.example' });
      const signOf = (note: string) =>
        kept.sign(() => ({ status: 200, body: '', signed: readSigned(note, keyOf(1)) as Checkpoint }));
      expect(await signOf(noteOf(1, count))).toMatchObject({ status: 200 });
      const [first = ''] = log();
      log()[0] = 'other';
      await expect(signOf(noteOf(1, count))).rejects.toThrow('is not the one that others see');
      log()[0] = first;
    }
  });

  it('shows a fork in what it signed during a look', async () => {
    await look();
    const kept = await openWitness(folder, { site, name: 'witness.example' });
    const shown = [...log()];
    log().push('for the witness');
    const forked = readSigned(noteOf(1, 301), keyOf(1)) as Checkpoint;
    entries.set(1, [...shown, 'for others', 'entry 301']);
    changeNote = (note) => {
      void kept.sign(() => ({ status: 200, body: '', signed: forked }));
      return note;
    };
    // Once read before the request, and once after it.
    await expect(lookAt(site, kept)).rejects.toThrow('is not the one that others see');
    await expect(look()).rejects.toThrow('is not the one that others see');
  });

  it('shows a fork between what it signs and what it sees', async () => {
    await look();
    const shown = [...log()];
    log().push('for the witness');
    await ask(0);
    entries.set(1, [...shown, 'for others', 'entry 301']);
    await expect(look()).rejects.toThrow(
      'over 301 entries that was sent here is not the one that others see',
    );
  });
});

describe('a witness that listens', () => {
  let signer: Server;
  let url: string;
  let kept: Kept;
  const failures: unknown[] = [];
  beforeEach(async () => {
    await look();
    failures.length = 0;
    kept = await openWitness(folder, { site, name: 'witness.example' });
    signer = createSigner(kept, {
      atSeconds: () => 1_800_000_000,
      failed: (error) => failures.push(error),
    });
    signer.listen(0, '127.0.0.1');
    await once(signer, 'listening');
    url = `http://127.0.0.1:${(signer.address() as AddressInfo).port}/add-checkpoint`;
  });
  afterEach(() => {
    signer.close();
    signer.closeAllConnections();
  });

  const post = (body: string) => fetch(url, { method: 'POST', body });
  const firstRequest = () => formatAddCheckpoint({ oldSize: 0, path: [], checkpoint: noteOf(1, 300) });
  const open = async (head: string): Promise<Socket> => {
    const socket = connect((signer.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(head);
    return socket.on('error', () => undefined);
  };

  it('signs for others while callers are silent in the middle of a body', async () => {
    const silent = [];
    for (let count = 0; count < 10; count += 1)
      silent.push(await open('POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nold'));
    expect((await post(firstRequest())).status).toBe(200);
    for (const socket of silent) socket.destroy();
    expect(
      (await post(formatAddCheckpoint({ oldSize: 300, path: [], checkpoint: noteOf(1, 300) }))).status,
    ).toBe(200);
    expect(failures).toEqual([]);
  });

  it('ends requests that take longer than five seconds, and connections above twenty of an address', async () => {
    expect(signer).toMatchObject({ requestTimeout: 5_000, headersTimeout: 5_000, maxConnections: 500 });
    const sockets = [];
    for (let count = 0; count < 21; count += 1) sockets.push(await open('POST'));
    await once(sockets[20] as Socket, 'close');
    for (const socket of sockets) socket.destroy();
  });

  it('refuses what is too long', async () => {
    expect((await post('a'.repeat(70_000))).status).toBe(413);
    expect((await post(firstRequest())).status).toBe(200);
  });

  it('reads and writes nothing for a checkpoint that it has signed', async () => {
    expect((await post(firstRequest())).status).toBe(200);
    await rm(folder, { recursive: true });
    const again = formatAddCheckpoint({ oldSize: 300, path: [], checkpoint: noteOf(1, 300) });
    expect((await post(again)).status).toBe(200);
    log().push('entry 300');
    const grown = growTree();
    for (const entry of log().slice(0, 300)) grown.push(hashEntry(Buffer.from(entry)));
    const path = await proveConsistency(
      async (height, index) => {
        const tree = growTree();
        for (const entry of log().slice(index * 2 ** height, (index + 1) * 2 ** height))
          tree.push(hashEntry(Buffer.from(entry)));
        return tree.root();
      },
      300,
      301,
    );
    const refused = await post(formatAddCheckpoint({ oldSize: 300, path, checkpoint: noteOf(1, 301) }));
    expect(refused.status).toBe(500);
    expect(failures).toMatchObject([{ code: 'ENOENT' }]);
    // What could not be stored was not signed.
    expect(kept.signedOf(originOf(1))?.size).toBe(300);
    await mkdir(folder);
  });

  it('has one writer of its state while it looks and signs', async () => {
    for (let count = 1; count <= 20; count += 1) {
      log().push(`entry ${log().length}`);
      const signed = readSigned(noteOf(1, count), keyOf(1)) as Checkpoint;
      await Promise.all([
        lookAt(site, kept),
        kept.sign(() => ({ status: 200, body: '', signed })),
        kept.trust(formatVerifierKey(keyOf(1))),
        post(firstRequest()),
      ]);
    }
    const stored = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as { size: number };
    expect(stored.size).toBe(kept.seen()?.tree.size);
    expect((await readdir(folder)).toSorted()).toEqual(['hashes-1', 'key.json', 'state.json']);
    expect(failures).toEqual([]);
  });
});

describe('a folder of a witness that can no longer be read', () => {
  it.each([
    ['state.json', ''],
    ['state.json', 'null'],
    ['state.json', '[]'],
    ['key.json', '{'],
    ['key.json', '{"name":"witness.example"}'],
  ])('is named: %s is %j', async (file, text) => {
    await look();
    await writeFile(join(folder, file), text);
    await expect(look()).rejects.toThrow(`${file} can't be read`);
  });
});
