/**
 * What a number of players needs: processes, cores of PostgreSQL, messages of Valkey and disk, from costs that the
 * benchmarks have measured; and what reaches its limit first. Pure: `npm run capacity` reads the costs and prints.
 */

/** How players behave. Most of the load is Aviator's, whose rounds concentrate bets in a countdown. */
export interface Behaviour {
  /** Connected at the same time, at the peak of the day. */
  players: number;
  /** Of them, the part that bets in each round. */
  bettingShare: number;
  /** Of the bets, the part that is cashed out by hand. */
  byHandShare: number;
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
  countdownSeconds: 10,
  roundSeconds: 25,
  busiestSecondShare: 0.3,
  meanShare: 0.4,
};

/** Of one bet, one delivery of a live message and one socket, as measured on one machine. */
export interface Costs {
  siteUsPerBet: number;
  databaseUsPerBet: number;
  logBytesPerBet: number;
  /** In tables and indexes, forever. */
  storedBytesPerBet: number;
  /** Of its stored answer, for 24 hours. */
  answerBytesPerBet: number;
  siteUsPerDelivery: number;
  bytesPerSocket: number;
}

/** Live messages per second to a player who watches, and to one with a bet in the round (docs/performance.md). */
const messagesPerSecond = { watching: 1.11, betting: 2.92 };
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
  /** Core-seconds of the site per second, without the bus, and with it. */
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

export const estimate = (behaviour: Behaviour, costs: Costs): Estimate => {
  const { players, bettingShare, byHandShare, countdownSeconds, roundSeconds } = behaviour;
  const bets = players * bettingShare;
  const betsPerSecond = bets / countdownSeconds;
  const cashOutsPerSecond = bets * byHandShare * behaviour.busiestSecondShare;
  // A cash-out writes less than a bet and reads more: counted as one. Automatic ones are paid in large batches.
  const callsPerSecond = Math.max(betsPerSecond, cashOutsPerSecond);
  const deliveriesPerSecond =
    bets * messagesPerSecond.betting + (players - bets) * messagesPerSecond.watching + callsPerSecond;
  const ownCores =
    (callsPerSecond * costs.siteUsPerBet + deliveriesPerSecond * costs.siteUsPerDelivery) / 1e6;
  // Each changed player is published to all processes, so that each process receives the changes of all.
  const busCores = (callsPerSecond * 1) / busMessagesPerCore;
  const perProcess = busyShare - busCores;
  const processes = perProcess > 0 ? Math.max(1, Math.ceil(ownCores / perProcess)) : Infinity;
  const busDeliveriesPerSecond = processes > 1 ? callsPerSecond * processes : 0;
  const databaseCores = (callsPerSecond * costs.databaseUsPerBet) / 1e6 / busyShare;
  const logBytesPerSecond = callsPerSecond * costs.logBytesPerBet;

  const betsPerDay = ((bets * behaviour.meanShare) / roundSeconds) * 86_400;
  const used: Estimate['used'] = [
    { resource: 'database', share: databaseCores / limits.databaseCores },
    { resource: 'log', share: logBytesPerSecond / limits.logBytesPerSecond },
    { resource: 'bus', share: busDeliveriesPerSecond / limits.busDeliveriesPerSecond },
    { resource: 'connections', share: (processes * connectionsPerProcess) / limits.databaseConnections },
  ];
  return {
    betsPerSecond,
    cashOutsPerSecond,
    deliveriesPerSecond,
    siteCores: ownCores,
    processes,
    memoryBytes: processes * processMemoryBytes + players * costs.bytesPerSocket,
    databaseCores,
    logBytesPerSecond,
    busDeliveriesPerSecond,
    storedBytesPerMonth: betsPerDay * 30 * costs.storedBytesPerBet,
    answerBytes: betsPerDay * costs.answerBytesPerBet,
    used: used.sort((a, b) => b.share - a.share),
  };
};

/** What one round costs: a bet of each player, half of them cashed out by hand, and live messages all the while. */
export const estimateRound = (
  { players, seconds }: { players: number; seconds: number },
  costs: Costs,
): { siteSeconds: number; databaseSeconds: number } => {
  const calls = 1.5 * players;
  const deliveries = players * messagesPerSecond.betting * seconds + calls;
  return {
    siteSeconds: (calls * costs.siteUsPerBet + deliveries * costs.siteUsPerDelivery) / 1e6,
    databaseSeconds: (calls * costs.databaseUsPerBet) / 1e6,
  };
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
  connections: 'PgBouncer between the processes and PostgreSQL, as docs/operations.md describes.',
};
