/**
 * A16: nothing that leaves the site reveals a round, draw or field before its end, over
 * forty of each, or SECRET_ROUNDS.
 */
import { Writable } from 'node:stream';
import type { ServerEnvelope } from '@fairground/contract/live';
import { formatHex } from '@fairground/fairness/hex';
import { multiplierAtMs } from '@fairground/game-aviator/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { seedOfLink } from '../../apps/server/src/fairness/chains/seed-chain.ts';
import { createSeedBook } from '../../apps/server/src/fairness/player-seeds/service.ts';
import { minesOf } from '../minefield/server/fields.ts';
import { findField } from '../minefield/server/sql/games.sql.ts';
import { reveal } from '../aviator/test/running-flights.ts';
import { systemEntropy } from '../../apps/server/src/platform/entropy.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import type { Seal } from '../../apps/server/src/platform/secrets/seal.ts';
import { startTestSite, type TimedSite } from '../../apps/server/test/test-site.ts';
import { SecretWatch, type Secret } from '../../apps/server/test/secret-watch.ts';
import { sealOf } from '../../apps/server/test/test-site.ts';

const rounds = Number(process.env['SECRET_ROUNDS'] ?? 40);
/** Larger than any crash point, so that no amount looks like one. */
const stake = 1_000_010;

let site: TimedSite;
let seal: Seal;
let token: string;
let socket: WebSocket;
const faults: unknown[] = [];
/** The secrets of answers, log lines and metrics, and those of frames: each sees the end of a round at another time. */
const nowMs = () => site.time.nowMs();
const watch = new SecretWatch(nowMs);
const frames = new SecretWatch(nowMs);
const shown = { aviator: 0, doubleTrouble: 0, lottery: 0 };

const recordFault = (check: () => void) => {
  try {
    check();
  } catch (error) {
    faults.push(error);
  }
};

interface RoundRow {
  id: bigint;
  chain_id: bigint;
  link: number;
  starts_at: Date;
  crash_at: Date;
  crash_hundredths: number;
}
interface DrawRow {
  draw_key: string;
  sealed: Buffer;
  commitment: Buffer;
}
const [roundRow, slotRow, drawRow] = [
  'SELECT * FROM aviator_round ORDER BY id DESC LIMIT 1',
  `SELECT * FROM double_trouble_draw WHERE state = 'open'`,
  'SELECT * FROM lottery_draw ORDER BY id DESC LIMIT 1',
];
const one = async <Row extends object>(text: string): Promise<Row> => {
  const [row] = await site.rows<Row>(text);
  if (!row) throw new Error('a game is missing');
  return row;
};

/** The open rounds and draws, by the names of their secrets, and the progress of the flight. */
const check = () =>
  one<{ aviator: string; state: string; slot: string; draw: string; starts_in: number }>(`
    SELECT 'aviator ' || r.id AS aviator, r.state, 'doubleTrouble ' || s.id AS slot, 'lottery ' || d.draw_key AS draw,
      extract(epoch FROM r.starts_at - clock_timestamp())::float8 * 1000 AS starts_in
    FROM (${roundRow}) r, (${slotRow}) s, (${drawRow}) d`);

/** The closing times of draws are public and on full seconds, as is one crash in a thousand. */
const isOnTimetable = (ms: number): boolean => ms % 1_000 === 0;

const replace = (secret: Secret) => {
  watch.forget(secret.name.split(' ')[0] ?? '');
  watch.add(secret);
  frames.add(secret);
};

/** Computes with the seed key what the site must not reveal from now on. */
const learnSecrets = async () => {
  const now = await check();
  const chains = { database: site.database, seal };
  const bare = { numbers: [], momentsMs: [] };
  if (!watch.has(now.aviator)) {
    const round = await one<RoundRow>(roundRow);
    replace({ name: now.aviator, bytes: await seedOfLink(chains, round.chain_id, round.link), ...bare });
  }
  if (!watch.has(now.slot)) {
    const slot = await one<RoundRow>(slotRow);
    replace({ name: now.slot, bytes: await seedOfLink(chains, slot.chain_id, slot.link), ...bare });
  }
  if (!watch.has(now.draw)) {
    const { sealed, commitment } = await one<DrawRow>(drawRow);
    replace({ name: now.draw, bytes: seal.open(sealed, `lottery|${formatHex(commitment)}`), ...bare });
  }
  return now;
};

/** The crash follows from the bets too, once all of them are placed. */
const learnCrash = async (name: string) => {
  const round = await reveal(site, await one<RoundRow>(roundRow));
  const flightMs = round.crash_at.getTime() - round.starts_at.getTime();
  replace({
    name,
    bytes: await seedOfLink({ database: site.database, seal }, round.chain_id, round.link),
    numbers: [round.crash_hundredths, round.crash_hundredths / 100, flightMs],
    momentsMs: [round.crash_at.getTime()].filter((ms) => !isOnTimetable(ms)),
  });
};

