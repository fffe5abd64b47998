/** The dump of a day that was played on a whole site, as both verifiers read it: sound, and with cheats planted. */
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalJson, type CanonicalValue } from '@fairground/fairness/canonical-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSite, type TimedSite } from '../../apps/server/test/test-site.ts';
import type { MonitorFeed } from '@fairground/contract/fairness';
import { runMonitor } from '../../scripts/monitor/run.ts';
import { openSource } from '../../scripts/verify/source.ts';
import { runVerifier } from '../../scripts/verify/run.ts';
import { hasPython, python, type Run } from './second-verifier.ts';
import { gameSweeps, shortRounds } from './sweeps.ts';

type Line = Record<string, CanonicalValue>;

const day = '2030-06-01';
const name = `${day}.ndjson.gz`;
let site: TimedSite;
let folder: string;
let token: string;
let body: Buffer;
let lines: Line[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-dumps-'));
  site = await startTestSite({
    clock: 'moved',
    startMs: Date.parse(`${day}T23:56:00Z`),
    env: { ...shortRounds, SIGNUP_COINS: '1000000' },
  });
  // Four seeds: two of each.
  ({ token } = await site.register('peregrine'));
  const { token: other } = await site.register('kestrel');
  await site.call('GET', '/fairness/seeds', other);
  for (const { bet } of gameSweeps) await bet?.playOnce(site, token);
  await site.time.advanceCoarsely(Date.parse('2030-06-02T00:00:01Z') - site.time.nowMs());
  await site.time.suspend(11 * 60_000);
  await site.time.advanceCoarsely(65_000);
  body = (await get(`/data/${name}`)).rawPayload;
  lines = parse(body);
}, 240_000);
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string) => site.site.app.inject({ method: 'GET', url: path });
const parse = (file: Buffer): Line[] =>
  gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const ofKind = (kind: string) => lines.filter((line) => line['kind'] === kind);

/** What both say of a file, by itself or next to the site. */
const verify = async (file: Buffer, isWithSite: boolean): Promise<Run[]> => {
  const path = join(folder, 'dump.ndjson.gz');
  await writeFile(path, file);
  const printed: string[] = [];
  const address = isWithSite ? site.site.url : undefined;
  const code = await runVerifier(['dump', path], address, (line) => printed.push(line));
  const first = { code, text: printed.join('\n') };
  return hasPython ? [first, await python([...(address ? [address] : []), 'dump', path])] : [first];
};

/** The dump with one line changed. */
const changed = (isMeant: (line: Line) => boolean, change: (line: Line) => Line): Buffer => {
  const at = lines.findIndex(isMeant);
  expect(at).toBeGreaterThan(0);
  const planted = lines.map((line, index) => (index === at ? change(line) : line));
  return gzipSync(`${planted.map((line) => canonicalJson(line)).join('\n')}\n`);
};

it('lists the dumps of ended days, with the hashes of the files', async () => {
  const answer = await get('/data/');
  expect(answer.json()).toEqual([{ day, name, bytes: body.length, sha256: hash('sha256', body) }]);
  const { headers } = await get(`/data/${name}`);
  expect(headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=300',
  });
  for (const path of ['2030-06-02.ndjson.gz', '2030-06-01', '2030-13-45.ndjson.gz', 'x']) {
    expect([path, (await get(`/data/${path}`)).statusCode]).toEqual([path, 404]);
  }
});

it('has the rounds of all games, their sums, and nobody who played', async () => {
  const rounds = ofKind('round');
  const staked = new Set(
    rounds.filter((line) => Number(line['staked']) > 0).map((line) => line['game'] as string),
  );
  expect([...staked].toSorted()).toEqual(['aviator', 'doubleTrouble', 'lottery']);
  const algorithms = new Set(rounds.map((line) => line['algorithm'] as string));
  expect([...algorithms].toSorted()).toEqual(['crash/v2', 'draw30/v2', 'lotto/v2']);
  expect(ofKind('totals').map((line) => line['game'])).toEqual(['highStriker', 'mineField', 'ringToss']);
  expect(ofKind('totals').every((line) => Number(line['bets']) > 0)).toBe(true);
  expect(JSON.stringify(lines).includes('peregrine')).toBe(false);
});

describe('a seed of a player', () => {
  const readPlace = async (by: string) => {
    const seeds = await site.call('GET', '/fairness/seeds', token);
    return site.call('GET', `/fairness/seeds/${String(seeds.body['commitment'])}`, by);
  };
  const check = async (place: object): Promise<Run[]> => {
    const path = join(folder, 'seed.json');
    await writeFile(path, JSON.stringify(place));
    const printed: string[] = [];
    const code = await runVerifier(['seed', path], site.site.url, (line) => printed.push(line));
    const first = { code, text: printed.join('\n') };
    return hasPython ? [first, await python([site.site.url, 'seed', path])] : [first];
  };

  it('is under the root of its day, as both verifiers find', async () => {
    const { body: place } = await readPlace(token);
    expect(place).toMatchObject({ day });
    for (const { code, text } of await check(place)) {
      expect(text).toMatch(
        new RegExp(`number ${Number(place['index']) + 1} of 4 seeds that were made on ${day}`),
      );
      expect(code).toBe(0);
    }
  });

  it('is not taken for another one, nor at another place', async () => {
    const { body: place } = await readPlace(token);
    const other = { ...place, commitment: '11'.repeat(32) };
    for (const { code, text } of await check(other)) {
      expect(text).toContain('the seed is not under the root of its day: its path leads elsewhere');
      expect(code).toBe(1);
    }
    for (const { code, text } of await check({ ...place, index: (Number(place['index']) + 1) % 4 })) {
      expect(text).toContain("the path is not that of the seed's place");
      expect(code).toBe(1);
    }
  });

  it('is shown to nobody else, and not before its day is in the log', async () => {
    const { token: another } = await site.register('sparrow');
    expect((await readPlace(another)).status).toBe(404);
    const { body: seeds } = await site.call('GET', '/fairness/seeds', another);
    const early = `/fairness/seeds/${String(seeds['commitment'])}`;
    expect((await site.call('GET', early, another)).status).toBe(404);
    expect((await site.call('GET', '/fairness/seeds/x', another)).status).toBe(400);
    expect((await site.call('GET', early)).status).toBe(401);
  });
});

