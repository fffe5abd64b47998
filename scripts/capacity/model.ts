/**
 * What a number of players needs: processes, cores of PostgreSQL, messages of Valkey and disk, from costs that the
 * benchmarks have measured; and what reaches its limit first. Pure: `npm run capacity` reads the costs and prints.
 */

/** How players behave. Most of the load comes from rounds that concentrate bets in a countdown. */
export interface Behaviour {
  /** Connected at the same time, at the peak of the day. */
  players: number;
  /** Of them, the part that bets in each round. */
  bettingShare: number;
  /** Of the bets, the part that is cashed out by hand. */
  byHandShare: number;
  /** Of the bets, the part that is cashed out automatically; the others lose. */
  automaticShare: number;
  countdownSeconds: number;
  /** From one countdown to the next. */
  roundSeconds: number;
  /** The part of the cash-outs by hand that arrives within the busiest second. */
  busiestSecondShare: number;
  /** The mean number of connected players over a month, as a part of the peak. */
  meanShare: number;
}

export const defaultBehaviour: Omit<Behaviour, 'players'> = {
  bettingShare: 0.5,
  byHandShare: 0.5,
  automaticShare: 0.25,
  countdownSeconds: 10,
  roundSeconds: 25,
  busiestSecondShare: 0.3,
  meanShare: 0.4,
};

/** Processor time in microseconds, and bytes; `storedBytes` are of tables and indexes, forever. */
export interface PartCost {
  siteUs: number;
  databaseUs: number;
  logBytes: number;
  storedBytes: number;
}

/** Of a bet with a key, at a rate of one process. */
export interface BetCost extends PartCost {
  perSecond: number;
  /** Of its stored answer, for 24 hours. */
  answerBytes: number;
}

export interface Costs {
  /** By their rate, the lowest first. */
  bets: readonly BetCost[];
  /** Of a site that nobody visits: rounds, draws and what the director repeats. */
  second: PartCost;
  /** After the crash, each for one bet. */
  loss: PartCost;
  automatic: PartCost;
  /** Where no more are cashed out per second than bets are placed at the lowest rate. */
  byHand: PartCost;
  siteUsPerMessage: number;
  bytesPerSocket: number;
  /** Live messages to a player who watches, and to one with a bet in the round. */
  messagesPerSecond: { watching: number; betting: number };
}

/** The part of a core that is used at the peak: beyond it, queues grow. */
const busyShare = 0.7;
/** A process publishes or receives about as many messages per core-second (node-redis). */
const busMessagesPerCore = 226_000;
const processMemoryBytes = 300 * 2 ** 20;

/** What one server of each kind gives: beyond this, more hardware of the same kind does not help. */
export const limits = {
  /** Of the largest common servers that run one PostgreSQL. */
  databaseCores: 64,
  /** Written durably, sustained. */
  logBytesPerSecond: 300e6,
  /** Valkey delivers messages on one thread. */
  busDeliveriesPerSecond: 1e6,
  /** Connections of PostgreSQL, by its default; PgBouncer shares them. */
  databaseConnections: 100,
} as const;
const connectionsPerProcess = 12;

export type Resource = 'database' | 'log' | 'bus' | 'connections';

export interface Estimate {
  betsPerSecond: number;
  cashOutsPerSecond: number;
  deliveriesPerSecond: number;
  /** Core-seconds of the site per second. */
  siteCores: number;
  processes: number;
  memoryBytes: number;
  databaseCores: number;
  logBytesPerSecond: number;
  busDeliveriesPerSecond: number;
  storedBytesPerMonth: number;
  answerBytes: number;
  /** The part of each limit that is used, the highest first. */
  used: { resource: Resource; share: number }[];
}

type Figure = 'siteUs' | 'databaseUs' | 'logBytes' | 'storedBytes' | 'answerBytes';

/**
 * What a bet costs if one process takes this many per second. Bets that wait together share a statement and a commit, so a
 * bet costs a busy process a tenth of what it costs an idle one. Between measured rates it is a line on logarithmic axes;
 * beyond them the nearest one counts.
 */
export const betAt = ({ bets }: Pick<Costs, 'bets'>, perSecond: number): Record<Figure, number> => {
  const above = bets.findIndex((bet) => bet.perSecond >= perSecond);
  const high = bets[above] ?? bets.at(-1);
  const low = bets[above - 1] ?? high;
  if (!low || !high) throw new Error('no bet was measured');
  const width = Math.log(high.perSecond / low.perSecond);
  const share = width === 0 || above < 0 ? 0 : Math.log(perSecond / low.perSecond) / width;
  const [from, to] = above < 0 ? [high, high] : [low, high];
  const between = (figure: Figure): number => from[figure] * (to[figure] / from[figure]) ** share;
  return {
    siteUs: between('siteUs'),
    databaseUs: between('databaseUs'),
    logBytes: between('logBytes'),
    storedBytes: between('storedBytes'),
    answerBytes: between('answerBytes'),
  };
};

