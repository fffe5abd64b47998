/** Both verifiers over what a site publishes: sound, and with a cheat planted, which each must find and name. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { merklePath, merkleRoot } from '@fairground/fairness/merkle';
import { lottoNumbers } from '../lottery/draw.ts';
import { leafText } from '@fairground/fairness/sealed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVerifier } from '../../scripts/verify/run.ts';
import {
  createSigner,
  encodeReceipt,
  publishLog,
  renamed,
  signReceipt,
  type LogEntry,
} from './published-log.ts';
import {
  publishSite,
  putLog,
  servePublished,
  type Proof,
  type PublishedFiles,
  type PublishedSite,
} from './published-site.ts';
import { hasPython, python, type Run } from './second-verifier.ts';

let sound: PublishedSite;
let folder: string;
/** What the verifiers say of the log that the site itself serves. */
let onSite: readonly Run[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-published-'));
  sound = await publishSite(async (address) => {
    const first = await typescript(['log'], address);
    onSite = hasPython ? [first, await python([address, 'log'])] : [first];
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const typescript = async (words: readonly string[], site = 'http://127.0.0.1:1'): Promise<Run> => {
  const lines: string[] = [];
  const code = await runVerifier(words, site, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

/**
 * What the first and, where there is Python, the second verifier say of a site that publishes these
 * files; each may keep a checkpoint.
 */
const verify = async (files: PublishedFiles, words: readonly string[], keeps: readonly string[] = []) => {
  const site = await servePublished(files);
  const [first, second] = [0, 1].map((at) => [
    ...words,
    ...keeps.slice(at, at + 1).flatMap((file) => ['--keep', file]),
  ]);
  try {
    return await Promise.all([
      typescript(first ?? [], site.url),
      ...(hasPython ? [python([site.url, ...(second ?? [])])] : []),
    ]);
  } finally {
    site.close();
  }
};

const expectSound = (runs: readonly Run[], text: RegExp = /./) => {
  for (const each of runs) {
    expect(each.text).not.toMatch(/DOES NOT HOLD/);
    expect(each.text).toMatch(text);
    expect(each.code).toBe(0);
  }
};

const read = <Body>(files: PublishedFiles, path: string): Body =>
  JSON.parse(Buffer.from(files.get(path) ?? '').toString()) as Body;

const change = <Body extends object>(
  files: PublishedFiles,
  path: string,
  changed: (body: Body) => object,
): void => {
  const body = read<Body>(files, path);
  files.set(path, Buffer.from(JSON.stringify({ ...body, ...changed(body) })));
};

const proofPath = (game: string, at = 0) => `api/fairness/${game}/${sound.ended[game]?.[at]}`;
const drawPath = () => `api/fairness/doubleTrouble/${sound.draw.id}`;
const betPath = (at = 0) => `${drawPath()}/bets/${sound.draw.betIds[at]}`;

/**
 * The entries with the first one of this kind changed, of the sealed draw unless it is the
 * lottery's day with a beacon.
 */
const changeEntry = (kind: string, changed: object, id = sound.draw.id): LogEntry[] =>
  sound.entries.map((entry) =>
    entry['kind'] === kind && entry['id'] === id ? ({ ...entry, ...changed } as LogEntry) : entry,
  );

const without = (kind: string): LogEntry[] =>
  sound.entries.filter((entry) => !(entry['kind'] === kind && entry['id'] === sound.draw.id));

const beaconDay = '2026-01-01';

interface Cheat {
  title: string;
  plant: (files: PublishedFiles) => void;
  words: () => string[];
  named: RegExp;
}

const drawWords = () => ['doubleTrouble', sound.draw.id];
const betWords = () => ['bets', 'doubleTrouble', sound.draw.id, sound.draw.betIds[0] ?? ''];
const logWords = () => ['log', '--witness', sound.signers.witness.verifierKey];
const replaceLog = (files: PublishedFiles, entries: readonly LogEntry[]) =>
  putLog(files, entries, sound.signers);

const cheats: Cheat[] = [
  {
    title: 'a seed that was swapped after the commitment',
    plant: (files) => change(files, drawPath(), () => ({ seed: '22'.repeat(32) })),
    words: drawWords,
    named: /the seed does not match the commitment/,
  },
  {
    title: 'a seed that was swapped with its commitment, and is of no chain',
    plant: (files) =>
      change<Proof>(files, proofPath('aviator'), () => ({
        seed: '11'.repeat(32),
        commitment: '02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc',
        outcome: { crashMultiplier: 1 },
      })),
    words: () => ['aviator', sound.ended['aviator']?.[0] ?? ''],
    named: /the seed (?:is not a link of its chain|gives )/,
  },
  {
    title: 'another number than the seed gives',
    plant: (files) => change<Proof>(files, drawPath(), () => ({ outcome: { winningNumbers: [31] } })),
    words: drawWords,
    named: /the seed gives \d+ and the site showed 31/,
  },
  {
    title: 'a bet that is left out of the seal',
    plant: (files) => {
      const others = ['1', '2'].map((id) => leafText({ id, drawId: sound.draw.id }));
      const [root, path] = [merkleRoot(others), merklePath(others, 0)];
      change(files, betPath(), () => ({ index: 0, root, betCount: 2, path }));
    },
    words: betWords,
    named: /the bet is not under the root/,
  },
  {
    title: 'a bet of which the site knows nothing any more',
    plant: (files) => files.delete(betPath()),
    words: betWords,
    named: /bet \d+: DOES NOT HOLD: .*(?:under the seal|has no)/,
  },
  {
    title: 'a bet that was added after the seal',
    plant: (files) => {
      const { leaf } = read<{ leaf: string }>(files, betPath());
      const leaves = [leaf, ...['8', '9', '10'].map((id) => leafText({ id, drawId: sound.draw.id }))];
      const [root, path] = [merkleRoot(leaves), merklePath(leaves, 0)];
      change(files, betPath(), () => ({ index: 0, path, root, betCount: leaves.length }));
    },
    words: betWords,
    named: /the root is not the one that the round's proof shows/,
  },
  {
    title: 'a stake that was changed',
    plant: (files) =>
      change<{ leaf: string }>(files, betPath(), ({ leaf }) => ({
        leaf: leaf.replace('"amount":100', '"amount":1000'),
      })),
    words: betWords,
    named: /the bet is not under the root/,
  },
  {
    title: 'an algorithm that does not depend on the bets',
    plant: (files) => change(files, drawPath(), () => ({ algorithm: 'draw30/v1' })),
    words: drawWords,
    named: /DOES NOT HOLD: (?:it is malformed|draw30\/v1 is not an algorithm of doubleTrouble)/,
  },
  {
    title: 'a level that the bets do not have',
    plant: (files) => change(files, drawPath(), () => ({ entropy: 'beacon' })),
    words: drawWords,
    named: new RegExp(
      'the level beacon does not agree with the beacon|' +
        'its level, the value of the beacon and its signature do not belong together',
    ),
  },
  {
    title: 'a level below that of a bet',
    plant: (files) => change(files, drawPath(), () => ({ entropy: 'install' })),
    words: betWords,
    named: /the bet has a client seed, the level is install/,
  },
  {
    title: 'a prize that is off by one',
    plant: (files) =>
      change<{ outcome: { segment: number; amount: number } }>(files, proofPath('wheel'), ({ outcome }) => ({
        outcome: { ...outcome, amount: outcome.amount + 1 },
      })),
    words: () => ['wheel', sound.ended['wheel']?.[0] ?? ''],
    named: /the seed gives .* and the site showed/,
  },
  {
    title: 'a beacon of another round',
    plant: (files) =>
      replaceLog(files, changeEntry('result', { beacon: { ...beaconOfDay(), round: 1001 } }, beaconDay)),
    words: logWords,
    named: /result of lottery 2026-01-01: it is drawn with beacon round 1001, and the opening named 1000/,
  },
  {
    title: 'a value that the beacon did not sign',
    plant: (files) =>
      replaceLog(
        files,
        changeEntry('result', { beacon: { ...beaconOfDay(), randomness: '0f'.repeat(32) } }, beaconDay),
      ),
    words: logWords,
    named: /the value of beacon round 1000 (?:is not the hash of its signature|has not the signature)/,
  },
  {
    title: 'a checkpoint with a wrong signature',
    plant: (files) => {
      const note = Buffer.from(files.get('log/checkpoint') ?? '').toString();
      const size = sound.entries.length;
      files.set('log/checkpoint', Buffer.from(note.replace(`\n${size}\n`, `\n${size - 1}\n`)));
    },
    words: logWords,
    named: /the checkpoint's signature is wrong/,
  },
  {
    title: 'a checkpoint that no witness has seen',
    plant: (files) => {
      const note = Buffer.from(files.get('log/checkpoint') ?? '').toString();
      files.set('log/checkpoint', Buffer.from(note.replace(/— witness.*\n/, '')));
    },
    words: logWords,
    named: /witness witness\.example has not cosigned the checkpoint/,
  },
  {
    title: 'an entry that was changed in its bundle',
    plant: (files) => {
      for (const [path, body] of files) {
        if (!path.startsWith('log/tile/entries/')) continue;
        const text = Buffer.from(body).toString('latin1').replace('"betCount":3', '"betCount":4');
        files.set(path, Buffer.from(text, 'latin1'));
      }
    },
    words: logWords,
    named: /entry \d+ is not the one that its tile promised/,
  },
  {
    title: 'a seal that was taken out of the log, with everything signed again',
    plant: (files) => replaceLog(files, without('seal')),
    words: logWords,
    named: /result of doubleTrouble \d+: it has no seal before it/,
  },
  {
    title: 'an opening that was taken out of the log',
    plant: (files) => replaceLog(files, without('opening')),
    words: logWords,
    named: /(?:it has no opening before it|it has link \d+ of its chain)/,
  },
  {
    title: 'a result that was taken out of the log with its settlement',
    plant: (files) => {
      const isEnd = ({ kind, id }: LogEntry) =>
        id === sound.draw.id && (kind === 'result' || kind === 'settlement');
      replaceLog(
        files,
        sound.entries.filter((entry) => !isEnd(entry)),
      );
    },
    words: logWords,
    named: /opening of doubleTrouble \d+: \d+ before it has neither a result nor a void/,
  },
  {
    title: 'a second result',
    plant: (files) => {
      const [result] = sound.entries.filter(({ kind, id }) => kind === 'result' && id === sound.draw.id);
      replaceLog(files, [...sound.entries, { ...result, at: '2026-12-01T00:00:00.000Z' }]);
    },
    words: logWords,
    named: /result of doubleTrouble \d+: a second result/,
  },
  {
    title: 'a result that the seed does not give',
    plant: (files) => replaceLog(files, changeEntry('result', { outcome: { winningNumbers: [51] } })),
    words: logWords,
    named: /result of doubleTrouble \d+: the seed gives .* and the log says/,
  },
  {
    title: 'a seal with terms that the game does not have',
    plant: (files) => replaceLog(files, changeEntry('seal', { max: 40 })),
    words: logWords,
    named: /result of doubleTrouble \d+: its seal has not the terms of the game/,
  },
  {
    title: 'terms that the game does not have, of a round that is void',
    plant: (files) => replaceLog(files, withVoidDraw({ max: 40 })),
    words: logWords,
    named: /doubleTrouble \d+ is void \(restore\): its seal has not the terms of the game/,
  },
  {
    title: 'a seal that leaves open what was drawn of',
    plant: (files) => {
      const last = sound.entries.findLast((entry) => entry['kind'] === 'seal' && 'max' in entry);
      const { max: _max, ...open } = last ?? {};
      replaceLog(
        files,
        sound.entries.map((entry) => (entry === last ? open : entry)),
      );
    },
    words: logWords,
    named: /result of doubleTrouble \d+: its seal has not the terms of the game/,
  },
  {
    title: 'a proof with other terms than the log',
    plant: (files) => replaceLog(files, changeEntry('seal', { max: 50 })),
    words: () => [...logWords(), ...drawWords()],
    named: /doubleTrouble .*the log has another max/,
  },
  {
    title: 'a settlement of fewer bets than were sealed',
    plant: (files) => replaceLog(files, changeEntry('settlement', { bets: 2 })),
    words: logWords,
    named: /it settles 2 bets, and 3 were sealed/,
  },
  {
    title: 'a draw that is made void after its result',
    plant: (files) => {
      const { id } = sound.draw;
      const end = {
        beaconRound: null,
        betsRoot: null,
        game: 'doubleTrouble',
        id,
        kind: 'void',
        reason: 'regret',
      };
      replaceLog(files, [...sound.entries, { ...end, at: '2026-12-01T00:00:00.000Z', seed: null }]);
    },
    words: logWords,
    named: /void of doubleTrouble \d+: the round had a result before/,
  },
  {
    title: 'a proof that names another entry',
    plant: (files) =>
      change(files, drawPath(), () => ({ log: { origin: originOfLog(), seal: 0, result: null } })),
    words: () => [...logWords(), ...drawWords()],
    named: /doubleTrouble .*: DOES NOT HOLD: its seal is not entry 0 of the log/,
  },
  {
    title: 'a proof that shows something else than the log',
    plant: (files) => {
      const { betsRoot } = read<Proof>(files, drawPath());
      const other = betsRoot?.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
      replaceLog(files, changeEntry('seal', { betsRoot: other }));
    },
    words: () => [...logWords(), ...drawWords()],
    named: new RegExp(`doubleTrouble .*the log has another seal`),
  },
];

const originOfLog = () => sound.signers.log.key.name;

const beaconOfDay = () =>
  sound.entries.find(({ kind, id }) => kind === 'result' && id === beaconDay)?.['beacon'] as object;

it('both verifiers find the log of a site sound', () => {
  for (const { text, code } of onSite) {
    expect(text).toMatch(/\d+ opening, .*\d+ seal/);
    expect(code, text).toBe(0);
  }
});

describe('of what is sound', () => {
  it('every result of every game holds', async () => {
    expect(Object.keys(sound.ended)).toHaveLength(7);
    for (const [game, ids] of Object.entries(sound.ended)) {
      expectSound(await verify(sound.files, [game, ids.at(-1) ?? '']));
    }
  });

  it('bets are under the seals of their rounds', async () => {
    expectSound(await verify(sound.files, betWords()), /"clientSeed":"seed-0"/);
    const path = [...sound.files.keys()].find((each) => each.includes('/tickets/')) ?? '';
    const [, , game = '', id = '', , ticket = ''] = path.split('/');
    expectSound(await verify(sound.files, ['bets', game, id, ticket]), /"numbers":\[1,2,3,4,5,6\]/);
  });

  it('the log holds, agrees with the proofs, and says what was void', async () => {
    const runs = await verify(sound.files, [...logWords(), ...drawWords()]);
    expectSound(runs, /cosigned by witness\.example at 2026-11-26/);
    expectSound(runs, /lottery 2026-01-02 is void \(test\): it would have been/);
  });

  it('what would have come with a beacon follows from the log, or from a value that is given', async () => {
    const without = await verify(sound.files, logWords());
    expectSound(without, /lottery 2026-01-03 is void \(late_seal\): it would have been/);
    expectSound(without, /lottery 2026-01-04 is void .*: what would have come depends on beacon round 1001/);
    const given = await verify(sound.files, [...logWords(), '--beacon', `1001=${'0f'.repeat(32)}`]);
    const numbers = lottoNumbers({
      date: '2026-01-04',
      seed: Buffer.alloc(32, 0x11),
      betsRoot: new Uint8Array(32),
      beacon: Buffer.alloc(32, 0x0f),
    });
    expectSound(given, new RegExp(`2026-01-04 is void .*: it would have been .*${numbers.join(', ?')}`));
  });

  it('a draw that is void tells with its next opening what would have come', async () => {
    const files = new Map(sound.files);
    const { id } = sound.draw;
    replaceLog(files, withVoidDraw());
    expectSound(
      await verify(files, logWords()),
      new RegExp(`doubleTrouble ${id} is void \\(restore\\): it would`),
    );
  });

  it('a number is left out of a range only where its chain goes on without a gap', async () => {
    const [first = '', second = '', third = ''] = sound.ended['aviator'] ?? [];
    expect([Number(second), Number(third)], 'three in a row').toEqual([Number(first) + 1, Number(first) + 2]);
    const files = new Map(sound.files);
    // The second of the three under the number of the third.
    change(files, proofPath('aviator', 1), () => ({ id: third }));
    files.set(proofPath('aviator', 2), files.get(proofPath('aviator', 1)) ?? Buffer.from(''));
    files.delete(proofPath('aviator', 1));
    const named = new RegExp(`aviator ${second}: no round, and the chain goes on without a gap`);
    expectSound(await verify(files, ['aviator', first, third]), named);

    const hidden = new Map(sound.files);
    hidden.delete(proofPath('aviator', 1));
    for (const { text, code } of await verify(hidden, ['aviator', first, third])) {
      expect(text).toMatch(new RegExp(`aviator ${second}: DOES NOT HOLD: no such result`));
      expect(code).toBe(1);
    }
  });

  it('a round without bets that was opened again under another id holds', async () => {
    const files = new Map(sound.files);
    const ids = Object.values(sound.ended).map(([first]) => first);
    const games = new Set<unknown>();
    const moved = sound.entries.flatMap((entry) => {
      const { kind, id, game } = entry;
      if (kind !== 'opening' || typeof id !== 'string' || !ids.includes(id)) return [entry];
      games.add(game);
      const before = [1, 2].map((time): LogEntry => ({
        ...entry,
        id: `${id}-empty-${time}`,
        beaconRound: time,
      }));
      return [...before, entry];
    });
    expect(games).toEqual(new Set(['aviator', 'doubleTrouble', 'lottery']));
    replaceLog(files, moved);
    expectSound(await verify(files, logWords()));
  });

  it('a proof that names an earlier log is not judged by this one', async () => {
    const files = new Map(sound.files);
    change(files, drawPath(), () => ({ log: { origin: 'fairground/0/1', seal: 0, result: 1 } }));
    const runs = await verify(files, [...logWords(), ...drawWords()]);
    expectSound(runs, /it is in the log fairground\/0\/1/);
  });

  it('a log of several tiles holds, from a folder too', async () => {
    const files = new Map(sound.files);
    const more = Array.from({ length: 600 }, (_, at): LogEntry => {
      const name = `2026-01-01.${at}.ndjson.gz`;
      return { at: '2026-12-01T00:00:00.000Z', kind: 'file', name, sha256: '33'.repeat(32) };
    });
    replaceLog(files, [...sound.entries, ...more]);
    const holds = new RegExp(`${sound.entries.length + 600} entries, signed`);
    expectSound(await verify(files, logWords()), holds);
    for (const [path, body] of files) {
      if (!path.startsWith('log/')) continue;
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, body);
    }
    const [place, key] = [join(folder, 'log'), ['--key', sound.signers.log.verifierKey]];
    const runs = [await typescript(['log', place, ...key])];
    if (hasPython) runs.push(await python([place, 'log', ...key]));
    expectSound(runs, holds);
  });
});

/** What the second verifier says of answers that were saved. */
const verifySaved = async (answers: readonly object[]): Promise<Run> => {
  const file = join(folder, 'saved.json');
  await writeFile(file, JSON.stringify(answers));
  return python([file]);
};

const allProofs = () =>
  Object.entries(sound.ended).flatMap(([game, ids]) =>
    ids.map((_, at) => read<object>(sound.files, proofPath(game, at))),
  );

const leavesOfDraw = () =>
  sound.draw.betIds.map((_, at) => read<{ leaf: string }>(sound.files, betPath(at)).leaf);

describe.skipIf(!hasPython)('the second verifier', () => {
  it('recomputes payouts of all games', async () => {
    const { text, code } = await verifySaved([...allProofs(), ...sound.histories]);
    expect(text).not.toMatch(/DOES NOT HOLD/);
    for (const game of ['aviator', 'doubleTrouble', 'lottery', 'mineField', 'highStriker', 'ringToss'])
      expect(text).toMatch(new RegExp(`payout of ${game} bet .*: \\d+ coins`));
    expect(code).toBe(0);
  });

  it('accuses no void round whose beacon was missing', async () => {
    const lottery = allProofs().find((proof) => 'rootHex' in proof);
    const missing = { beacon: null, beaconRound: 1000, beaconSignature: null };
    const { text, code } = await verifySaved([
      { ...lottery, ...missing, entropy: 'beacon', outcome: null, voidedAt: '2026-11-26T00:00:00.000Z' },
    ]);
    expect(text).toMatch(/void; what would have come depends on the beacon's value/);
    expect(code).toBe(0);
  });

  it('finds that a complete list of bets is what was sealed', async () => {
    const { text, code } = await verifySaved([read(sound.files, drawPath()), { leaves: leavesOfDraw() }]);
    expect(text).toMatch(/all 3 bets under the seal/);
    expect(code).toBe(0);
  });
  it('finds each payout that is off by one', async () => {
    const paid = sound.histories.map((bet): object =>
      'coinsWon' in bet ? { ...bet, coinsWon: Number(bet.coinsWon) + 1 } : bet,
    );
    const off = paid.map((bet): object =>
      'amountWon' in bet ? { ...bet, amountWon: Number(bet.amountWon) + 1 } : bet,
    );
    const { text } = await verifySaved([...allProofs(), ...off]);
    const verdicts = text.split('\n').filter((line) => line.startsWith('payout of '));
    expect(verdicts).toHaveLength(sound.histories.length);
    for (const line of verdicts)
      expect(line).toMatch(/it pays \d+ coins and the site paid \d+|not settled yet/);
  });

  it.each([
    ['a bet that was left out', (leaves: string[]) => leaves.slice(1)],
    [
      'a bet that was added',
      (leaves: string[]) => [...leaves, leaves[2]?.replace(/"id":"\d+"/, '"id":"99999"')],
    ],
    ['bets in another order', (leaves: string[]) => leaves.toReversed()],
    ['a stake that was changed', ([one, ...rest]: string[]) => [one?.replace('100', '110'), ...rest]],
  ])('finds %s, by the complete list', async (_title, changed) => {
    const leaves = changed(leavesOfDraw());
    const { text, code } = await verifySaved([read(sound.files, drawPath()), { leaves }]);
    expect(text).toMatch(
      /bets of round .*: DOES NOT HOLD: (?:the list has \d bets under root|the bets are not in the order)/,
    );
    expect(code).toBe(1);
  });
});

describe('A44: both verifiers find and name', () => {
  it.each(cheats.map((cheat) => [cheat.title, cheat] as const))('%s', async (_title, cheat) => {
    const { plant, words, named } = cheat;
    const files = new Map(sound.files);
    plant(files);
    for (const { text, code } of await verify(files, words())) {
      expect(text).toMatch(named);
      expect(code).toBe(1);
    }
  });
});

type Published = Parameters<typeof putLog> extends [unknown, ...infer Log] ? Readonly<Log> : never;

/** The log that goes on after a restore of a backup whose log has these entries. */
const restored = (
  before: readonly LogEntry[] | null,
  more: readonly LogEntry[] = [],
  origin = originOfLog(),
): Published => {
  const { signers } = sound;
  const note = before && publishLog(before, signers).get('checkpoint');
  const checkpoint = note ? Buffer.from(note).toString() : null;
  const entry: LogEntry = {
    at: '2026-12-02T00:00:00.000Z',
    kind: 'restore',
    previous: { checkpoint, origin },
    reason: 'a backup was restored',
  };
  const { log, witness } = signers;
  const next = { log: renamed(log, originOfLog().replace(/1$/, '2')), witness };
  return [[entry, ...more], next, before ? { entries: before, signers } : undefined];
};

/** As if the log had been copied while the sealed draw was open, and nothing of later draws. */
const withoutEnd = (): LogEntry[] => {
  const at = sound.entries.findIndex(({ kind, id }) => kind === 'opening' && id === sound.draw.id);
  return sound.entries.slice(0, at + 1);
};

const voidOf = (id: string, at: string): LogEntry => ({
  at,
  beaconRound: null,
  betsRoot: null,
  game: 'doubleTrouble',
  id,
  kind: 'void',
  reason: 'restore',
  seed: null,
});

/** The entries with the sealed draw void instead of drawn, and with other terms in its seal. */
const withVoidDraw = (terms: object = {}): LogEntry[] => {
  const { id } = sound.draw;
  const seal = sound.entries.find((entry) => entry['kind'] === 'seal' && entry['id'] === id);
  return without('settlement').map((entry): LogEntry => {
    if (entry['id'] !== id || entry['kind'] === 'opening') return entry;
    if (entry['kind'] === 'seal') return { ...entry, ...terms };
    return { ...voidOf(id, ''), at: entry['at'] ?? null, betsRoot: seal?.['betsRoot'] ?? null };
  });
};

describe('A44: of a log that was seen before, both verifiers name', () => {
  const more: LogEntry[] = [
    { at: '2026-12-01T00:00:00.000Z', kind: 'file', name: 'more', sha256: '33'.repeat(32) },
  ];
  const other: LogEntry[] = [
    { at: '2026-12-01T00:00:00.000Z', kind: 'file', name: 'more', sha256: '44'.repeat(32) },
  ];

  const signed = (entries: readonly LogEntry[]): Published => [entries, sound.signers];

  it.each<[title: string, before: () => Published, after: () => Published, named: RegExp | null]>([
    [
      'nothing where it only grew',
      () => signed(sound.entries),
      () => signed([...sound.entries, ...more]),
      null,
    ],
    [
      'a fork: two checkpoints of one size',
      () => signed([...sound.entries, ...more]),
      () => signed([...sound.entries, ...other]),
      /fork: two checkpoints of size \d+ have different roots/,
    ],
    [
      'a log that shrank',
      () => signed([...sound.entries, ...more]),
      () => signed(sound.entries),
      /the log shrank from \d+ to \d+ entries/,
    ],
    [
      'an entry that was taken out, and others put behind',
      () => signed(sound.entries),
      () => signed([...without('settlement'), ...more, ...other]),
      /no longer contains its checkpoint of size \d+: an entry was changed, moved or taken out/,
    ],
    [
      'nothing where a restore lost nothing',
      () => signed(sound.entries),
      () => restored(sound.entries),
      null,
    ],
    [
      'a restore that lost entries',
      () => signed([...sound.entries, ...more]),
      () => restored(sound.entries),
      /the restore names a log of \d+ entries, and \d+ had been shown/,
    ],
    [
      'a restore that lost all entries',
      () => signed(sound.entries),
      () => restored(null),
      /the restore names no checkpoint, and one of \d+ entries had been shown/,
    ],
    [
      'a restore of another log',
      () => signed([...sound.entries, ...more]),
      () => restored([...sound.entries, ...other]),
      /fork: two checkpoints of size \d+ have different roots/,
    ],
    [
      'a log before the restore that is not the one of its checkpoint',
      () => signed(sound.entries),
      () => {
        const [entries, signers] = restored([...sound.entries, ...more]);
        return [entries, signers, { entries: [...sound.entries, ...other], signers: sound.signers }];
      },
      /the log fairground\/.*\/1 does not end with the checkpoint that the restore names/,
    ],
    [
      'nothing where a round that was open before is void after the restore',
      () => signed(withoutEnd()),
      () => restored(withoutEnd(), [voidOf(sound.draw.id, '2026-12-02T00:00:01.000Z')]),
      null,
    ],
    [
      'a new log that names no old one',
      () => signed(sound.entries),
      () => restored(sound.entries, [], 'fairground/0/1'),
      /the log goes on as .* and does not name .*, which was seen before/,
    ],
  ])('%s', async (title, before, after, named) => {
    const keeps = [0, 1].map((at) => join(folder, `${title}-${at}`.replaceAll(/\W/g, '-')));
    const files = new Map(sound.files);
    putLog(files, ...before());
    expectSound(await verify(files, logWords(), keeps));
    putLog(files, ...after());
    const runs = await verify(files, logWords(), keeps);
    if (named === null) return expectSound(runs);
    for (const { text, code } of runs) {
      expect(text).toMatch(named);
      expect(code).toBe(1);
    }
  });
});

describe('A43: of receipts, both verifiers', () => {
  /** A receipt for the first bet on the sealed draw. */
  const receiptBy = (signer = sound.signers.log, at = '2026-11-26T12:00:00.125Z'): LogEntry => {
    const bet = JSON.parse(leavesOfDraw()[0] ?? '') as LogEntry;
    return signReceipt(signer, { at, bet, kind: 'doubleTrouble' });
  };
  const check = async (receipt: LogEntry, files = sound.files): Promise<readonly Run[]> => {
    const file = join(folder, 'receipt.txt');
    await writeFile(file, encodeReceipt(receipt));
    return verify(files, ['receipt', file]);
  };
  const expectNamed = (runs: readonly Run[], named: RegExp) => {
    for (const { text, code } of runs) {
      expect(text).toMatch(named);
      expect(code).toBe(1);
    }
  };

  it('accept one whose bet is under the seal of its round', async () => {
    expectSound(await check(receiptBy()), /signed, and under the seal|signed by the site, and kept/);
  });

  it.each([
    ['bet', ({ bet }: LogEntry) => ({ bet: { ...(bet as object), amount: 1 } })],
    ['at', () => ({ at: '2026-11-26T12:00:00.126Z' })],
    ['kind', () => ({ kind: 'lottery' })],
  ])('find a receipt whose %s was altered', async (_field, changed) => {
    expectNamed(
      await check({ ...receiptBy(), ...changed(receiptBy()) }),
      /DOES NOT HOLD: (the receipt was altered: its path leads elsewhere|the site signed no such bet)/,
    );
  });

  it('find a wrong signature', async () => {
    expectNamed(
      await check({ ...receiptBy(), sig: '00'.repeat(64) }),
      /DOES NOT HOLD: (the receipt's signature is wrong|the signature is not that of its key)/,
    );
  });

  it('find one of another site, and one that names a site whose key it has not', async () => {
    const other = receiptBy(createSigner(({ length }) => `fairground/${'0'.repeat(length / 2)}/1`));
    expectNamed(
      await check(other),
      /the receipt's key is not that of the site that it names|it names another site than its key does/,
    );
    const { log } = sound.signers;
    const files = new Map(sound.files);
    change(files, 'api/fairness/log', () => ({ origin: 'fairground/0000000000000000/1' }));
    expectNamed(
      await check(receiptBy(log), files),
      /the receipt is one of another site|it is signed with another key than the site's log/,
    );
  });

  it('name a bet that was left out of the seal, and one that was sealed otherwise', async () => {
    const files = new Map(sound.files);
    files.delete(betPath());
    expectNamed(
      await check(receiptBy(), files),
      /the site signed this bet and left it out of its round's seal/,
    );
    files.set(betPath(), sound.files.get(betPath(1)) ?? new Uint8Array());
    expectNamed(
      await check(receiptBy(), files),
      /the site signed this bet and (sealed|shows) another one in its place/,
    );
  });

  const hideSeal = (files: PublishedFiles) =>
    change(files, drawPath(), () => ({
      status: 'void',
      seed: null,
      outcome: null,
      betsRoot: null,
      betCount: null,
    }));

  it('excuse a round that is void in the log, with its reason', async () => {
    const files = new Map(sound.files);
    hideSeal(files);
    const end = voidOf(sound.draw.id, '2026-12-01T00:00:00.000Z');
    replaceLog(files, [...withoutEnd(), { ...end, reason: 'late_seal' }]);
    const entry = withoutEnd().length;
    expectSound(
      await check(receiptBy(), files),
      new RegExp(`excused by entry ${entry} of fairground/.*/1: doubleTrouble \\d+ is void \\(late_seal\\)`),
    );
  });

  it('convict a site that calls a round void in its proof and not in its log', async () => {
    const files = new Map(sound.files);
    hideSeal(files);
    expectNamed(
      await check(receiptBy(), files),
      /neither sealed its round nor made it void in its log, and its log has nothing that excuses that/,
    );
    replaceLog(files, withoutEnd());
    expectSound(await check(receiptBy(), files), /its round has no seal yet/);
  });

  it('excuse what was placed after the backup and lost by a restore, and nothing else', async () => {
    const files = new Map(sound.files);
    for (const path of files.keys()) if (path.startsWith(drawPath())) files.delete(path);
    const before = sound.entries.slice(0, withoutEnd().length - 1);
    putLog(files, ...restored(before));
    const excuse =
      /excused by entry 0 of fairground\/.*\/2: the site was restored from a backup of before this bet/;
    expectSound(await check(receiptBy(), files), excuse);
    const convicts = /DOES NOT HOLD: the site signed this bet and .*its log has nothing that excuses that/;
    for (const at of ['2026-11-25T00:00:00.000Z', '2026-12-03T00:00:00.000Z'])
      expectNamed(await check(receiptBy(sound.signers.log, at), files), convicts);
  });
});