interface Live {
  roundId: string;
  status: string;
  crashMultiplier: number;
  /** What the table shows while the round flies. */
  multiplier?: number;
  startedAt: string;
  seed?: string;
  drawId?: string;
  current?: { drawId: string } | null;
}

/** The newest round that was shown in flight. */
let flight: { roundId: string; startedAt: string } | undefined;

const checkFrame = (text: string) => {
  const { type, payload } = JSON.parse(text) as ServerEnvelope & { payload: { data: Live } };
  const { data } = payload;
  if (type === 'aviatorDrawResult_response' && data.status === 'finished') {
    // The revealed seed is the one that was searched for.
    expect(text).toContain(data.seed);
    shown.aviator += frames.reveal(`aviator ${data.roundId}`, data.seed) ? 1 : 0;
  }
  if (type === 'doubleTroubleStatus_response' && data.current) {
    shown.doubleTrouble += frames.remove(`doubleTrouble ${data.current.drawId}`) ? 1 : 0;
  }
  if (type === 'latestDraw_response' && data.drawId)
    shown.lottery += frames.remove(`lottery ${data.drawId}`) ? 1 : 0;
  const isFlying = type === 'aviatorDrawResult_response' && data.status === 'ongoing';
  if (isFlying) flight = { roundId: data.roundId, startedAt: data.startedAt };
  frames.checkJson(text, 'a frame', (path) => {
    // The table of the round before may come late; what was cashed out there may equal the crash point of this one.
    if (type === 'aviatorTable_response' && path.at(-1) === 'at')
      return !frames.has(`aviator ${data.roundId}`);
    const running = isFlying
      ? path.at(-1) === 'crashMultiplier' && data.crashMultiplier
      : type === 'aviatorTable_response' && path.at(-1) === 'multiplier' && data.multiplier;
    if (typeof running !== 'number') return false;
    // A multiplier may equal the crash point only if it follows from the time.
    expect(flight?.roundId).toBe(data.roundId);
    const shownNow = multiplierAtMs(site.time.nowMs() - Date.parse(flight?.startedAt ?? '')) / 100;
    expect(running).toBeLessThanOrEqual(shownNow);
    return true;
  });
};

const idIn = (name: string) => name.split(' ')[1] ?? '';

const get = async (path: string, ownId: string) => {
  const { status, text } = await site.call('GET', path, token);
  expect(status, path).toBeLessThan(500);
  recordFault(() =>
    watch.checkJson(text, path, (fields, parent) => {
      // The rules of the lottery are public.
      if (fields[0] === 'tiers') return true;
      // The crash points and payouts of earlier rounds may equal the crash point of the flight.
      const id = parent['roundId'] ?? parent['id'];
      return ['crashMultiplier', 'cashOutMultiplier'].includes(fields.at(-1) ?? '') && id !== ownId;
    }),
  );
};

