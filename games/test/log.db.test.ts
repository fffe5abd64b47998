/** What a played site has in its public log, and how anybody reads it. */
import { growTree, hashEntry } from '@fairground/fairness/log';
import type { LogEntry } from '@fairground/fairness/log-entry';
import { parseCheckpoint, parseNote, parseVerifierKey, verifyNote } from '@fairground/fairness/log-note';
import { decodeEntries, tilePath, tileWidth } from '@fairground/fairness/log-tiles';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlayedSite, type PlayedSite } from './played-site.ts';

let site: PlayedSite;
beforeAll(async () => {
  site = await startPlayedSite();
  await site.time.advance(3_000);
});
afterAll(() => site?.close());

const get = (path: string) => site.site.app.inject({ method: 'GET', url: path });

const readLog = async () => {
  const answer = await get('/log/checkpoint');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=1',
  });
  const note = parseNote(answer.body);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!note || !checkpoint) throw new Error(`no checkpoint: ${answer.body}`);
  const entries: Uint8Array[] = [];
  const hashes: Buffer[] = [];
  for (let index = 0; entries.length < checkpoint.size; index += 1) {
    const width = Math.min(tileWidth, checkpoint.size - entries.length);
    const [bundle, tile] = await Promise.all([
      get(`/log/${tilePath({ level: 'entries', index, width })}`),
      get(`/log/${tilePath({ level: 0, index, width })}`),
    ]);
    expect([bundle.statusCode, tile.statusCode]).toEqual([200, 200]);
    expect(tile.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=10',
    });
    entries.push(...decodeEntries(bundle.rawPayload));
    hashes.push(tile.rawPayload);
  }
  return { note, checkpoint, entries, hashes: Buffer.concat(hashes) };
};

it('has one tree under a checkpoint that the published key has signed', async () => {
  const { note, checkpoint, entries, hashes } = await readLog();
  const tree = growTree();
  for (const entry of entries) tree.push(hashEntry(entry));
  expect(Buffer.concat(entries.map(hashEntry))).toEqual(hashes);
  expect(Buffer.from(tree.root())).toEqual(Buffer.from(checkpoint.root));
  const { body } = await site.call('GET', '/fairness/log');
  const key = parseVerifierKey(String(body['verifierKey']));
  expect(body).toMatchObject({ origin: checkpoint.origin, witnesses: [] });
  expect(key && verifyNote(note, key)).toEqual({ is: 'valid', atSeconds: null });
  expect(key?.name).toBe(checkpoint.origin);
  // The site went on in the meantime.
  expect(body['size']).toBeGreaterThanOrEqual(checkpoint.size);
  const named = await get(`/log/1/checkpoint`);
  expect(parseNote(named.body)?.text.split('\n')[0]).toBe(checkpoint.origin);
});

it('has chains before what they draw, and each round from its opening to its settlement', async () => {
  const entries = (await readLog()).entries.map(
    (bytes) => JSON.parse(Buffer.from(bytes).toString()) as LogEntry,
  );
  expect(entries.slice(0, 2).map(({ kind }) => kind)).toEqual(['chain', 'chain']);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const rounds = Map.groupBy(
    entries.filter((entry) => 'id' in entry),
    (entry) => `${entry.game} ${entry.id}`,
  );
  const courses = new Map<string, Set<string>>();
  for (const [name, each] of rounds) {
    const [game = ''] = name.split(' ');
    const course = each.map(({ kind }) => kind).join(' ');
    courses.set(game, (courses.get(game) ?? new Set()).add(course));
  }
  expect([...courses.keys()].toSorted()).toEqual(['aviator', 'doubleTrouble', 'lottery']);
  expect(courses.get('doubleTrouble')).toContain('opening seal result settlement');
  expect(courses.get('lottery')).toContain('opening seal result settlement');
  expect(courses.get('aviator')).toContain('opening seal result settlement');
  const paid = entries.flatMap((entry) => (entry.kind === 'settlement' ? entry.paid : []));
  expect(Math.max(...paid)).toBeGreaterThan(0);
});

it('names the indexes of seal and result in proofs, where those entries are', async () => {
  const { entries, checkpoint } = await readLog();
  for (const path of site.proofPaths) {
    const { body } = await site.call('GET', path);
    const log = body['log'] as { origin: string; seal: number; result: number } | undefined;
    if (!String(body['algorithm']).endsWith('/v2')) continue;
    expect(log?.origin).toBe(checkpoint.origin);
    for (const kind of ['seal', 'result'] as const) {
      const entry = JSON.parse(Buffer.from(entries[log?.[kind] ?? -1] ?? []).toString()) as object;
      expect(entry).toMatchObject({ kind, game: body['game'], id: body['id'] });
    }
    expect(JSON.parse(Buffer.from(entries[log?.result ?? -1] ?? []).toString())).toMatchObject({
      seed: body['seed'],
      outcome: body['outcome'],
    });
  }
});

it('has the hash of the second verifier, which anybody may download', async () => {
  const { entries } = await readLog();
  const answer = await get('/fairness/verify_fairground.py');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect(answer.body).toBe(await readFile('scripts/verify_fairground.py', 'utf8'));
  const files = entries
    .map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as LogEntry)
    .filter(({ kind }) => kind === 'file');
  expect(files).toMatchObject([
    { name: 'fairness/verify_fairground.py', sha256: hash('sha256', answer.rawPayload) },
  ]);
});

it('has no file at any other address', async () => {
  for (const path of ['tile/0/001', 'tile/0/000.p/0', 'tile/9/000', '2/checkpoint', 'tile/0/0', '']) {
    expect([path, (await get(`/log/${path}`)).statusCode]).toEqual([path, 404]);
  }
});

it('equals the tables, as the audit finds', async () => {
  const findings = await site.findViolations();
  expect(findings).toEqual([]);
});
