/** A site whose clocks are set again and again while a player does what moves coins: random walks, each from a seed. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { password, startTestSite, type TimedSite } from '../../apps/server/test/test-site.ts';
import { runVerifier } from '../../scripts/verify/run.ts';
import { createVoidDraw } from '../double-trouble/server/void-round.ts';

const clocks = ['database', 'site', 'both'] as const;
/** From what no process notices, to a day. */
const steps = [300, 900, 1_500, 5_000, 28_000, 61_000, 600_000, 3_600_000, 86_400_000];

const seededRandom = (seed: number | string) => {
  let drawn = 0;
  const below = (bound: number): number =>
    hash('sha256', `walk ${seed}|${drawn++}`, 'buffer').readUInt32BE() % bound;
  return { below, pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item };
};

export interface Walk {
  /** What was done. */
  acts: readonly string[];
  /** What the audit, or a verifier, takes for a fault. */
  faults: readonly string[];
  site: TimedSite;
}

const findFaults = async (site: TimedSite): Promise<string[]> =>
  (await site.findViolations()).map(
    ({ line, states, broken }) =>
      `${line} ${states}: ${broken.map((row) => Object.values(row).join(' ')).join(', ')}`,
  );

/** After the days that are over were dumped. */
const findUnverified = async (site: TimedSite): Promise<string[]> => {
  await site.time.advanceCoarsely(10_000);
  const faults: string[] = [];
  const verify = async (...words: string[]) => {
    const lines: string[] = [];
    const code = await runVerifier(words, site.url, (line) => lines.push(line));
    if (code !== 0) faults.push(...lines.filter((line) => !/: holds|good/.test(line)), words.join(' '));
  };
  await verify('log');
  const folder = await mkdtemp(join(tmpdir(), 'fairground-walk-'));
  for (const { day, body } of await site.rows<{ day: string; body: Buffer }>(
    'SELECT day::text, body FROM dump',
  )) {
    const file = join(folder, `${day}.ndjson.gz`);
    await writeFile(file, body);
    await verify('dump', file);
  }
  await rm(folder, { recursive: true });
  const [flown] = await site.rows<{ id: string }>(
    `SELECT max(id)::text AS id FROM aviator_round WHERE state = 'finished'`,
  );
  if (flown?.id) await verify('aviator', '1', flown.id);
  return faults;
};

const count = 60;

