/** The public log: what is appended, by whom, in which order, and that none of it changes. */
import {
  hashEntry,
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
} from '@fairground/fairness/log';
import { judgeAddCheckpoint, type Witness } from '@fairground/fairness/log-cosigner';
import {
  formatVerifierKey,
  parseCheckpoint,
  parseNote,
  verifyNote,
  type Checkpoint,
} from '@fairground/fairness/log-note';
import { nodesOfTiles } from '@fairground/fairness/log-tiles';
import type { LoggedRound } from '@fairground/game-kit/server';
import Fastify from 'fastify';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseForEach } from '../../../test/for-tests.ts';
import { corrupt } from '../../../test/query-as-owner.ts';
import type { StepContext } from '../../director/director.ts';
import { takeLease } from '../../director/lease.ts';
import type { Database } from '../../platform/database/database.ts';
import { logChecks } from './audit.ts';
import { cosignedNote, originKey, publishedNote } from './checkpoint.ts';
import { createLogEngine } from './engine.ts';
import { isPublishedBefore } from './published.ts';
import { logFiles } from './routes.ts';
import type { LoggedGame } from './state.ts';
import { tileReader } from './tiles.ts';
import { createWitnesses, parseWitness } from './witnesses.ts';

const keys = generateKeyPairSync('ed25519');
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const signingKey = { publicKey, sign: (message: Uint8Array) => sign(null, message, keys.privateKey) };
const context = { gap: { fromMs: 0, untilMs: 0 }, clockJumps: 0, isPaused: false };
const startMs = Date.UTC(2026, 0, 1);

let epoch: bigint;
let rounds: LoggedRound[];
let nowMs: number;

const takeOver = async () => {
  const lease = await takeLease(test.database, 'test');
  if (!lease) throw new Error('the lease was not taken');
  return lease.epoch;
};

const test = databaseForEach();
beforeEach(async () => {
  epoch = await takeOver();
  rounds = [];
  nowMs = startMs;
  await corrupt(
    test.database,
    `INSERT INTO signing_key (public_key, sealed) VALUES ('\\x${publicKey.toString('hex')}', '')`,
  );
});

const seed = Buffer.alloc(32, 3);
const opened = (key: number, more: Partial<LoggedRound> = {}): LoggedRound => ({
  key: BigInt(key),
  id: String(key),
  commitment: Buffer.alloc(32, 1),
  link: { chain: 1n, round: key },
  beaconRound: null,
  seal: null,
  result: null,
  isSettled: false,
  void: null,
  ...more,
});
const sealed = { seal: { betsRoot: Buffer.alloc(32, 2), betCount: 2 } };
const drawn = { ...sealed, result: { seed, outcome: { number: 7 }, beacon: null } };
const settled = { ...drawn, isSettled: true };

const game: LoggedGame = {
  id: 'coinToss',
  log: {
    algorithm: 'toss/v2',
    read: async (_query, { after, maxRows }) => rounds.filter(({ key }) => key > after).slice(0, maxRows),
    sums: async (_query, { after, through }) =>
      rounds
        .filter(({ key }) => key > after && key <= through)
        .map(({ key }) => ({ key, bets: 2, staked: 30n, won: 1, paid: 40n })),
  },
};

const engineOf = (database: Pick<Database, 'query'> = test.database) =>
  createLogEngine({ database, signingKey, games: [game] });
let engine: ReturnType<typeof createLogEngine>;
const step = (by: { step(context: StepContext): Promise<number> } = engine, asEpoch = epoch) =>
  by.step({ ...context, epoch: asEpoch, databaseNowMs: () => nowMs });
beforeEach(() => {
  engine = engineOf();
});

const readLog = async (origin = 1) =>
  (
    await test.rows<{ index: bigint; body: string }>(
      'SELECT index, body FROM log_entry WHERE origin = $1 ORDER BY index',
      origin,
    )
  ).map(({ index, body }) => ({
    index: Number(index),
    ...(JSON.parse(body) as { kind: string; id?: string }),
  }));
const kinds = async (origin = 1) =>
  (await readLog(origin)).map(({ kind, id }) => (id === undefined ? kind : `${kind} ${id}`));
const checkpoint = async (origin: number | null = null) => {
  const published = await publishedNote(test.database.query, origin);
  const note = published && parseNote(published.note);
  if (!published || !note) throw new Error('no checkpoint');
  expect(verifyNote(note, originKey(published.name, publicKey))).toEqual({ is: 'valid', atSeconds: null });
  const parsed = parseCheckpoint(note.text);
  if (!parsed) throw new Error('the checkpoint is malformed');
  return parsed;
};
const audit = async () => {
  const found: object[] = [];
  for (const { broken } of logChecks([game])) {
    found.push(...(typeof broken === 'string' ? await test.rows(broken) : await broken(test.database.query)));
  }
  return found;
};