it('ends with the audit satisfied', async () => {
  expect(await site.findViolations()).toEqual([]);
});

describe('both verifiers', () => {
  it.each([false, true])('accept it (next to the site: %s)', async (isWithSite) => {
    for (const { code, text } of await verify(body, isWithSite)) {
      expect(text).toContain(`${day}, ${ofKind('round').length} rounds, each outcome recomputed`);
      expect(text.includes('the log has it with these values')).toBe(isWithSite);
      expect(code).toBe(0);
    }
  });

  it('name a payout sum that is off by one', async () => {
    const hasBets = (line: Line) => line['kind'] === 'round' && Number(line['betCount']) > 0;
    const file = changed(hasBets, (line) => ({ ...line, won: 1, paid: Number(line['paid']) + 1 }));
    for (const { code, text } of await verify(file, true)) {
      expect(text).toMatch(/(won|paid) is \d+, and \d+ in the log/);
      expect(text).toContain(`the log does not have the hash of this file as that of ${day}`);
      expect(code).toBe(1);
    }
  });

  it('name an outcome that was changed, also without the log', async () => {
    const isDraw = (line: Line) => line['kind'] === 'round' && line['game'] === 'doubleTrouble';
    const file = changed(isDraw, (line) => ({ ...line, outcome: { winningNumbers: [0] } }));
    for (const { code, text } of await verify(file, false)) {
      expect(text).toMatch(/the seed gives .* and the dump says \{"winningNumbers":\[0\]\}/);
      expect(code).toBe(1);
    }
  });

  it('name a round that was left out, and one that is there twice', async () => {
    const isRound = (line: Line) => line['kind'] === 'round';
    const [first = {}, second = {}] = lines.filter(isRound);
    const file = changed(
      (line) => line === second,
      () => first,
    );
    for (const { code, text } of await verify(file, true)) {
      expect(text).toMatch(/it is there twice/);
      expect(text).toMatch(/the dump lacks it/);
      expect(code).toBe(1);
    }
  });
});

describe('the monitor', () => {
  /** From another machine, whose files someone may have changed on the way. */
  const watch = async (change: (path: string, file: Uint8Array) => Uint8Array = (_path, file) => file) => {
    const read = openSource(site.site.url);
    const printed: string[] = [];
    const code = await runMonitor(
      async (path) => {
        const file = await read(path);
        return file && change(path, file);
      },
      (line) => printed.push(line),
    );
    return { code, text: printed.join('\n') };
  };
  const inFeed = (from: RegExp, to: string) => (path: string, file: Uint8Array) =>
    path === 'api/fairness/monitor' ? Buffer.from(Buffer.from(file).toString().replace(from, to)) : file;

  beforeAll(async () => {
    await site.time.advanceCoarsely(90_000);
  });

  it('counts from the dump and the log what the site shows', async () => {
    const feed = (await get('/api/fairness/monitor')).json<MonitorFeed>();
    const games = feed.days[0]?.games ?? [];
    expect(games.map(({ game }) => game)).toEqual(['aviator', 'doubleTrouble', 'lottery']);
    expect(feed.since.games.map(({ game }) => game)).toContain('doubleTrouble');
    const { code, text } = await watch();
    expect(text).toContain('all of it agrees with what the site shows');
    expect(text).toMatch(/aviator rtpBp 9700: \d+ rounds, .*\n.*exact 48\.50 %/);
    expect(code).toBe(0);
  });

  it.each([
    [
      'a payment that the site shows',
      inFeed(/"paid":(\d+)/, '"paid":1$1'),
      /paid is 1\d+, and \d+ by its files/,
    ],
    [
      'a round that the site counts since then',
      inFeed(/("since".*?"rounds":)/, '$11'),
      /since the last dump, .*rounds is/,
    ],
    [
      'a game that the site does not count',
      inFeed(/"game":"lottery"/, '"game":"other"'),
      /lottery: the site does not have it/,
    ],
    [
      'a dump that is another one than listed',
      (path: string, file: Uint8Array) =>
        path.startsWith('data/2')
          ? changed(
              (line) => line['kind'] === 'round',
              (line) => ({ ...line, betCount: 9 }),
            )
          : file,
      /another file than the list says/,
    ],
    [
      'an entry that was changed on the way',
      (path: string, file: Uint8Array) =>
        path.includes('tile/entries')
          ? Buffer.from(Buffer.from(file).toString('latin1').replace('"won":0', '"won":1'), 'latin1')
          : file,
      /not those of their tile|do not lead to the checkpoint's root/,
    ],
  ])('names %s', async (_what, change, sentence) => {
    const { code, text } = await watch(change);
    expect(text).toMatch(sentence);
    expect(code).toBe(1);
  });
});
