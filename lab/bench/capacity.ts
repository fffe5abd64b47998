/**
 * What a second of a site costs that nobody visits, and one of a site with 10,000 connected players, half of whom bet
 * in each round and then cash out by hand or automatically. CAPACITY_PLAYERS sets their number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres, writtenBytes, type BenchPostgres } from './lib/bench-postgres.ts';
import { count } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';
import type { Call } from './round-clients.ts';
import { startRoundSite, type RoundSite } from './round-site.ts';

const players = Number(process.env['CAPACITY_PLAYERS'] ?? sized(10_000, 200));
const betting = Math.round(players / 2);
const warmUpRounds = sized(2, 1);
const measuredRounds = sized(4, 1);
const idleMs = sized(20_000, 1_000);
const countdownMs = sized(10_000, 4_000);
/** Bets are spread evenly over the countdown, but for so much at its end. */
const spareMs = 2_000;
const stakeCoins = 10;
/** Cash-outs by hand begin this long after take-off, with those of the busiest second. */
const cashOutAfterMs = 500;
const busiestSecondShare = 0.3;
/** In which the others follow. */
const calmMs = 5_000;

const idleName = 'nobody';
const playedName = `${count(players)} connected players`;
const columns: readonly Column[] = [
  { figure: 'rate', label: 'bets', digits: 0 },
  { figure: 'siteUs', label: 'site', unit: 'µs', digits: 0 },
  { figure: 'databaseUs', label: 'database', unit: 'µs', digits: 0 },
  { figure: 'logBytes', label: 'log', unit: 'bytes', digits: 0 },
  { figure: 'storedBytes', label: 'rows', unit: 'bytes', digits: 0 },
  { figure: 'messages', label: 'live messages', digits: 0 },
];

export const benchCapacity = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '60' });
  const idle = await measureIdle(postgres);
  const played = await measureRounds(postgres);
  await postgres.stop();
  const title = `A second of a site, idle and in ${measuredRounds} rounds: ${played.title}`;
  report('capacity', [{ title, columns, subjects: [idle, played.subject] }]);
};

/** What has been used and written until now. */
interface Reading {
  seconds: number;
  siteUs: number;
  databaseUs: number;
  logBytes: number;
  /** The size of all tables with their indexes. */
  storedBytes: number;
  messages: number;
}

const createReader =
  (postgres: BenchPostgres, { clients, database, time }: RoundSite) =>
  async (): Promise<Reading> => ({
    messages: (await clients.request({ kind: 'received' }, 30_000)).messages,
    siteUs: time() ?? Number.NaN,
    databaseUs: postgres.time() ?? Number.NaN,
    seconds: performance.now() / 1_000,
    logBytes: await writtenBytes(database),
    ...(await readSizes(database)),
  });

const readSizes = async ({ query }: Database): Promise<{ storedBytes: number }> => {
  const [row] = await query<{ stored: string }>({
    text: `SELECT sum(pg_total_relation_size(c.oid))::text AS stored
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r'`,
    values: [],
  });
  return { storedBytes: Number(row?.stored) };
};

const subtract = (to: Reading, from: Reading): Reading => ({
  seconds: to.seconds - from.seconds,
  siteUs: to.siteUs - from.siteUs,
  databaseUs: to.databaseUs - from.databaseUs,
  logBytes: to.logBytes - from.logBytes,
  storedBytes: to.storedBytes - from.storedBytes,
  messages: to.messages - from.messages,
});

/** Keys are never repeated. */
let calls = 0;
const newKey = (): string => `capacity-${(calls += 1)}`;

const isByHand = (index: number): boolean => index % 2 === 0;

/** Bets spread evenly over the countdown; automatic cash-outs from 1.01x to 3x, if the rocket gets there. */
const betCalls = (firstPlayer: number): Call[] =>
  Array.from({ length: betting }, (_, index) => ({
    player: firstPlayer + index,
    path: '/aviator/create',
    body: {
      amount: stakeCoins,
      ...(isByHand(index) ? {} : { autoCashOut: (101 + ((index * 7) % 200)) / 100 }),
    },
    key: newKey(),
    afterMs: (index * (countdownMs - spareMs)) / betting,
  }));

const cashOutCalls = (byHand: readonly number[], roundId: string): Call[] => {
  const busy = Math.round(byHand.length * busiestSecondShare);
  return byHand.map((player, index) => ({
    player,
    path: '/aviator/cashout',
    body: { roundId, crashMultiplier: 1_000 },
    key: newKey(),
    afterMs:
      index < busy
        ? (index * 1_000) / busy
        : 1_000 + ((index - busy) * calmMs) / Math.max(1, byHand.length - busy),
  }));
};

/** A round that was played until its crash. */
interface Played {
  id: string;
  bets: number;
  byHand: number;
  next: Promise<string>;
}

