/** What a site that was played on publishes, as files that a test may change before it serves them. */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CanonicalValue } from '@fairground/fairness/canonical-json';
import { startTestSite, type TimedSite } from '../../apps/server/test/test-site.ts';
import { spin } from './played-site.ts';
import { createSigner, publishLog, type LogEntry, type LogSigners } from './published-log.ts';
import { gameSweeps, shortRounds } from './sweeps.ts';

/** By path, without the slash in front. */
export type PublishedFiles = Map<string, Uint8Array>;

export interface PublishedSite {
  files: PublishedFiles;
  entries: LogEntry[];
  signers: LogSigners;
  /** A draw with three sealed bets; two of them have a seed of the bettor. */
  draw: { id: string; betIds: readonly string[] };
  /** The ids of what ended, by game. */
  ended: Readonly<Record<string, readonly string[]>>;
  /** Settled bets, as their players see them. */
  histories: readonly object[];
}

export interface Proof {
  game: string;
  id: string;
  commitment: string;
  seed: string | null;
  outcome: { readonly [field: string]: CanonicalValue } | null;
  algorithm: string;
  chain?: number;
  round?: number;
  terminalHash?: string;
  salt?: string;
  max?: number;
  rtpBp?: number;
  betsRoot?: string;
  rootHex?: string;
  betCount?: number;
  ticketCount?: number;
}