describe('the engine', () => {
  it('adds what rounds have, in their order, once', async () => {
    rounds = [opened(5)];
    await step();
    await step();
    rounds = [opened(5, sealed)];
    await step();
    rounds = [opened(5, drawn), opened(6)];
    await step();
    rounds = [opened(5, settled), opened(6, sealed)];
    await step();
    await step(engineOf());
    expect(await kinds()).toEqual(['opening 5', 'seal 5', 'result 5', 'opening 6', 'settlement 5', 'seal 6']);
    const [first] = await readLog();
    expect(first).toEqual({
      index: 0,
      at: '2026-01-01T00:00:00.000Z',
      beaconRound: null,
      chain: '1',
      commitment: '01'.repeat(32),
      game: 'coinToss',
      id: '5',
      kind: 'opening',
      round: 5,
    });
    expect(await audit()).toEqual([]);
  });

  it('adds the terms of a seal, where the game has some', async () => {
    const seal = { ...sealed.seal, terms: { max: 30 } };
    rounds = [opened(5, sealed), opened(6, { seal })];
    await step();
    const seals = (await readLog()).filter(({ kind }) => kind === 'seal');
    expect(seals.map((entry) => ('max' in entry ? entry.max : null))).toEqual([null, 30]);
    expect(await audit()).toEqual([]);
    rounds = [opened(5, { seal }), opened(6, { seal: { ...seal, terms: { max: 50 } } })];
    expect(await audit()).toEqual(
      ['5', '6'].map((id) => ({ game: 'coinToss', id, kind: 'seal', is: 'other values' })),
    );
  });

  it('adds a void round with its root and seed, and nothing after it', async () => {
    rounds = [opened(6)];
    await step();
    expect(await kinds()).toEqual(['opening 6']);
    rounds = [opened(6, { ...sealed, void: { reason: 'stopped', seed } })];
    await step();
    expect(await kinds()).toEqual(['opening 6', 'seal 6', 'void 6']);
    expect((await readLog()).at(-1)).toMatchObject({ seed: seed.toString('hex'), betsRoot: '02'.repeat(32) });
    expect(await audit()).toEqual([]);
  });

  it('begins with the first round, also where some were over before its first entry', async () => {
    rounds = [opened(1, settled), opened(2, drawn), opened(3)];
    await step();
    expect(await kinds()).toEqual([
      'opening 1',
      'seal 1',
      'result 1',
      'settlement 1',
      'opening 2',
      'seal 2',
      'result 2',
      'opening 3',
    ]);
    expect(await audit()).toEqual([]);
  });

  it('logs a hundred rounds at a time, and then the next ones at once', async () => {
    rounds = Array.from({ length: 250 }, (_, at) => opened(at + 1));
    expect(await step()).toBe(0);
    rounds = rounds.map((round) => ({ ...round, ...settled }));
    while ((await step()) === 0);
    expect(await kinds()).toHaveLength(1_000);
    expect(await audit()).toEqual([]);
  });

  it('adds nothing under an old epoch, and follows what the new leader added', async () => {
    rounds = [opened(5)];
    await step();
    await test.rows(`UPDATE director_lease SET holder = NULL`);
    const newer = await takeOver();
    rounds = [opened(5, sealed)];
    // It may be the same process that leads again, so this is no fault.
    expect(await step()).toBeGreaterThan(0);
    expect(await kinds()).toEqual(['opening 5']);
    await step(engineOf(), newer);
    expect(await kinds()).toEqual(['opening 5', 'seal 5']);
  });

  it('of two processes with one epoch lets one continue the log', async () => {
    const other = engineOf();
    rounds = [opened(5)];
    await step();
    await step(other);
    rounds = [opened(5, sealed)];
    await step();
    await expect(step(other)).rejects.toThrow('continued by another process');
    await step(other);
    expect(await kinds()).toEqual(['opening 5', 'seal 5']);
  });

  it('adds a file once for each version of it, and again to the next origin', async () => {
    const file = (version: number) => ({ name: 'verify.py', sha256: `0${version}`.repeat(32) });
    const publish = async (version: number) => {
      nowMs += 1_000;
      const files = [file(version)];
      const publishing = createLogEngine({ database: test.database, signingKey, games: [game], files });
      await step(publishing);
      nowMs += 1_000;
      await step(publishing);
    };
    const published = async (origin: number) => (await readLog(origin)).filter(({ kind }) => kind === 'file');
    await publish(1);
    await publish(1);
    await publish(2);
    await publish(1);
    expect(await published(1)).toMatchObject([file(1), file(2)]);
    await corrupt(test.database, `INSERT INTO fairness_restart (reason) VALUES ('restore')`);
    await publish(2);
    expect(await kinds(2)).toEqual(['restore', 'file']);
    expect(await published(2)).toMatchObject([file(2)]);
    expect(await audit()).toEqual([]);
  });

  it('finds what was committed although the answer was lost', async () => {
    let isBroken = false;
    const losing: Database['query'] = async (statement) => {
      const rows = await test.database.query(statement);
      if (isBroken && statement.text.includes('INSERT INTO log_entry')) {
        isBroken = false;
        throw new Error('the connection broke');
      }
      return rows as never;
    };
    const breaking = engineOf({ query: losing });
    rounds = [opened(5)];
    isBroken = true;
    await expect(step(breaking)).rejects.toThrow('the connection broke');
    rounds = [opened(5, sealed)];
    await step(breaking);
    expect(await kinds()).toEqual(['opening 5', 'seal 5']);
    expect(await audit()).toEqual([]);
  });
});