/** Cash-outs by hand that wait together share statements as bets do, so their costs are in proportion. */
const byHandAt = (costs: Costs, perSecond: number): PartCost => {
  const [measured, wanted] = [betAt(costs, 0), betAt(costs, perSecond)];
  const scaled = (figure: keyof PartCost): number =>
    (costs.byHand[figure] * wanted[figure]) / measured[figure];
  return {
    siteUs: scaled('siteUs'),
    databaseUs: scaled('databaseUs'),
    logBytes: scaled('logBytes'),
    storedBytes: scaled('storedBytes'),
  };
};

/** What happens: in a second, on average of many, or in all. */
interface Second {
  bets: number;
  byHand: number;
  automatic: number;
  lost: number;
  messages: number;
}

interface Processes {
  count: number;
  /** As busy as can be: as much shares a statement as with the highest rate that was measured. */
  areFull?: boolean;
}

/** What was done, with what a bet and a cash-out by hand cost at its rate. */
interface Parts extends Second {
  /** Seconds of all processes of the site. */
  siteSeconds: number;
  bet: ReturnType<typeof betAt>;
  cashOut: ReturnType<typeof byHandAt>;
}

const sumCosts = (
  { siteSeconds, bets, bet, byHand, cashOut, automatic, lost, messages }: Parts,
  costs: Costs,
): Record<Figure, number> => {
  const all = (figure: keyof PartCost): number =>
    siteSeconds * costs.second[figure] +
    bets * bet[figure] +
    byHand * cashOut[figure] +
    automatic * costs.automatic[figure] +
    lost * costs.loss[figure];
  return {
    siteUs: all('siteUs') + messages * costs.siteUsPerMessage,
    databaseUs: all('databaseUs'),
    logBytes: all('logBytes'),
    storedBytes: all('storedBytes'),
    // Calls of players have a key, and automatic cash-outs are no calls.
    answerBytes: (bets + byHand) * bet.answerBytes,
  };
};

/** What a second costs all processes of the site together, and PostgreSQL. */
const costOf = (
  second: Second,
  { count: processes, areFull = false }: Processes,
  costs: Costs,
): Record<Figure, number> => {
  const { bets, byHand } = second;
  const bet = betAt(costs, areFull ? Infinity : bets / processes);
  const cashOut = byHandAt(costs, areFull ? Infinity : byHand / processes);
  return sumCosts({ ...second, siteSeconds: processes, bet, cashOut }, costs);
};

/** The seconds of a round: those of the countdown, the busiest one of the flight, and their mean. */
const secondsOf = (behaviour: Behaviour, { messagesPerSecond }: Costs) => {
  const { players, byHandShare, automaticShare, countdownSeconds, roundSeconds } = behaviour;
  const bets = players * behaviour.bettingShare;
  const flightSeconds = Math.max(1, roundSeconds - countdownSeconds);
  const watched = bets * messagesPerSecond.betting + (players - bets) * messagesPerSecond.watching;
  // Each changed balance is sent to its player.
  const second = (part: Omit<Second, 'messages'>): Second => ({
    ...part,
    messages: watched + part.bets + part.byHand + part.automatic,
  });
  const [byHand, automatic] = [bets * byHandShare, bets * automaticShare];
  const lost = bets - byHand - automatic;
  return {
    countdown: second({
      bets: bets / countdownSeconds,
      byHand: 0,
      automatic: 0,
      lost: lost / countdownSeconds,
    }),
    flight: second({
      bets: 0,
      byHand: byHand * behaviour.busiestSecondShare,
      automatic: automatic / flightSeconds,
      lost: 0,
    }),
    mean: second({
      bets: bets / roundSeconds,
      byHand: byHand / roundSeconds,
      automatic: automatic / roundSeconds,
      lost: lost / roundSeconds,
    }),
  };
};

const maxProcesses = 1e6;