/** A value of quicknet, and a lottery's day that was drawn with it. */
const beaconValue = {
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

/** By number, also where there are ten and more. */
const endedIds = `SELECT game, id FROM (
  SELECT 'aviator' AS game, id::text FROM aviator_round WHERE state = 'finished'
  UNION ALL SELECT 'doubleTrouble', id::text FROM double_trouble_draw WHERE state = 'finished'
  UNION ALL SELECT 'lottery', draw_key FROM lottery_draw WHERE state = 'finished'
  UNION ALL SELECT 'mineField', id::text FROM minefield_game WHERE state <> 'Playing'
  UNION ALL SELECT 'highStriker', id::text FROM high_striker_strike
  UNION ALL SELECT 'ringToss', id::text FROM ring_toss_bet
  UNION ALL SELECT 'wheel', id::text FROM wheel_spin
) ended ORDER BY game, length(id), id`;

const histories = [
  '/aviator/userHistory',
  '/doubleTrouble/userHistory',
  '/mineField/all',
  '/highStriker/userHistory',
  '/ringToss/userHistory',
];

/** `meet` is called with the address of the site while it is up. */
export const publishSite = async (meet: (address: string) => Promise<void>): Promise<PublishedSite> => {
  const site = await startTestSite({ clock: 'moved', env: { ...shortRounds, SIGNUP_COINS: '1000000' } });
  try {
    const published = await playAndPublish(site);
    await meet(site.site.url);
    return published;
  } finally {
    await site.close();
  }
};

const playAndPublish = async (site: TimedSite): Promise<PublishedSite> => {
  const player = await site.register('ada');
  for (const { bet } of gameSweeps) await bet?.playOnce(site, player.token);
  await spin(site, player.token);
  const draw = await playSealedDraw(site, player.token);
  await site.time.advanceCoarsely(15_000);
  await player.post('/fairness/seeds/rotate', { clientSeed: 'chosen_by_ada' });
  const files: PublishedFiles = new Map();
  const get = async (path: string): Promise<unknown> => {
    const answer = await site.call('GET', path, player.token);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    // Cheats are planted in a log that the test signs itself.
    const inNoLog = { origin: null, seal: null, result: null };
    const shown = 'log' in answer.body ? { ...answer.body, log: inNoLog } : answer.body;
    files.set(`api${path}`, Buffer.from(JSON.stringify(shown)));
    return shown;
  };
  const ended: Record<string, string[]> = {};
  const proofs: Proof[] = [];
  for (const { game, id } of await site.rows<{ game: string; id: string }>(endedIds)) {
    (ended[game] ??= []).push(id);
    proofs.push((await get(`/fairness/${game}/${id}`)) as Proof);
  }
  for (const betId of draw.betIds) await get(`/fairness/doubleTrouble/${draw.id}/bets/${betId}`);
  const [ticket] = await site.rows<{ id: bigint; draw_key: string }>(
    `SELECT t.id, d.draw_key FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id WHERE d.state = 'finished'`,
  );
  await get(`/fairness/lottery/${ticket?.draw_key}/tickets/${ticket?.id}`);
  const settled = [...histories, `/ticket/userTickets/${player.user.id}`].map(
    async (path) => (await site.call('GET', path, player.token)).body as unknown as object[],
  );
  const bets = (await Promise.all(settled)).flat();

  const signers = {
    log: createSigner((key) => `fairground/${hash('sha256', key).slice(0, 16)}/1`),
    witness: createSigner(() => 'witness.example', 'cosignature'),
  };
  const entries = entriesOf(proofs);
  putLog(files, entries, signers);
  return { files, entries, signers, draw, ended, histories: bets };
};

const playSealedDraw = async (site: TimedSite, token: string): Promise<PublishedSite['draw']> => {
  const bets: { id: string; drawId: string }[] = [];
  while (bets.length < 3) {
    const clientSeed = bets.length === 1 ? {} : { clientSeed: `seed-${bets.length}` };
    const body = { drawType: 'Under', amount: 100, ...clientSeed };
    const answer = await site.call('POST', '/doubleTrouble/create', token, body);
    const { bet } = answer.body as { bet?: { id: string; drawId: string } };
    if (!bet || (bets[0] && bets[0].drawId !== bet.drawId)) {
      bets.length = 0;
      await site.time.advanceCoarsely(1_000);
    }
    if (bet) bets.push(bet);
  }
  const [first] = bets;
  if (!first) throw new Error('no bet was placed');
  await site.time.advanceTo(Number(first.drawId));
  return { id: first.drawId, betIds: bets.map(({ id }) => id) };
};

/** `before` are the entries of the first log, where this one is the second. */
export const putLog = (
  files: PublishedFiles,
  entries: readonly LogEntry[],
  signers: LogSigners,
  before?: { entries: readonly LogEntry[]; signers: LogSigners },
): void => {
  for (const path of files.keys()) if (path.startsWith('log/')) files.delete(path);
  for (const [path, body] of publishLog(entries, signers)) files.set(`log/${path}`, body);
  for (const [path, body] of before ? publishLog(before.entries, before.signers) : [])
    files.set(`log/1/${path}`, body);
  const about = { origin: signers.log.key.name, size: entries.length, witnesses: [] };
  const { verifierKey } = signers.log;
  files.set('api/fairness/log', Buffer.from(JSON.stringify({ ...about, verifierKey })));
};

/** The log of these rounds, and of one that waited for a beacon and of one that was void. */
const entriesOf = (proofs: readonly Proof[]): LogEntry[] => {
  const entries: LogEntry[] = [];
  let second = Date.UTC(2026, 10, 26) / 1_000;
  const add = (entry: LogEntry) => entries.push({ at: new Date(++second * 1_000).toISOString(), ...entry });
  const logged = proofs
    .filter((proof) => 'betsRoot' in proof || 'rootHex' in proof)
    .sort((one, other) => (one.round ?? 0) - (other.round ?? 0));
  for (const { game, chain, terminalHash = '', salt = '' } of logged) {
    if (chain === undefined || entries.some((each) => each['chain'] === chain)) continue;
    add({ chain, game, kind: 'chain', links: 4_096, salt, saltSource: 'install', terminalHash });
  }
  for (const proof of logged) {
    const { game, id, commitment, chain, round } = proof;
    const link: LogEntry = chain === undefined || round === undefined ? {} : { chain, round };
    const bets = proof.betCount ?? proof.ticketCount ?? 0;
    const betsRoot = proof.betsRoot ?? proof.rootHex ?? '';
    const staked = bets * 100;
    add({ beaconRound: null, commitment, game, id, kind: 'opening', ...link });
    const { max, rtpBp } = proof;
    const terms: LogEntry = { ...(max !== undefined && { max }), ...(rtpBp !== undefined && { rtpBp }) };
    add({ beaconRound: null, betCount: bets, betsRoot, game, id, kind: 'seal', staked, ...terms });
    add({ beacon: null, game, id, kind: 'result', outcome: proof.outcome, seed: proof.seed });
    if (bets > 0) add({ bets, game, id, kind: 'settlement', paid: 0, staked, won: 0 });
  }
  const drawn = { game: 'lottery', id: '2026-01-01' };
  const seed = '11'.repeat(32);
  const commitment = hash('sha256', Buffer.from(seed, 'hex'));
  const empty = { betCount: 0, betsRoot: '0'.repeat(64), staked: 0 };
  add({ ...drawn, beaconRound: 1000, commitment, kind: 'opening' });
  add({ ...drawn, ...empty, beaconRound: 1000, kind: 'seal' });
  add({
    ...drawn,
    beacon: beaconValue,
    kind: 'result',
    outcome: { winningNumbers: numbersWithBeacon },
    seed,
  });
  const ended = { game: 'lottery', id: '2026-01-02' };
  add({ ...ended, beaconRound: null, commitment, kind: 'opening' });
  add({ ...ended, ...empty, beaconRound: null, kind: 'seal' });
  add({ ...ended, beaconRound: null, betsRoot: empty.betsRoot, kind: 'void', reason: 'test', seed });
  // Void rounds that waited for a value: one that is in the log, and another one.
  for (const [id, beaconRound] of [
    ['2026-01-03', 1000],
    ['2026-01-04', 1001],
  ] as const) {
    const waiting = { game: 'lottery', id, beaconRound };
    add({ ...waiting, commitment, kind: 'opening' });
    add({ ...waiting, ...empty, kind: 'seal' });
    add({ ...waiting, betsRoot: empty.betsRoot, kind: 'void', reason: 'late_seal', seed });
  }
  add({ count: 1, day: '2026-11-26', kind: 'playerSeeds', root: commitment });
  add({ day: '2026-11-26', hash: commitment, kind: 'ledgerHead', transfers: 1 });
  add({ kind: 'file', name: 'verify_fairground.py', sha256: commitment });
  return entries;
};

const numbersWithBeacon = [12, 21, 25, 29, 38, 39];

/** Serves the files as a site would, until it is closed. */
export const servePublished = async (files: PublishedFiles): Promise<{ url: string; close(): void }> => {
  const server = createServer((request, response) => {
    const body = files.get((request.url ?? '').slice(1));
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
};
