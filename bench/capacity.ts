/**
 * What the parts of a round cost a site with 2,000 connected players: a second, a live message, a bet that loses, an
 * automatic cash-out and one by hand. Then rounds of 10,000 connected players who behave as `npm run capacity` assumes, next
 * to what it computes from these and other costs. CAPACITY_PLAYERS sets their number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { partNames, readCosts } from '../scripts/capacity/costs.ts';
import { defaultBehaviour, estimateRounds, type Outcomes } from '../scripts/capacity/model.ts';
import type { SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres, writtenBytes, type BenchPostgres } from './lib/bench-postgres.ts';
import { count } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { isShort, sized } from './lib/short.ts';
import type { Call } from './round-clients.ts';
import { startRoundSite, type RoundSite } from './round-site.ts';

const players = Number(process.env['CAPACITY_PLAYERS'] ?? sized(10_000, 200));
const partPlayers = sized(2_000, 100);
const partRounds = Number(process.env['BENCH_ROUNDS'] ?? sized(2, 1));
const checkRounds = sized(4, 1);
const idleMs = sized(20_000, 1_000);
const countdownMs = sized(1_000 * defaultBehaviour.countdownSeconds, 4_000);
const partCountdownMs = sized(5_000, 4_000);
/** Bets are spread evenly over the countdown, but for so much at its end. */
const spareMs = 2_000;
const stakeCoins = 10;
/** Cash-outs by hand begin this long after take-off, with those of the busiest second. */
const cashOutAfterMs = 500;
/** In which the others follow. */
const calmMs = 5_000;
const cashOutMs = 1_000 + calmMs;
/** After a crash, until its bets are settled and what follows from them is written. */
const settleMs = sized(5_000, 500);
const maxAttempts = 8;

const partColumns: readonly Column[] = [
  { figure: 'siteUs', label: 'site', unit: 'µs', digits: 1 },
  { figure: 'databaseUs', label: 'database', unit: 'µs', digits: 0 },
  { figure: 'logBytes', label: 'log', unit: 'bytes', digits: 0 },
  { figure: 'storedBytes', label: 'rows', unit: 'bytes', digits: 0 },
];
const checkColumns: readonly Column[] = [
  { figure: 'ratio', label: 'measured, of the estimate', digits: 2 },
  { figure: 'measured', label: 'measured', digits: 1 },
  { figure: 'estimated', label: 'estimated', digits: 1 },
];

export const benchCapacity = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '60' });
  const parts = await measureParts(postgres);
  const check = await checkEstimate(postgres, parts);
  await postgres.stop();
  report('capacity', [
    {
      title: `The parts of a round of ${count(partPlayers)} connected players, ${partRounds} alternating rounds`,
      columns: partColumns,
      subjects: parts,
    },
    {
      title: `${checkRounds} rounds of ${count(players)} connected players, of whom half bet, in all: ${check.title}`,
      columns: checkColumns,
      subjects: check.subjects,
    },
  ]);
};