export const estimate = (behaviour: Behaviour, costs: Costs): Estimate => {
  const { countdown, flight, mean } = secondsOf(behaviour, costs);
  const changes = Math.max(countdown.bets, flight.byHand + flight.automatic);
  // A process is full when it is busy although as much as possible shares its statements.
  const siteCores = (count: number): number =>
    Math.max(...[countdown, flight].map((second) => costOf(second, { count, areFull: true }, costs).siteUs)) /
    1e6;
  // Each changed player is published to all processes, so that each process receives the changes of all.
  const fits = (count: number): boolean =>
    siteCores(count) / count + (count > 1 ? changes / busMessagesPerCore : 0) <= busyShare;
  const processes = firstThat(fits, maxProcesses);
  // Where no number of them suffices, the rest is estimated for one that takes everything.
  const working = { count: Number.isFinite(processes) ? processes : 1 };
  const peaks = [countdown, flight].map((second) => costOf(second, working, costs));
  const highest = (figure: Figure): number => Math.max(...peaks.map((peak) => peak[figure]));
  const databaseCores = highest('databaseUs') / 1e6 / busyShare;
  const logBytesPerSecond = highest('logBytes');
  const busDeliveriesPerSecond = processes > 1 ? changes * processes : 0;
  const usual = costOf(mean, working, costs);
  const daySeconds = 86_400 * behaviour.meanShare;
  const used: Estimate['used'] = [
    { resource: 'database', share: databaseCores / limits.databaseCores },
    { resource: 'log', share: logBytesPerSecond / limits.logBytesPerSecond },
    { resource: 'bus', share: busDeliveriesPerSecond / limits.busDeliveriesPerSecond },
    { resource: 'connections', share: (processes * connectionsPerProcess) / limits.databaseConnections },
  ];
  return {
    betsPerSecond: countdown.bets,
    cashOutsPerSecond: flight.byHand,
    deliveriesPerSecond: Math.max(countdown.messages, flight.messages),
    siteCores: siteCores(processes),
    processes,
    memoryBytes: processes * processMemoryBytes + behaviour.players * costs.bytesPerSocket,
    databaseCores,
    logBytesPerSecond,
    busDeliveriesPerSecond,
    storedBytesPerMonth: 30 * daySeconds * usual.storedBytes,
    answerBytes: daySeconds * usual.answerBytes,
    used: used.sort((a, b) => b.share - a.share),
  };
};

/** The smallest whole number that has the property, which all larger ones have too; Infinity beyond `highest`. */
const firstThat = (holds: (value: number) => boolean, highest: number): number => {
  if (!holds(highest)) return Infinity;
  let [low, high] = [0, highest];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
};

/** The bets of one or more rounds, and what became of them. */
export interface Outcomes {
  bets: number;
  byHand: number;
  automatic: number;
  lost: number;
}

export interface PlayedRounds extends Outcomes {
  /** Connected. */
  players: number;
  /** With a bet in each round. */
  betting: number;
  seconds: number;
  /** Of all rounds together: those in which bets were placed, and those in which they were cashed out by hand. */
  betSeconds: number;
  cashOutSeconds: number;
}

/** What rounds on one process cost in all. */
export const estimateRounds = (
  rounds: PlayedRounds,
  costs: Costs,
): Record<Figure, number> & { messages: number } => {
  const { players, betting, seconds, bets, byHand, automatic, lost } = rounds;
  const { messagesPerSecond } = costs;
  const bet = betAt(costs, bets / rounds.betSeconds);
  const cashOut = byHandAt(costs, byHand / rounds.cashOutSeconds);
  const messages =
    (betting * messagesPerSecond.betting + (players - betting) * messagesPerSecond.watching) * seconds +
    bets +
    byHand +
    automatic;
  const parts = { siteSeconds: seconds, bets, bet, byHand, cashOut, automatic, lost, messages };
  return { ...sumCosts(parts, costs), messages };
};

/** The number of players at which a resource reaches its limit, to two digits. */
export const playersAtLimit = (
  resource: Resource,
  behaviour: Omit<Behaviour, 'players'>,
  costs: Costs,
): number => {
  const isOver = (players: number): boolean =>
    (estimate({ ...behaviour, players }, costs).used.find((item) => item.resource === resource)?.share ?? 0) >
    1;
  let low = 1;
  let high = 1e9;
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high);
    if (isOver(middle)) high = middle;
    else low = middle;
  }
  return Number(low.toPrecision(2));
};

/** What to do when a resource reaches its limit. */
export const remedies: Readonly<Record<Resource, string>> = {
  database:
    'Move reading to a replica (leaderboards, histories, exports), then divide players among servers by id (Citus), each with its part of the ledger; a director for each game on the server of its rounds.',
  log: 'Put the write-ahead log on a disk of its own, partition bets and transfers by month so that full pages stay few, then divide players among servers by id.',
  bus: 'Publish the changes of a player to the process that has their connection only: channels by player id (sharded channels of a Valkey cluster) instead of one for all.',
  connections: 'PgBouncer between the processes and PostgreSQL, as docs/operations/database.md describes.',
};
