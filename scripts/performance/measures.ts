/** The table "Measures and aims" of docs/performance.md, from the results of the benchmarks. Pure. */
import { ratios, summarize } from '../../bench/lib/alternate.ts';
import { table } from '../../bench/lib/figures.ts';
import type { BenchResult } from '../../bench/lib/results.ts';

/** The results of the benchmarks by name; some may be missing. */
export type Results = Readonly<Record<string, BenchResult | undefined>>;

interface PageBudgets {
  [path: string]: { kilobytes: number; requests: number };
}

export interface SiteBudgets {
  publicPages: PageBudgets;
  playerPages: PageBudgets;
}

/** A value with its aim, and whether it is reached. */
interface Value {
  text: string;
  isReached: boolean;
}

interface Measure {
  what: string;
  /** The name of the benchmark. */
  bench: string;
  aim: string;
  /** Undefined where the results do not have it. */
  read: (results: Results) => Value | undefined;
  /** Why it is missed, or what it would take. */
  ifMissed: string;
}

const runsOf = (result: BenchResult | undefined, subject: string, figure: string): number[] =>
  result?.tables
    .flatMap(({ subjects }) => subjects)
    .find(({ name, runs }) => name === subject && runs[figure])?.runs[figure] ?? [];

const median = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : summarize(values).median;

type Limit = { min: number } | { max: number };

const judge = (value: number | undefined, limit: Limit, text: (value: number) => string): Value | undefined =>
  value === undefined || !Number.isFinite(value)
    ? undefined
    : { text: text(value), isReached: 'min' in limit ? value >= limit.min : value <= limit.max };