/** What has been used and written until now. */
interface Reading {
  seconds: number;
  siteUs: number;
  databaseUs: number;
  logBytes: number;
  /** Of all tables with their indexes, but for answers, which are stored for 24 hours. */
  storedBytes: number;
  answerBytes: number;
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

const readSizes = async ({ query }: Database): Promise<{ storedBytes: number; answerBytes: number }> => {
  const [row] = await query<{ stored: string; answers: string }>({
    text: `SELECT sum(pg_total_relation_size(c.oid)) FILTER (WHERE c.relname <> 'idempotency')::text AS stored,
        sum(pg_total_relation_size(c.oid)) FILTER (WHERE c.relname = 'idempotency')::text AS answers
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r'`,
    values: [],
  });
  return { storedBytes: Number(row?.stored), answerBytes: Number(row?.answers) };
};

const subtract = (to: Reading, from: Reading): Reading => ({
  seconds: to.seconds - from.seconds,
  siteUs: to.siteUs - from.siteUs,
  databaseUs: to.databaseUs - from.databaseUs,
  logBytes: to.logBytes - from.logBytes,
  storedBytes: to.storedBytes - from.storedBytes,
  answerBytes: to.answerBytes - from.answerBytes,
  messages: to.messages - from.messages,
});

type CashOuts = 'never' | 'automatic' | 'by hand' | 'both';

interface Play {
  /** A number of players from the first one on, who bet. */
  bets: number;
  cashOuts: CashOuts;
  /** In which the bets are placed, from the beginning of the countdown on. */
  withinMs: number;
}

/** Keys are never repeated. */
let calls = 0;
const newKey = (): string => `capacity-${(calls += 1)}`;

const isByHand = (cashOuts: CashOuts, index: number): boolean =>
  cashOuts === 'by hand' || (cashOuts === 'both' && index % 2 === 0);

/** Bets spread evenly over the countdown; automatic cash-outs from 1.01x to 3x, if the rocket gets there. */
const betCalls = (firstPlayer: number, { bets, cashOuts, withinMs }: Play): Call[] =>
  Array.from({ length: bets }, (_, index) => {
    const isAutomatic = cashOuts !== 'never' && !isByHand(cashOuts, index);
    return {
      player: firstPlayer + index,
      path: '/aviator/create',
      body: {
        amount: stakeCoins,
        ...(isAutomatic ? { autoCashOut: (101 + ((index * 7) % 200)) / 100 } : {}),
      },
      key: newKey(),
      afterMs: (index * withinMs) / bets,
    };
  });

const cashOutCalls = (byHand: readonly number[], roundId: string): Call[] => {
  const busy = Math.round(byHand.length * defaultBehaviour.busiestSecondShare);
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

/** Plays the round once it opens. The hooks are awaited before its first bet, and before its first cash-out. */
const playRound = async (
  { clients, firstPlayer, watch }: RoundSite,
  opened: Promise<string>,
  { play, onOpen, onTakeOff }: { play: Play; onOpen?: () => Promise<void>; onTakeOff?: () => Promise<void> },
): Promise<Played> => {
  const call = async (list: Call[]) =>
    list.length === 0 ? [] : (await clients.request({ kind: 'call', calls: list }, 120_000)).outcomes;
  const id = await opened;
  await onOpen?.();
  const answers = await call(betCalls(firstPlayer, play));
  // On a busy machine a bet may be late.
  const refused = answers.find(({ status, body }) => status !== 201 && !body.includes('"betting_closed"'));
  if (refused) throw new Error(`a bet was refused: ${refused.status} ${refused.body}`);
  const placed = answers.filter(({ status }) => status === 201);
  const startedAt = await watch.takeOff(id);
  // The crash and the next countdown arrive together.
  const next = watch.nextCountdown();
  const crashed = watch.crash(id).then(() => performance.now());
  await onTakeOff?.();
  await sleep(Math.max(0, startedAt + cashOutAfterMs - Date.now()));
  const byHand = placed
    .map(({ player }) => player)
    .filter((player) => isByHand(play.cashOuts, player - firstPlayer));
  const cashedOut = (await call(cashOutCalls(byHand, id))).filter(({ status }) => status === 200);
  // Where cash-outs continued after the crash, the next countdown has run for a while: its round is left out.
  const isLate = performance.now() - (await crashed) > spareMs / 2;
  const following = isLate ? watch.nextCountdown() : next;
  return { id, bets: placed.length, byHand: cashedOut.length, next: following };
};

/** Once all bets of the rounds are settled. */
const readOutcomes = async ({ query }: Database, played: readonly Played[]): Promise<Outcomes> => {
  const sum = (figure: 'bets' | 'byHand') => played.reduce((total, each) => total + each[figure], 0);
  const [bets, byHand] = [sum('bets'), sum('byHand')];
  for (let polls = 0; polls < 300; polls += 1) {
    const [row] = await query<{ pending: bigint; won: bigint }>({
      text: `SELECT count(*) FILTER (WHERE outcome = 'pending') AS pending, count(*) FILTER (WHERE outcome = 'win') AS won
        FROM aviator_bet WHERE round_id = ANY ($1::bigint[])`,
      values: [played.map(({ id }) => id)],
    });
    const won = Number(row?.won);
    if (Number(row?.pending) === 0) return { bets, byHand, automatic: won - byHand, lost: bets - won };
    await sleep(100);
  }
  throw new Error('the bets were not settled within half a minute');
};

const startPlayers = async (
  postgres: BenchPostgres,
  options: { name: string; players: number; countdownMs: number },
): Promise<RoundSite> => {
  const connected = options.players;
  const site = await startRoundSite(postgres, { ...options, processes: 1 });
  const betting = site.firstPlayer + Math.round(connected * defaultBehaviour.bettingShare);
  const all = { from: site.firstPlayer, to: betting, ticks: 'all' } as const;
  const sparse = { from: betting, to: site.firstPlayer + connected, ticks: 'sparse' } as const;
  for (const part of [all, sparse]) await site.clients.request({ kind: 'subscribe', ...part }, 60_000);
  return site;
};

const costKeys = ['siteUs', 'databaseUs', 'logBytes', 'storedBytes'] as const;
type Cost = Record<(typeof costKeys)[number], number>;

const costOf = (compute: (key: (typeof costKeys)[number]) => number): Cost => ({
  siteUs: compute('siteUs'),
  databaseUs: compute('databaseUs'),
  logBytes: compute('logBytes'),
  storedBytes: compute('storedBytes'),
});

const measureParts = async (postgres: BenchPostgres): Promise<SubjectResult[]> => {
  const second = await measureSecond(postgres);
  const site = await startPlayers(postgres, {
    name: 'parts',
    players: partPlayers,
    countdownMs: partCountdownMs,
  });
  const readNow = createReader(postgres, site);
  const bets = Math.round(partPlayers * defaultBehaviour.bettingShare);

  const withinMs = partCountdownMs - spareMs;
  const playOne = async (bets: number, cashOuts: CashOuts) => {
    const play: Play = { bets, cashOuts, withinMs };
    const readings: Reading[] = [];
    const note = async (): Promise<void> => void readings.push(await readNow());
    const played = await playRound(site, site.watch.nextCountdown(), { play, onOpen: note, onTakeOff: note });
    await sleep(settleMs);
    await note();
    const [opened, tookOff, ended] = readings;
    if (!opened || !tookOff || !ended) throw new Error('a reading is missing');
    return {
      outcomes: await readOutcomes(site.database, [played]),
      countdown: subtract(tookOff, opened),
      flight: subtract(ended, tookOff),
    };
  };
  /** Badges of first bets and first wins are awarded once in a player's life. */
  for (const cashOuts of sized(['automatic', 'by hand'] as const, [])) await playOne(bets, cashOuts);

  /** Another round where the rocket burst before half of the players had cashed out. A short run compares nothing. */
  const playPaid = async (cashOuts: CashOuts) => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const played = await playOne(bets, cashOuts);
      const { byHand, automatic } = played.outcomes;
      if (isShort || byHand + automatic >= bets / 2) return played;
    }
    throw new Error(`${maxAttempts} rockets in a row burst too early`);
  };