describe('checkpoints', () => {
  it('are made once a second, and at once for a seal', async () => {
    const sizes = async () =>
      (await test.rows<{ size: bigint }>('SELECT size FROM log_checkpoint ORDER BY size')).map(({ size }) =>
        Number(size),
      );
    rounds = [opened(5)];
    await step();
    rounds = [opened(5), opened(6)];
    nowMs += 400;
    await step();
    expect(await sizes()).toEqual([1]);
    nowMs += 600;
    await step();
    expect(await sizes()).toEqual([1, 2]);
    nowMs += 100;
    rounds = [opened(5), opened(6, sealed)];
    await step();
    expect(await sizes()).toEqual([1, 2, 3]);
    nowMs += 5_000;
    await step();
    expect(await sizes()).toEqual([1, 2, 3]);
  });

  it('say when an entry was published', async () => {
    rounds = [opened(5, sealed)];
    await step();
    const { query } = test.database;
    const sealOf = (source: string) => ({ kind: 'seal', game: game.id, source });
    const [row] = await query<{ at: Date }>({ text: 'SELECT at FROM log_checkpoint', values: [] });
    const at = row?.at.getTime() ?? 0;
    expect(await isPublishedBefore(query, sealOf('5'), new Date(at + 1))).toBe(true);
    expect(await isPublishedBefore(query, sealOf('5'), new Date(at))).toBe(false);
    expect(await isPublishedBefore(query, sealOf('6'), new Date(at + 1))).toBe(false);
  });

  it('are over trees that contain each other, with tiles that prove it', async () => {
    rounds = Array.from({ length: 70 }, (_, at) => opened(at + 1));
    await step();
    const old = await checkpoint();
    nowMs += 1_000;
    rounds = rounds.map((round) => ({ ...round, ...settled }));
    await step();
    const newest = await checkpoint();
    expect([old.size, newest.size]).toEqual([70, 280]);
    const read = nodesOfTiles(newest.size, tileReader(test.database.query, 1));
    const path = await proveConsistency(read, old.size, newest.size);
    expect(isConsistent({ oldSize: 70, oldRoot: old.root, size: 280, root: newest.root, path })).toBe(true);
    const [entry] = await test.rows<{ body: string }>('SELECT body FROM log_entry WHERE index = 200');
    const hash = hashEntry(Buffer.from(entry?.body ?? ''));
    const inclusion = await proveInclusion(read, 200, 280);
    expect(isIncluded({ index: 200, size: 280, hash, path: inclusion, root: newest.root })).toBe(true);
  });

  it('are signed no more once rows are not those of the last one', async () => {
    rounds = [opened(5)];
    await step();
    await corrupt(test.database, `UPDATE log_entry SET body = replace(body, 'opening', 'changed')`);
    rounds = [opened(5, sealed)];
    await expect(step(engineOf())).rejects.toThrow('not those of its checkpoint');
    expect(await audit()).not.toEqual([]);
  });
});

