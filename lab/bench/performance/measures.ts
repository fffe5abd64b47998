/** The measures and aims of docs/performance.md, from the results of the benchmarks. Pure. */
import { ratios, summarize } from '../lib/alternate.ts';
import { table } from '../lib/figures.ts';
import type { BenchResult } from '../lib/results.ts';

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
 * What a second of watching costs next to socket.io, which sends each message to everyone and writes each by itself.
 * What a delivery costs is its write: messages that share one are one delivery.
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
    what: 'next to pgbench with the same statement',
    bench: 'bets',
    aim: 'at least 2 x',
    read: ratio('bets', [withKey, statement], 'rate', { min: 2 }),
    ifMissed: 'a key adds two statements to each batch; site, database and load share two cores',
  },
  {
    what: 'with a key, next to without',
    bench: 'bets',
    aim: 'at least 0.9 x',
    read: ratio('bets', [withKey, 'the site, without a key'], 'rate', { min: 0.9 }),
    ifMissed: 'the answer is one more row, in the log too',
  },
  {
    what: 'next to a function that moves 32 amounts',
    bench: 'bets',
    aim: 'at least 1 x',
    read: ratio('bets', [withKey, 'pgbench: a function per 32 transfers'], 'rate', { min: 1 }),
    ifMissed: 'the function only moves coins: no HTTP, bet, limits or answer',
  },
  {
    what: 'its statement in pgbench, next to bare ledger',
    bench: 'bets',
    aim: 'at least 0.5 x',
    read: ratio('bets', [statement, 'pgbench: bare ledger without guards'], 'rate', { min: 0.5 }),
    ifMissed: 'one bet per statement pays for a commit by itself; bets in a batch share it',
  },
  {
    what: 'p99 at half of the highest rate',
    bench: 'bets',
    aim: 'under 10 ms',
    read: figure('bets', '50 % of the highest rate', 'p99Ms', { max: 10 }, inUnit('ms', 1)),
    ifMissed: 'load, site and database take turns on two cores',
  },
  {
    what: 'bets/s, next to the same site without',
    bench: 'clubs',
    aim: 'at least 0.97 x',
    read: ratio('clubs', ['200 clubs of 50', 'without clubs'], 'rate', { min: 0.97 }),
    ifMissed: 'each second with bets changes the table of nearly every club, which its followers are sent',
  },
  {
    what: 'bets/s of one process, 256 in flight',
    bench: 'bets',
    aim: '6,700, four cores',
    read: figure('bets', '256 in flight, with a key', 'rate', { min: 6_700 }, inUnit('bets/s')),
    ifMissed: 'database and load share the two cores; a process is limited by its own core',
  },
  {
    what: '10,000 players: bets, p99',
    bench: 'round',
    aim: 'under 250 ms',
    read: figure('round', 'one process', 'betP99', { max: 250 }, inUnit('ms')),
    ifMissed: 'bets, database and load share two cores',
  },
  {
    what: '5,000 cash-outs within a second, p99',
    bench: 'round',
    aim: 'under 250 ms',
    read: figure('round', 'one process', 'cashOutP99', { max: 250 }, inUnit('ms')),
    ifMissed: 'batches wait behind the ticks to 10,000 connections; a cash-out counts as of its arrival',
  },
  {
    what: 'a delivery, next to socket.io, processor time',
    bench: 'fan-out',
    aim: 'at most 0.5 x',
    read: ratio('fan-out', ['gateway', 'socket.io, one room'], 'deliveryUs', { max: 0.5 }),
    ifMissed: 'most of it is the kernel’s, which is called for each socket',
  },
  {
    what: "a delivery, next to Bun's publish",
    bench: 'fan-out',
    aim: 'at most 1 x',
    read: ratio('fan-out', ['gateway', "Bun's publish"], 'deliveryUs', { max: 1 }),
    ifMissed: 'the kernel takes the same; a socket of Node is written from JavaScript, one of Bun from C++',
  },
  {
    what: 'a second of watching, next to socket.io',
    bench: 'spectators',
    aim: 'at most 0.1 x',
    read: spectatorSecond,
    ifMissed: 'most writes are the messages of the round and the table in flight',
  },
  {
    what: 'the slowest of 10,000 clients, p99',
    bench: 'fan-out',
    aim: 'under 100 ms',
    read: figure('fan-out', 'gateway', 'lastP99', { max: 100 }, inUnit('ms')),
    ifMissed: 'a broadcast is one kernel call per client from one core',
  },
  {
    what: 'the event loop during broadcasts, p99',
    bench: 'fan-out',
    aim: 'under 10 ms',
    read: figure('fan-out', 'gateway', 'eventLoopP99', { max: 10 }, inUnit('ms', 1)),
    ifMissed: 'one slice of sockets is written at a time; a slower kernel makes it longer',
  },
  {
    what: 'memory of an idle connection',
    bench: 'fan-out',
    aim: 'at most 7 KiB',
    read: figure('fan-out', 'gateway', 'idleSocketKiB', { max: 7 }, inUnit('KiB', 1)),
    ifMissed: 'most of it is a connection of Node and ws, as the loop of ws shows; the rest is the session',
  },
  {
    what: 'a million tickets, next to one plain UPDATE',
    bench: 'lottery',
    aim: 'at most 1.25 x',
    read: ({ lottery }) => {
      const [settling, plain] = ['settleUs', 'plainUs'].map((cost) =>
        runsOf(lottery, `${million} tickets`, cost),
      );
      return judge(median(ratios(settling ?? [], plain ?? [])), { max: 1.25 }, times);
    },
    ifMissed: 'payouts also change wallets and write transfers, which the UPDATE does not',
  },
  {
    what: 'a page, of a million players, p99',
    bench: 'leaderboard',
    aim: 'under 5 ms',
    read: figure('leaderboard', `${million} players`, 'pageP99', { max: 5 }, inUnit('ms', 1)),
    ifMissed: 'here a trivial answer with as many rows takes up to 2.8 ms',
  },
  {
    what: 'the own place of the last of a million, p99',
    bench: 'leaderboard',
    aim: 'under 5 ms',
    read: figure('leaderboard', `${million} players`, 'placeP99', { max: 5 }, inUnit('ms', 1)),
    ifMissed: 'it counts the players between the nearest mark and the place, up to some hundreds of rows',
  },
  {
    what: '400 a second beside 400 calls in flight, answered within 3 s',
    bench: 'visitors',
    aim: 'at least 99 %',
    read: figure('visitors', 'the site', 'answered', { min: 99 }, inUnit('%', 1)),
    ifMissed: 'the calls in flight leave too little of a core',
  },
  {
    what: 'warm, with the embedded database',
    bench: 'start',
    aim: 'under 1.5 s',
    read: figure('start', 'warm', 'ms', { max: 1_500 }, inUnit('ms')),
    ifMissed: 'starting PostgreSQL and loading the program take most of it',
  },
  {
    what: 'memory of an idle site with its database',
    bench: 'size',
    aim: 'under 200 MB',
    read: figure('size', 'this checkout', 'idleTotal', { max: 200 }, inUnit('MB')),
    ifMissed: 'Node takes two thirds of it, and 5 to 10 MB each of the connections of the last ten seconds',
  },
  {
    what: 'memory with 20 players',
    bench: 'size',
    aim: 'under 256 MB',
    read: figure('size', 'this checkout', 'playedTotal', { max: 256 }, inUnit('MB')),
    ifMissed: 'each connection to the database keeps the plans of the statements it has met',
  },
  {
    what: 'Lighthouse for phones, the slowest page',
    bench: 'pages',
    aim: '100',
    read: ({ pages }) => {
      const scores = (pages?.tables ?? [])
        .flatMap(({ subjects }) => subjects)
        .flatMap(({ runs }) => median(runs['performance'] ?? []) ?? []);
      return judge(scores.length === 0 ? undefined : Math.min(...scores), { min: 100 }, String);
    },
    ifMissed:
      'the largest element of a player’s page is live data, which waits for script and session; public pages have 100',
  },
];