  const run = async (): Promise<Record<string, Cost>> => {
    const watched = await playOne(0, 'never');
    const watching = watched.flight;
    const message = costOf((key) =>
      key === 'siteUs' ? (watching.siteUs - second.siteUs * watching.seconds) / watching.messages : 0,
    );
    /** Without the seconds that passed and the messages that were sent. */
    const own = (part: Reading) =>
      costOf((key) => part[key] - second[key] * part.seconds - message[key] * part.messages);
    const losing = await playOne(bets, 'never');
    const betting = own(losing.countdown);
    const loss = costOf((key) => own(losing.flight)[key] / losing.outcomes.lost);
    const paying = (flight: Reading, { lost }: Outcomes, paid: number) =>
      costOf((key) => (own(flight)[key] - loss[key] * lost) / paid);
    const automatic = await playPaid('automatic');
    const byHand = await playPaid('by hand');
    return {
      [partNames.message]: message,
      [partNames.bet]: costOf((key) => betting[key] / losing.outcomes.bets),
      [partNames.loss]: loss,
      [partNames.automatic]: paying(automatic.flight, automatic.outcomes, automatic.outcomes.automatic),
      [partNames.byHand]: paying(byHand.flight, byHand.outcomes, byHand.outcomes.byHand),
    };
  };
  const costs: Record<string, Cost>[] = [];
  for (let round = 0; round < partRounds; round += 1) costs.push(await run());
  await site.stop();
  return [
    { name: partNames.second, runs: toRuns([second]) },
    ...Object.keys(costs[0] ?? {}).map((name) => ({
      name,
      runs: toRuns(costs.flatMap((cost) => cost[name] ?? [])),
    })),
  ];
};