const metrics = async () => {
  const { body } = await site.site.app.inject({ url: '/metrics' });
  expect(body).toContain('# TYPE');
  recordFault(() => watch.checkMetrics(body));
};

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // The first log lines precede any secret.
      if (site) recordFault(() => watch.checkLog(chunk.toString()));
      done();
    },
  });
  site = await startTestSite({
    clock: 'moved',
    env: {
      SIGNUP_COINS: '1000000000',
      AVIATOR_COUNTDOWN_MS: '1000',
      DOUBLE_TROUBLE_INTERVAL_MS: '10000',
      DOUBLE_TROUBLE_CLOSE_MS: '1000',
      LOTTERY_DRAW_CRON: '*/10 * * * * *',
      LOTTERY_CLOSE_MS: '1000',
      LOG_LEVEL: 'trace',
    },
    log: createLogger('trace', sink),
  });
  seal = await sealOf(site.dataDir);
  token = (await site.register('watched')).token;
  await site.time.advance(10);
  await learnSecrets();
  socket = new WebSocket(`${site.site.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: `session=${token}`, origin: site.site.url },
  });
  socket.on('message', (data: Buffer) => recordFault(() => checkFrame(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
}, 60_000);
afterAll(async () => {
  socket?.terminate();
  await site?.close();
});

/** Waits until everything sent so far has been received. */
const flush = async () => {
  const ponged = new Promise((resolve) => socket.once('pong', resolve));
  socket.ping();
  await ponged;
};

it(`A16: reveals nothing of ${rounds} rounds of Aviator, and as many draws, before their end`, async () => {
  let played = 0;
  let askedAt = 0;
  for (let last = ''; played < rounds || shown.doubleTrouble < rounds || shown.lottery < rounds;) {
    const now = await learnSecrets();
    if (now.aviator !== last) {
      last = now.aviator;
      played += 1;
      if (faults.length > 0) break;
      const bets = await Promise.all([
        site.call('POST', '/aviator/create', token, { amount: stake, autoCashOut: 1.01 }),
        site.call('POST', '/doubleTrouble/create', token, { drawType: 'Under', amount: stake }),
      ]);
      for (const { text } of bets) recordFault(() => watch.checkJson(text, 'a bet'));
      await learnCrash(now.aviator);
    }
    if (now.state === 'flying' && played % 5 === 0 && askedAt !== played) {
      askedAt = played;
      const id = idIn(now.aviator);
      await get(`/fairness/aviator/${id}`, id);
      await get('/aviator/userHistory', id);
      await get('/aviator/globalHistory', id);
      await get('/user/me', id);
      await get('/doubleTrouble/status', id);
      await get(`/fairness/doubleTrouble/${idIn(now.slot)}`, id);
      await get('/lottery', id);
      await get(`/fairness/lottery/${idIn(now.draw)}`, id);
      await metrics();
    }
    // Steps that the director does not take for a suspension, and that do not miss the take-off.
    await site.time.suspend(now.starts_in > 0 ? Math.min(now.starts_in, 1_900) : 1_900);
    await flush();
  }
  expect(faults).toEqual([]);
  expect(
    Math.min(shown.aviator, shown.doubleTrouble, shown.lottery),
    'secrets that were revealed at the end',
  ).toBeGreaterThanOrEqual(rounds - 5);
  expect(watch.checkedTexts).toBeGreaterThan(rounds);
  expect(await site.findViolations()).toEqual([]);
}, 600_000);

it(`A16: reveals nothing of ${rounds} games of Minefield and spins of the wheel before their end`, async () => {
  const book = createSeedBook({ entropy: systemEntropy, seal });
  const maxPlayers = 8;
  const players: string[] = [];
  for (let index = 0; index < Math.min(maxPlayers, rounds); index++)
    players.push((await site.register(`digger_${index}`)).token);
  const learnSeeds = async () => {
    const seeds = await site.rows<Parameters<typeof book.openSeed>[0] & { id: bigint }>(
      `SELECT id, player_id, commitment, sealed FROM player_seed WHERE state <> 'revealed'`,
    );
    for (const seed of seeds) {
      const name = `seed ${seed.id}`;
      if (!watch.has(name))
        watch.add({ name, bytes: Buffer.from(book.openSeed(seed)), numbers: [], momentsMs: [] });
    }
  };
  await learnSeeds();
  let games = 0;
  while (games < rounds) {
    await Promise.all(
      players.map(async (player) => {
        const begun = await site.call('POST', '/mineField/create', player, {
          difficulty: 'Easy',
          bidAmount: 100,
        });
        expect(begun.status, begun.text).toBe(201);
        const id = String(begun.body['id']);
        const field = await findField.first(site.database.query, { gameId: BigInt(id) });
        if (!field) throw new Error('no field');
        const mines = new Set(minesOf(field, book.openSeed(field)));
        const gem = [...Array(field.tiles).keys()].find((tile) => !mines.has(tile));
        const open = [
          begun,
          await site.call('POST', '/mineField/reveal', player, { id, tileId: gem }),
          await site.call('GET', '/mineField/current', player),
          await site.call('GET', `/fairness/mineField/${id}`, player),
        ];
        for (const { text, status } of open) {
          expect(status, text).toBeLessThan(300);
          recordFault(() => {
            watch.checkText(text, 'a game in play');
            expect(text).not.toContain('"isTrap":true');
            for (const list of text.match(/\[[\d,\s]+\]/g) ?? []) {
              const numbers = new Set(JSON.parse(list) as number[]);
              expect(
                [...mines].every((mine) => numbers.has(mine)),
                text,
              ).toBe(false);
            }
          });
        }
        const over = await site.call('POST', '/mineField/update', player, { id, gemsFound: 1 });
        expect(over.status).toBe(200);
        expect(over.text).toContain('"isTrap":true');
        const wheel = await site.call('GET', '/wheel', player);
        recordFault(() => watch.checkText(wheel.text, 'the wheel'));
      }),
    );
    games += players.length;
    recordFault(() => expect(faults).toEqual([]));
    if (faults.length > 0) break;
  }
  await metrics();
  expect(faults).toEqual([]);
  expect(await site.findViolations()).toEqual([]);
}, 300_000);