describe('after a restore', () => {
  it('goes on under a new origin that names the last checkpoint, and keeps the old one', async () => {
    rounds = [opened(5)];
    await step();
    // It is too early for another checkpoint.
    rounds = [opened(5), opened(6)];
    await step();
    expect((await checkpoint()).size).toBe(1);
    await corrupt(test.database, `INSERT INTO fairness_restart (reason) VALUES ('restore')`);
    const voided = { void: { reason: 'restore', seed } };
    rounds = [opened(5, voided), opened(6, voided), opened(7)];
    await step(engineOf());
    await step(engineOf());
    const before = await checkpoint(1);
    expect(before.size).toBe(2);
    expect(await kinds()).toEqual(['opening 5', 'opening 6']);
    expect(await kinds(2)).toEqual(['restore', 'void 5', 'void 6', 'opening 7']);
    const [first] = await readLog(2);
    const key = before.origin.split('/')[1];
    expect(first).toMatchObject({
      previous: {
        origin: `fairground/${key}/1`,
        checkpoint: (await publishedNote(test.database.query, 1))?.note,
      },
      reason: 'restore',
    });
    expect(await checkpoint()).toMatchObject({ origin: `fairground/${key}/2`, size: 4 });
    expect(await checkpoint(1)).toEqual(before);
    expect(await audit()).toEqual([]);
  });
});

describe('a file of the log', () => {
  it('may be cached for good under the number of its origin, and only for seconds without one', async () => {
    const app = Fastify();
    logFiles(test.database.query)(app);
    const get = async (path: string) => {
      const answer = await app.inject(`/log/${path}`);
      return { cached: answer.headers['cache-control'], bytes: answer.rawPayload };
    };
    rounds = [opened(5)];
    await step();
    const first = await get('tile/0/000.p/1');
    expect(first.cached).toBe('public, max-age=10');
    expect(await get('1/tile/0/000.p/1')).toEqual({
      cached: 'public, max-age=31536000, immutable',
      bytes: first.bytes,
    });
    await corrupt(test.database, `INSERT INTO fairness_restart (reason) VALUES ('restore')`);
    await step(engineOf());
    const next = await get('tile/0/000.p/1');
    expect(next.bytes).not.toEqual(first.bytes);
    expect(next).toEqual({ ...(await get('2/tile/0/000.p/1')), cached: first.cached });
    expect((await get('1/tile/0/000.p/1')).bytes).toEqual(first.bytes);
  });

  it('is read from the database once', async () => {
    let statements = 0;
    const app = Fastify();
    logFiles((statement) => {
      statements += 1;
      return test.database.query(statement);
    })(app);
    rounds = [opened(5)];
    await step();
    for (const path of ['tile/0/000.p/1', 'tile/entries/000.p/1']) {
      const before = statements;
      const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject(`/log/1/${path}`)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
      expect(statements).toBe(before + 1);
    }
    expect((await app.inject('/log/1/tile/0/000.p/2')).statusCode).toBe(404);
    rounds = [opened(5), opened(6)];
    await step();
    expect((await app.inject('/log/1/tile/0/000.p/2')).statusCode).toBe(200);
  });
});