/** The caller closes the site. */
export const walkWithSetClocks = async (seed: number, auditEvery: number): Promise<Walk> => {
  const random = seededRandom(seed);
  const site = await startTestSite({
    clock: 'moved',
    entropy: seededEntropy(`walk ${seed}`),
    startMs: random.pick(['2030-06-01T12:00:00Z', '2030-05-31T23:50:00Z'].map((text) => Date.parse(text))),
    env: {
      SIGNUP_COINS: '10000000',
      AD_SECONDS: '5',
      AD_COINS: '50',
      AVIATOR_COUNTDOWN_MS: '3000',
      DOUBLE_TROUBLE_INTERVAL_MS: random.pick(['5000', '30000']),
      DOUBLE_TROUBLE_CLOSE_MS: '1000',
      LOTTERY_DRAW_CRON: random.pick(['*/20 * * * * *', '0 * * * *']),
      LOTTERY_CLOSE_MS: '2000',
    },
  });
  const { time } = site;
  const alice = await site.register('alice');
  const rested = await site.register('bob');
  const acts: string[] = [];
  let token: string | undefined;

  const restsUntil = () => new Date(time.nowMs() + 1_000 * (30 + random.below(90))).toISOString();
  const playMinefield = async () => {
    const { body } = await alice.post('/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
    const id = body['id'];
    const { body: turned } = await alice.post('/mineField/reveal', { id, tileId: random.below(15) });
    if (random.below(4) > 0) await alice.post('/mineField/update', { id, gemsFound: 1 });
    return turned;
  };
  const possible: Record<string, () => Promise<unknown>> = {
    wait: () => time.advanceCoarsely(200 + random.below(9_000)),
    waitLonger: () => time.advanceCoarsely(20_000 + random.below(20_000)),
    waitFinely: () => time.advance(random.below(2_000)),
    suspend: () => time.suspend(random.below(40_000)),
    setClock: async () => {
      const ms = random.pick(steps) * random.pick([1, -1]);
      const of = random.pick(clocks);
      time.jump(ms, of);
      acts.push(`  ${of} by ${ms} ms`);
    },
    fly: () => alice.post('/aviator/create', { amount: 10, autoCashOut: 1.01 + random.below(100) / 100 }),
    flyByHand: () => alice.post('/aviator/create', { amount: 10, slot: 2 }),
    cashOut: async () => {
      const [round] = await site.rows<{ id: string }>(
        'SELECT id::text FROM aviator_round r ORDER BY r.id DESC LIMIT 1',
      );
      const slot = 1 + random.below(2);
      await alice.post('/aviator/cashout', { roundId: round?.id, crashMultiplier: 1000, slot });
    },
    bet: () => alice.post('/doubleTrouble/create', { drawType: random.pick(['Under', 'Over']), amount: 10 }),
    ticket: () => alice.post('/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 }),
    advance: () => alice.post('/lottery/advance', { numbers: [1, 2, 3, 4, 5, 7], bid: 10, draws: 3 }),
    spin: async () => {
      const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`);
      await once(socket, 'open');
      const nowMs = time.clock.now();
      const message = { type: 'spinWheel', payload: {}, requestId: `spin-${acts.length}`, nowMs };
      socket.send(signedMessage({ ...message, token: alice.token }));
      await once(socket, 'message');
      socket.terminate();
    },
    watchAd: async () => {
      const { body } = await alice.post('/ads/start', {});
      await time.advanceCoarsely(6_000);
      await alice.post('/ads/complete', { id: body['id'] });
    },
    playMinefield,
    strike: () => alice.post('/highStriker/create', { amount: 100, target: 1.5 }),
    rotate: () => alice.post('/fairness/seeds/rotate', { clientSeed: `chosen_${acts.length}` }),
    rest: () => rested.post('/user/limits', { breakUntil: restsUntil() }),
    playRested: () => rested.post('/highStriker/create', { amount: 100, target: 1.5 }),
    watchAdRested: async () => {
      const { body } = await rested.post('/ads/start', {});
      await time.advanceCoarsely(6_000);
      await rested.post('/ads/complete', { id: body['id'] });
    },
    automate: async () => {
      const body = { name: 'bot', scopes: ['play'], days: 1, password };
      const created = await rested.post('/user/tokens', body);
      if (created.status === 201) token = String(created.body['token']);
      if (random.below(8) === 0)
        await site.call('POST', '/highStriker/create', token, { amount: 100, target: 1.5 });
    },
    invite: async () => {
      const friend = await site.register(`friend_${acts.length}`, { ref: alice.user.referenceId });
      await friend.post('/highStriker/create', { amount: 100, target: 1.5 });
    },
    voidRound: async () => {
      if (random.below(3) > 0) return;
      const [round] = await site.rows<{ id: string }>(
        `SELECT id::text FROM double_trouble_draw WHERE state = 'open'`,
      );
      if (round) await site.database.transaction((query) => createVoidDraw(() => undefined)(query, round.id));
    },
  };
  const waits = ['wait', 'waitFinely', 'wait', 'waitLonger', 'suspend'];
  const names = Object.keys(possible);
  for (let at = 0; at < count; at += 1) {
    const name = random.pick(at % 3 === 0 ? waits : names);
    const act = at % 4 === 1 ? 'setClock' : name;
    acts.push(act);
    await possible[act]?.();
    if (at % auditEvery !== auditEvery - 1) continue;
    const faults = await findFaults(site);
    if (faults.length > 0) return { acts, faults, site };
  }
  return { acts, faults: await findUnverified(site), site };
};