/** Plays the round once it opens. */
const playRound = async ({ clients, firstPlayer, watch }: RoundSite, id: string): Promise<Played> => {
  const call = async (list: Call[]) =>
    list.length === 0 ? [] : (await clients.request({ kind: 'call', calls: list }, 120_000)).outcomes;
  const answers = await call(betCalls(firstPlayer));
  // On a busy machine a bet may be late.
  const refused = answers.find(({ status, body }) => status !== 201 && !body.includes('"betting_closed"'));
  if (refused) throw new Error(`a bet was refused: ${refused.status} ${refused.body}`);
  const placed = answers.filter(({ status }) => status === 201);
  const startedAt = await watch.takeOff(id);
  // The crash and the next countdown arrive together.
  const next = watch.nextCountdown();
  const crashed = watch.crash(id).then(() => performance.now());
  await sleep(Math.max(0, startedAt + cashOutAfterMs - Date.now()));
  const byHand = placed.map(({ player }) => player).filter((player) => isByHand(player - firstPlayer));
  const cashedOut = (await call(cashOutCalls(byHand, id))).filter(({ status }) => status === 200);
  // Where cash-outs continued after the crash, the next countdown has run for a while: its round is left out.
  const isLate = performance.now() - (await crashed) > spareMs / 2;
  const following = isLate ? watch.nextCountdown() : next;
  return { id, bets: placed.length, byHand: cashedOut.length, next: following };
};

/** Once all bets of the rounds are settled. */
const readOutcomes = async ({ query }: Database, played: readonly Played[]) => {
  const sum = (figure: 'bets' | 'byHand') => played.reduce((total, each) => total + each[figure], 0);
  const [bets, byHand] = [sum('bets'), sum('byHand')];
  for (let polls = 0; polls < 300; polls += 1) {
    const [row] = await query<{ pending: bigint; won: bigint }>({
      text: `SELECT count(*) FILTER (WHERE outcome = 'pending') AS pending,
          count(*) FILTER (WHERE outcome = 'win') AS won
        FROM aviator_bet WHERE round_id = ANY ($1::bigint[])`,
      values: [played.map(({ id }) => id)],
    });
    const won = Number(row?.won);
    if (Number(row?.pending) === 0) return { bets, byHand, automatic: won - byHand, lost: bets - won };
    await sleep(100);
  }
  throw new Error('the bets were not settled within half a minute');
};

const perSecond = (name: string, to: Reading, from: Reading): SubjectResult => {
  const { seconds, ...used } = subtract(to, from);
  return {
    name,
    runs: Object.fromEntries(Object.entries(used).map(([figure, value]) => [figure, [value / seconds]])),
  };
};

/** Rounds, draws and what the director repeats. */
const measureIdle = async (postgres: BenchPostgres): Promise<SubjectResult> => {
  const site = await startRoundSite(postgres, { name: 'idle', processes: 1, players: 0, countdownMs });
  const readNow = createReader(postgres, site);
  await sleep(idleMs / 4);
  const before = await readNow();
  await sleep(idleMs);
  const idle = perSecond(idleName, await readNow(), before);
  await site.stop();
  return idle;
};

/** Rounds in a row, from the opening of one to the crash of the last: what the round before left is settled instead. */
const measureRounds = async (postgres: BenchPostgres): Promise<{ title: string; subject: SubjectResult }> => {
  const site = await startRoundSite(postgres, { name: 'players', players, countdownMs, processes: 1 });
  const { clients, firstPlayer, watch } = site;
  const firstSpectator = firstPlayer + betting;
  for (const part of [
    { from: firstPlayer, to: firstSpectator, ticks: 'all' },
    { from: firstSpectator, to: firstPlayer + players, ticks: 'sparse' },
  ] as const) {
    await clients.request({ kind: 'subscribe', ...part }, 60_000);
  }
  const readNow = createReader(postgres, site);
  const played: Played[] = [];
  let before: Reading | undefined;
  let next = watch.nextCountdown();
  for (let round = -warmUpRounds; round < measuredRounds; round += 1) {
    const id = await next;
    if (round === 0) before = await readNow();
    const each = await playRound(site, id);
    if (round >= 0) played.push(each);
    ({ next } = each);
  }
  if (!before) throw new Error('no round was measured');
  const after = await readNow();
  const { bets, byHand, automatic, lost } = await readOutcomes(site.database, played);
  await site.stop();
  const seconds = after.seconds - before.seconds;
  const { name, runs } = perSecond(playedName, after, before);
  return {
    title:
      `${count(bets)} of ${count(measuredRounds * betting)} bets in time, ${count(byHand)} cash-outs by hand, ` +
      `${count(automatic)} automatic ones, ${count(lost)} losses, ${seconds.toFixed(0)} s`,
    subject: { name, runs: { rate: [bets / seconds], ...runs } },
  };
};