const toRuns = (costs: readonly Cost[]): SubjectResult['runs'] =>
  Object.fromEntries(costKeys.map((key) => [key, costs.map((cost) => cost[key]).filter(Number.isFinite)]));

/** Of a site that nobody visits: rounds, draws and what the director repeats. */
const measureSecond = async (postgres: BenchPostgres): Promise<Cost> => {
  const site = await startRoundSite(postgres, { name: 'idle', processes: 1, players: 0, countdownMs });
  const readNow = createReader(postgres, site);
  await sleep(idleMs / 4);
  const before = await readNow();
  await sleep(idleMs);
  const used = subtract(await readNow(), before);
  await site.stop();
  return costOf((key) => used[key] / used.seconds);
};

/** Rounds one after the other, from the opening of one to the crash of the last: what the round before left is settled instead. */
const checkEstimate = async (
  postgres: BenchPostgres,
  parts: readonly SubjectResult[],
): Promise<{ title: string; subjects: SubjectResult[] }> => {
  const site = await startPlayers(postgres, { name: 'players', players, countdownMs });
  const readNow = createReader(postgres, site);
  const withinMs = countdownMs - spareMs;
  const bets = Math.round(players * defaultBehaviour.bettingShare);
  const play: Play = { bets, cashOuts: 'both', withinMs };
  const warmUp = sized(2, 1);
  let opened = site.watch.nextCountdown();
  let before: Reading | undefined;
  const played: Played[] = [];
  for (let round = 0; round < warmUp + checkRounds; round += 1) {
    const onOpen = async (): Promise<void> => {
      if (round === warmUp) before = await readNow();
    };
    const each = await playRound(site, opened, { play, onOpen });
    if (round >= warmUp) played.push(each);
    opened = each.next;
  }
  if (!before) throw new Error('no round was measured');
  const used = subtract(await readNow(), before);
  const outcomes = await readOutcomes(site.database, played);
  await site.stop();
  // A short run may have a part that nothing was measured of.
  const costs = readCosts(isShort ? undefined : parts);
  const estimated = estimateRounds(
    {
      ...outcomes,
      players,
      betting: play.bets,
      seconds: used.seconds,
      betSeconds: (checkRounds * withinMs) / 1_000,
      cashOutSeconds: (checkRounds * cashOutMs) / 1_000,
    },
    costs,
  );
  const compare = (name: string, measured: number, estimate: number): SubjectResult => ({
    name,
    runs: { ratio: [measured / estimate], measured: [measured], estimated: [estimate] },
  });
  const { byHand, automatic, lost } = outcomes;
  return {
    title: `${count(outcomes.bets)} of ${count(checkRounds * bets)} bets in time, ${count(byHand)} cash-outs by hand, ${count(automatic)} automatic ones, ${count(lost)} losses, ${used.seconds.toFixed(0)} s`,
    subjects: [
      compare('the site, s', used.siteUs / 1e6, estimated.siteUs / 1e6),
      compare('PostgreSQL, s', used.databaseUs / 1e6, estimated.databaseUs / 1e6),
      compare('write-ahead log, MB', used.logBytes / 1e6, estimated.logBytes / 1e6),
      compare('rows, MB', used.storedBytes / 1e6, estimated.storedBytes / 1e6),
      compare('answers, MB', used.answerBytes / 1e6, estimated.answerBytes / 1e6),
      compare('live messages, thousands', used.messages / 1e3, estimated.messages / 1e3),
    ],
  };
};