const times = (value: number): string => `${value.toFixed(2)} x`;
const inUnit =
  (unit: string, digits = 0) =>
  (value: number): string =>
    `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;

/** The median of a figure. */
const figure =
  (bench: string, subject: string, name: string, limit: Limit, text: (value: number) => string) =>
  (results: Results): Value | undefined =>
    judge(median(runsOf(results[bench], subject, name)), limit, text);

/** The median of the ratios of a figure of two subjects in the same rounds. */
const ratio =
  (bench: string, [subject, reference]: readonly [string, string], name: string, limit: Limit) =>
  (results: Results): Value | undefined =>
    judge(
      median(ratios(runsOf(results[bench], subject, name), runsOf(results[bench], reference, name))),
      limit,
      times,
    );

const withKey = 'the site, with a key';
const statement = 'pgbench: the statement of a bet';
const million = '1,000,000';

/**
 * What a second of watching costs next to socket.io, which sends each message to everyone and writes each by itself. What a
 * delivery costs is its write: messages that share one are one delivery.
 */
const spectatorSecond = (results: Results): Value | undefined => {
  const cost = (subject: string) => median(runsOf(results['fan-out'], subject, 'deliveryUs')) ?? Number.NaN;
  const perSecond = (subject: string, figure: string) =>
    median(runsOf(results['spectators'], subject, figure)) ?? Number.NaN;
  const own = perSecond('one of many spectators', 'writesPerSecond') * cost('gateway');
  const everything = perSecond('player with a bet, at the same time', 'perSecond');
  return judge(own / (everything * cost('socket.io, one room')), { max: 0.1 }, times);
};

const measures: readonly Measure[] = [
  {
    what: 'durable bets with a key, next to pgbench with the same statement',
    bench: 'bets',
    aim: 'at least 2 x',
    read: ratio('bets', [withKey, statement], 'rate', { min: 2 }),
    ifMissed:
      'a key adds two statements to each batch; site, database and load share two cores ([bets](#bets-next-to-other-ways-to-move-money))',
  },
  {
    what: 'bets with a key, of those without',
    bench: 'bets',
    aim: 'at least 0.9 x',
    read: ratio('bets', [withKey, 'the site, without a key'], 'rate', { min: 0.9 }),
    ifMissed:
      'the answer is a row more, in the log too ([keys](#keys-in-two-round-trips)), and in the first run the sessions are looked up',
  },
  {
    what: 'bets with a key, next to a function that moves 32 amounts',
    bench: 'bets',
    aim: 'at least 1 x',
    read: ratio('bets', [withKey, 'pgbench: a function per 32 transfers'], 'rate', { min: 1 }),
    ifMissed: 'the function moves coins only: no HTTP, no bet, no limits, no answer, and a third of the log',
  },
  {
    what: 'the statement of a bet in pgbench, next to a bare ledger',
    bench: 'bets',
    aim: 'at least 0.5 x',
    read: ratio('bets', [statement, 'pgbench: bare ledger without guards'], 'rate', { min: 0.5 }),
    ifMissed:
      'one bet per statement pays alone for the commit and the start of the plans, which a batch shares ([what a batch costs](#what-a-batch-costs-whatever-it-contains))',
  },
  {
    what: 'bets at half of the highest rate, p99',
    bench: 'bets',
    aim: 'under 10 ms',
    read: figure('bets', '50 % of the highest rate', 'p99Ms', { max: 10 }, inUnit('ms', 1)),
    ifMissed:
      'load, site and database take turns on two cores, of which this rate takes two thirds; it takes cores of their own ([what a batch costs](#what-a-batch-costs-whatever-it-contains))',
  },
  {
    what: 'bets/s of one process, 256 in flight',
    bench: 'bets',
    aim: '6,700 on four cores',
    read: figure('bets', '256 in flight, with a key', 'rate', { min: 6_700 }, inUnit('bets/s')),
    ifMissed:
      'measured with database and load on the same two cores; a process is limited by its own core, and a second one takes the rest ([capacity](operations.md#capacity))',
  },
  {
    what: 'a round of 10,000 players: bets, p99',
    bench: 'round',
    aim: 'under 250 ms',
    read: figure('round', 'one process', 'betP99', { max: 250 }, inUnit('ms')),
    ifMissed: 'see [a complete round](#a-complete-round)',
  },
  {
    what: 'the same: 5,000 cash-outs within a second, p99',
    bench: 'round',
    aim: 'under 250 ms',
    read: figure('round', 'one process', 'cashOutP99', { max: 250 }, inUnit('ms')),
    ifMissed:
      'each batch waits behind the curve that is written to 10,000 connections; it lowers no multiplier ([a complete round](#a-complete-round))',
  },
  {
    what: 'a live delivery, next to socket.io, processor time',
    bench: 'fan-out',
    aim: 'at most 0.5 x',
    read: ratio('fan-out', ['gateway', 'socket.io, one room'], 'deliveryUs', { max: 0.5 }),
    ifMissed:
      'most of it is the kernel’s, which is called for each socket; a slower kernel brings all of them closer together ([fan-out](#fan-out))',
  },
  {
    what: "the same, next to Bun's publish",
    bench: 'fan-out',
    aim: 'at most 1 x',
    read: ratio('fan-out', ['gateway', "Bun's publish"], 'deliveryUs', { max: 1 }),
    ifMissed:
      'the kernel takes the same; of the rest, a socket of Node is written from JavaScript and one of Bun from C++ ([fan-out](#fan-out))',
  },
  {
    what: 'a second of watching, next to socket.io with all ticks for everyone',
    bench: 'spectators',
    aim: 'at most 0.1 x',
    read: spectatorSecond,
    ifMissed:
      'most writes are the messages of the round and the table in flight ([what a spectator receives](#what-a-spectator-receives))',
  },
  {
    what: 'the slowest of 10,000 clients, p99',
    bench: 'fan-out',
    aim: 'under 100 ms',
    read: figure('fan-out', 'gateway', 'lastP99', { max: 100 }, inUnit('ms')),
    ifMissed:
      'a broadcast is that many calls of the kernel by one core, and the clients share the cores ([fan-out](#fan-out))',
  },
  {
    what: 'the event loop during broadcasts, p99',
    bench: 'fan-out',
    aim: 'under 10 ms',
    read: figure('fan-out', 'gateway', 'eventLoopP99', { max: 10 }, inUnit('ms', 1)),
    ifMissed: 'see [fan-out](#fan-out)',
  },
  {
    what: 'memory of an idle connection',
    bench: 'fan-out',
    aim: 'at most 7 KiB',
    read: figure('fan-out', 'gateway', 'idleSocketKiB', { max: 7 }, inUnit('KiB', 1)),
    ifMissed:
      'most of it is a connection of Node and ws, as the loop of ws shows; the rest is the session ([fan-out](#fan-out))',
  },
  {
    what: 'settling a lottery draw of a million tickets, next to one plain update, processor time',
    bench: 'lottery',
    aim: 'at most 1.25 x',
    read: ({ lottery }) => {
      const [settling, plain] = ['settleUs', 'plainUs'].map((cost) =>
        runsOf(lottery, `${million} tickets`, cost),
      );
      return judge(median(ratios(settling ?? [], plain ?? [])), { max: 1.25 }, times);
    },
    ifMissed:
      'payouts also change wallets and write transfers, which the update does not ([lottery](#settling-a-lottery-draw))',
  },
  {
    what: 'a page of the leaderboard of a million players, p99',
    bench: 'leaderboard',
    aim: 'under 5 ms',
    read: figure('leaderboard', `${million} players`, 'pageP99', { max: 5 }, inUnit('ms', 1)),
    ifMissed:
      'its median is 2 ms, and on these two cores a trivial answer of as many rows has a p99 of up to 2.8 ms ([the leaderboard](#the-leaderboard))',
  },
  {
    what: 'the own place of the last of a million, p99',
    bench: 'leaderboard',
    aim: 'under 5 ms',
    read: figure('leaderboard', `${million} players`, 'placeP99', { max: 5 }, inUnit('ms', 1)),
    ifMissed:
      'it counts the players between the nearest mark and the place, up to some hundreds of rows ([the leaderboard](#the-leaderboard))',
  },
  {
    what: 'the site with its own database, warm start',
    bench: 'start',
    aim: 'under 1.5 s',
    read: figure('start', 'warm', 'ms', { max: 1_500 }, inUnit('ms')),
    ifMissed: 'see [the start](#the-start)',
  },
  {
    what: 'Lighthouse for phones, performance of the slowest page',
    bench: 'pages',
    aim: '100',
    read: ({ pages }) => {
      const scores = (pages?.tables ?? [])
        .flatMap(({ subjects }) => subjects)
        .flatMap(({ runs }) => median(runs['performance'] ?? []) ?? []);
      return judge(scores.length === 0 ? undefined : Math.min(...scores), { min: 100 }, String);
    },
    ifMissed:
      'what is largest of games, /profile and /user is live or the player’s own, and follows the script and the session ([pages on a slow phone](#pages-on-a-slow-phone))',
  },
];

/** The budgets are what the pages weighed, and 2 %; a test fails beyond them. */
const budgetRows = ({ publicPages, playerPages }: SiteBudgets): string[][] => {
  const ofPlayers = Object.entries(playerPages);
  const isGame = ([path]: [string, unknown]): boolean => /^\/games\/./.test(path);
  return [
    budgetRow('public pages', Object.entries(publicPages), 90),
    budgetRow('games', ofPlayers.filter(isGame), 140),
    budgetRow(
      'other pages of players',
      ofPlayers.filter((page) => !isGame(page)),
      140,
    ),
  ];
};

const maxFiles = 15;

const budgetRow = (what: string, pages: [string, PageBudgets[string]][], maxKilobytes: number): string[] => {
  const heaviest = Math.max(...pages.map(([, { kilobytes }]) => kilobytes));
  const files = Math.max(...pages.map(([, { requests }]) => requests));
  const within = pages.filter(
    ([, { kilobytes, requests }]) => kilobytes <= maxKilobytes && requests <= maxFiles,
  );
  const reason =
    'React is 58 KB of each, with TanStack Query and zod 76 of those of players ([the weight of pages](#the-weight-of-pages))';
  return [
    `script of ${what}, budget of the heaviest one`,
    '`e2e/page-budgets.ts`',
    `${heaviest.toFixed(1)} KB in ${files} files; ${within.length} of ${pages.length} within`,
    `${maxKilobytes} KB in ${maxFiles} files`,
    ...verdict(within.length === pages.length, reason),
  ];
};

const verdict = (isReached: boolean, reason: string): [string, string] =>
  isReached ? ['yes', ''] : ['no', reason];

export const renderMeasures = (results: Results, budgets: SiteBudgets): string =>
  table([
    ['what', 'measured by', 'value', 'aim', 'reached', 'why not, and what it would take'],
    ...measures.map(({ what, bench, aim, read, ifMissed }) => {
      const value = read(results);
      const by = `\`${bench}\`${results[bench] ? `, ${results[bench].day}` : ''}`;
      if (!value) return [what, by, 'not measured', aim, '', ''];
      return [what, by, value.text, aim, ...verdict(value.isReached, ifMissed)];
    }),
    ...budgetRows(budgets),
  ]);