/** A row of the table, and why its aim is missed; empty where it is reached. */
interface Row {
  cells: [what: string, value: string, aim: string, reached: string];
  reason: string;
}

/** The budgets are what the pages weighed, and 1 %; a test fails beyond them. */
const budgetRows = ({ publicPages, playerPages }: SiteBudgets): Row[] => {
  const ofPlayers = Object.entries(playerPages);
  const isGame = ([path]: [string, unknown]): boolean => /^\/games\/./.test(path);
  return [
    budgetRow('pages: script of public pages, the heaviest', Object.entries(publicPages), 80),
    budgetRow('pages: script of games, the heaviest', ofPlayers.filter(isGame), 120),
    budgetRow(
      "pages: script of players' other pages, the heaviest",
      ofPlayers.filter((page) => !isGame(page)),
      120,
    ),
  ];
};

const maxFiles = 15;

const budgetRow = (what: string, pages: [string, PageBudgets[string]][], maxKilobytes: number): Row => {
  const heaviest = Math.max(...pages.map(([, { kilobytes }]) => kilobytes));
  const mostFiles = Math.max(...pages.map(([, { requests }]) => requests));
  const isReached = heaviest <= maxKilobytes && mostFiles <= maxFiles;
  return {
    cells: [
      what,
      `${heaviest.toFixed(1)} KB, ${mostFiles} files`,
      `${maxKilobytes} KB, ${maxFiles} files`,
      isReached ? 'yes' : 'no',
    ],
    reason: isReached
      ? ''
      : 'React is 58 KB of each, the rest of the application 23; zod, TanStack Query and the live ' +
        'connection are 30 KB of games',
  };
};

const measureRow = (results: Results, { what, bench, aim, read, ifMissed }: Measure): Row => {
  const value = read(results);
  const name = `${bench}: ${what}`;
  if (!value) return { cells: [name, 'not measured', aim, ''], reason: '' };
  return {
    cells: [name, value.text, aim, value.isReached ? 'yes' : 'no'],
    reason: value.isReached ? '' : ifMissed,
  };
};

const lineLength = 118;

/** An entry of a list, over several lines. */
const wrap = (text: string): string =>
  text
    .split(' ')
    .reduce<string[]>((lines, word) => {
      const line = lines.at(-1);
      if (line === undefined) return [word];
      if (line.length + 1 + word.length > lineLength) return [...lines, `  ${word}`];
      return [...lines.slice(0, -1), `${line} ${word}`];
    }, [])
    .join('\n');

/** The table, and below it a list of the aims that are missed. */
export const renderMeasures = (results: Results, budgets: SiteBudgets): string => {
  const rows = [...measures.map((measure) => measureRow(results, measure)), ...budgetRows(budgets)];
  const missed = rows.filter(({ reason }) => reason !== '');
  return [
    table([['benchmark: what', 'value', 'aim', 'reached'], ...rows.map(({ cells }) => cells)]),
    ...(missed.length === 0 ? [] : ['\nWhy the others are missed:\n']),
    ...[...Map.groupBy(missed, ({ reason }) => reason)].map(([reason, of]) =>
      wrap(`- **${of.map(({ cells: [what] }) => what).join('**, **')}**: ${reason}.`),
    ),
  ].join('\n');
};