describe('witnesses', () => {
  const witnessKeys = generateKeyPairSync('ed25519');
  const witness: Witness = {
    key: {
      name: 'witness.example',
      type: 'cosignature',
      publicKey: new Uint8Array(witnessKeys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    },
    sign: (message) => sign(null, Buffer.from(message), witnessKeys.privateKey),
  };
  let last: Checkpoint | undefined;
  let isLost: boolean;
  const answered: number[] = [];
  const warnings: string[] = [];
  let server: Server;
  let asked: ReturnType<typeof createWitnesses>;

  beforeEach(async () => {
    last = undefined;
    isLost = false;
    answered.length = 0;
    warnings.length = 0;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const judged = judgeAddCheckpoint(body, {
          logKey: () => originKey('', publicKey),
          isKnown: () => true,
          lastOf: (origin) => (last?.origin === origin ? last : undefined),
          witness,
          atSeconds: 1_800_000_000,
        });
        if (judged.status === 200) last = judged.signed;
        answered.push(judged.status);
        response.writeHead(isLost ? 500 : judged.status).end(judged.body);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = parseWitness(`${formatVerifierKey(witness.key)} http://127.0.0.1:${port}/`);
    const absent = parseWitness(
      `${formatVerifierKey({ ...witness.key, name: 'absent' })} http://127.0.0.1:1`,
    );
    if (!address || !absent) throw new Error('no address of a witness');
    asked = createWitnesses(
      {
        database: test.database,
        log: { warn: (fields: object) => warnings.push(String((fields as { witness: string }).witness)) },
      },
      [absent, address],
    );
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const published = async () => {
    const found = await publishedNote(test.database.query);
    if (!found) throw new Error('no checkpoint');
    return found;
  };
  const ask = async () => {
    asked.ask(epoch);
    await asked.settled();
  };

  it('sign the newest checkpoint, whose note has their line; an absent one changes nothing', async () => {
    rounds = [opened(5)];
    await step();
    await ask();
    rounds = Array.from({ length: 20 }, (_, at) => opened(at + 5, sealed));
    nowMs += 1_000;
    await step();
    const before = await published();
    expect(await cosignedNote(test.database.query, before)).toBe(before.note);
    await ask();
    const note = parseNote(await cosignedNote(test.database.query, before));
    expect(note?.signatures).toHaveLength(2);
    expect(note && verifyNote(note, witness.key)).toEqual({ is: 'valid', atSeconds: 1_800_000_000 });
    expect(note && verifyNote(note, originKey(before.name, publicKey))).toMatchObject({ is: 'valid' });
    expect(answered).toEqual([200, 200]);
    expect(warnings).toEqual(['absent', 'absent']);
  });

  it('are told what follows from the size that they know, after an answer that was lost', async () => {
    rounds = [opened(5)];
    await step();
    isLost = true;
    await ask();
    isLost = false;
    rounds = [opened(5, drawn)];
    nowMs += 1_000;
    await step();
    await ask();
    expect(answered).toEqual([200, 409, 200]);
    expect(last?.size).toBe(3);
    const rows = await test.rows('SELECT size FROM log_cosignature');
    expect(rows).toEqual([{ size: 3n }]);
  });

  it('are given by address and key, in either order', () => {
    const verifierKey = formatVerifierKey(witness.key);
    const expected = { verifierKey, url: 'https://witness.example' };
    expect(parseWitness(`https://witness.example/ ${verifierKey}`)).toMatchObject(expected);
    expect(parseWitness(`${verifierKey} https://witness.example`)).toMatchObject(expected);
  });

  it.each([
    '',
    'key',
    'a+00000000+AAAA http://witness.example',
    'http://witness.example a+00000000+AAAA',
    'http://witness.example http://witness.example',
  ])('have a key and an address: %j', (given) => {
    expect(parseWitness(given)).toBeUndefined();
  });
});

describe('the audit', () => {
  it.each([
    [
      'a changed body',
      `UPDATE log_entry SET body = replace(body, '"staked":30', '"staked":31') WHERE kind = 'seal'`,
    ],
    ['an entry that is missing', `DELETE FROM log_entry WHERE index = 1`],
    ['the last entry missing', `DELETE FROM log_entry WHERE index = 3`],
    ['another root', `UPDATE log_checkpoint SET root = sha256('')`],
    ['another signature', `UPDATE log_checkpoint SET signature = decode(repeat('00', 64), 'hex')`],
  ])('finds %s', async (_name, change) => {
    rounds = [opened(5)];
    await step();
    rounds = [opened(5, settled)];
    await step();
    expect(await audit()).toEqual([]);
    await corrupt(test.database, change);
    expect(await audit()).not.toEqual([]);
  });

  it('finds a tile that is not over its entries', async () => {
    rounds = Array.from({ length: 90 }, (_, at) => opened(at + 1));
    await step();
    rounds = rounds.map((round) => ({ ...round, ...settled }));
    await step();
    expect(await audit()).toEqual([]);
    await corrupt(test.database, `UPDATE log_tile SET hash = sha256('')`);
    expect(await audit()).toEqual([{ origin: 1, level: 0, tile: 0 }]);
  });

  it('finds a round whose row is not what was logged', async () => {
    rounds = [opened(5)];
    await step();
    rounds = [opened(5, settled)];
    await step();
    rounds = [opened(5, { ...settled, result: { seed, outcome: { number: 8 }, beacon: null } })];
    expect(await audit()).toEqual([{ game: 'coinToss', id: '5', kind: 'result', is: 'other values' }]);
    rounds = [opened(5, sealed)];
    expect(await audit()).toEqual([
      { game: 'coinToss', id: '5', is: 'not over' },
      { game: 'coinToss', id: '5', kind: 'result', is: 'not in the row' },
      { game: 'coinToss', id: '5', kind: 'settlement', is: 'not in the row' },
    ]);
  });
});

describe('the rows', () => {
  const tables = ['log_entry', 'log_checkpoint', 'log_origin', 'log_tile'];
  it.each(tables)('of %s are changed and deleted by nobody', async (table) => {
    rounds = Array.from({ length: 260 }, (_, at) => opened(at + 1));
    while ((await step()) === 0);
    const column = table === 'log_origin' ? 'n' : 'origin';
    for (const text of [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`]) {
      await expect(test.rows(text)).rejects.toThrow(/permission denied/);
    }
    await expect(test.rows(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/permission denied/);
  });
});
