/**
 * What an operator can watch, in Prometheus' format. Every figure describes the past: none is derived from a crash
 * point, a seed or a mine, so that reading them is no advantage in a game.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the database knows, read when the metrics are rendered. */
export interface DatabaseFigures {
  writable: boolean;
  /** By game: stakes that should have been settled, and void ones of the newest rounds. */
  games: readonly { game: string; overdue: number; void: number }[];
  /** Rounds and draws that are not over yet. */
  running: readonly { game: string; rounds: number }[];
  /** Push messages and mails of notices that wait, by channel. */
  deliveries: readonly { channel: string; waiting: number; oldest: Date }[];
  /** Absent before the first one. */
  backupAt?: Date | undefined;
  audit?: { at: Date; broken: number } | undefined;
}

/** All but `readDatabase` are of this process. */
export interface MetricsDeps {
  /** Open live connections, counted when the metrics are read. */
  connectionCount: () => number;
  /** Whether other processes are in reach. */
  busState: () => 'ok' | 'away';
  isDirector: () => boolean;
  /** Wire ids of games that take no stakes. */
  closedGames: () => readonly string[];
  isInMaintenance: () => boolean;
  /** Events of the security log that are counted, and how they may end. */
  securityEvents: { events: readonly string[]; results: readonly string[] };
  /** Connections of the pool, and statements that wait for one. */
  pool: () => { busy: number; idle: number; waiting: number };
  /** Rejects where the database does not respond. */
  readDatabase: () => Promise<DatabaseFigures>;
}

export function createMetrics(deps: MetricsDeps) {
  const { connectionCount, busState } = deps;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'fairground_http_request_seconds',
    help: 'Time to answer an HTTP request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const arrivalWaits = new Histogram({
    name: 'fairground_arrival_wait_seconds',
    help: 'Time from the arrival of a call that is judged by it, such as a cash-out, to its answer.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const bets = new Counter({
    name: 'fairground_bets_total',
    help: 'Bets that were asked for, by game and result.',
    labelNames: ['game', 'result'],
    registers,
  });
  const pushes = new Counter({
    name: 'fairground_live_events_total',
    help: 'Events published to live connections, by topic.',
    labelNames: ['topic'],
    registers,
  });
  const ignored = new Counter({
    name: 'fairground_bus_messages_ignored_total',
    help: 'Bus messages that were ignored, by channel and reason.',
    labelNames: ['channel', 'reason'],
    registers,
  });
  const clientErrors = new Counter({
    name: 'fairground_client_errors_total',
    help: 'Errors that pages reported.',
    registers,
  });
  const securityEvents = new Counter({
    name: 'fairground_security_events_total',
    help: 'Events of the security log, by kind and result.',
    labelNames: ['event', 'result'],
    registers,
  });
  // What appears with its first event is no increase to Prometheus, and no alert would see that event.
  for (const event of deps.securityEvents.events)
    for (const result of deps.securityEvents.results) securityEvents.inc({ event, result }, 0);
  new Gauge({
    name: 'fairground_live_connections',
    help: 'Open live connections of this process.',
    registers,
    collect() {
      this.set(connectionCount());
    },
  });
  new Gauge({
    name: 'fairground_bus_up',
    help: '1 while other processes of the site are in reach.',
    registers,
    collect() {
      this.set(busState() === 'ok' ? 1 : 0);
    },
  });

  const engineFailures = new Counter({
    name: 'fairground_engine_failures_total',
    help: 'Failed steps of engines, by engine.',
    labelNames: ['engine'],
    registers,
  });
  const deletedRows = new Counter({
    name: 'fairground_deleted_rows_total',
    help: 'Old rows that were deleted, by what they are.',
    labelNames: ['rows'],
    registers,
  });
  const mails = new Counter({
    name: 'fairground_mails_total',
    help: 'Mails given to the mail server, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0);
  const deliveries = new Counter({
    name: 'fairground_notice_deliveries_total',
    help: 'Tries to send push messages and mails of notices, by channel and result.',
    labelNames: ['channel', 'result'],
    registers,
  });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `fairground_${name}`, help, labelNames, registers });
  const director = gauge('director', '1 while this process runs the rounds and draws.');
  const closed = gauge(
    'game_closed',
    '1 for each game that takes no stakes, because its engine fails.',
    'game',
  );
  const maintenance = gauge('maintenance', '1 while no game takes stakes, for maintenance.');
  const running = gauge(
    'running_rounds',
    'Rounds and draws that are not over yet, without empty ones.',
    'game',
  );
  const pool = gauge('database_connections', 'Database connections of this process, by state.', 'state');
  const waiting = gauge('database_pool_waiting', 'Statements that wait for a database connection.');
  const databaseUp = gauge('database_up', '1 while the database responds.');
  const databaseWritable = gauge('database_writable', '1 while the database accepts writes.');
  const overdue = gauge('overdue_stakes', 'Stakes that should have been settled a minute ago.', 'game');
  const voidRounds = gauge('recent_void_rounds', 'Void ones among the newest 1,000 rounds or draws.', 'game');
  const deliveriesWaiting = gauge(
    'notice_queue',
    'Push messages and mails of notices that are still to be sent, by channel.',
    'channel',
  );
  const deliveriesOldest = gauge(
    'notice_queue_oldest_timestamp_seconds',
    'When the oldest of them was made; absent where none waits.',
    'channel',
  );
  const backupAt = gauge(
    'last_backup_timestamp_seconds',
    'When the newest backup was made; absent before it.',
  );
  const auditAt = gauge('last_audit_timestamp_seconds', 'When the newest audit ended; absent before it.');
  const auditBroken = gauge('last_audit_broken', 'Invariants that the newest audit found broken.');
  const ofDatabase = [
    overdue,
    running,
    voidRounds,
    deliveriesWaiting,
    deliveriesOldest,
    backupAt,
    auditAt,
    auditBroken,
  ];
  // A gauge without labels exists with 0 until it is set or removed.
  const setOrRemove = (one: Gauge, value: number | undefined): void =>
    value === undefined ? one.remove() : one.set(value);

  const sample = async (): Promise<void> => {
    director.set(deps.isDirector() ? 1 : 0);
    closed.reset();
    for (const game of deps.closedGames()) closed.set({ game }, 1);
    maintenance.set(deps.isInMaintenance() ? 1 : 0);
    const { busy, idle, waiting: statements } = deps.pool();
    pool.set({ state: 'busy' }, busy);
    pool.set({ state: 'idle' }, idle);
    waiting.set(statements);
    const figures = await deps.readDatabase().catch(() => undefined);
    databaseUp.set(figures ? 1 : 0);
    databaseWritable.set(figures?.writable === true ? 1 : 0);
    for (const one of ofDatabase) one.reset();
    for (const { game, ...counts } of figures?.games ?? []) {
      overdue.set({ game }, counts.overdue);
      voidRounds.set({ game }, counts.void);
    }
    for (const { game, rounds } of figures?.running ?? []) running.set({ game }, rounds);
    for (const { channel, waiting: count, oldest } of figures?.deliveries ?? []) {
      deliveriesWaiting.set({ channel }, count);
      deliveriesOldest.set({ channel }, oldest.getTime() / 1_000);
    }
    setOrRemove(backupAt, toSeconds(figures?.backupAt));
    setOrRemove(auditAt, toSeconds(figures?.audit?.at));
    setOrRemove(auditBroken, figures?.audit?.broken);
  };

  return {
    /** For a call that is judged by when it arrived: the time from then until it was answered. */
    recordArrivalWait: (route: string, seconds: number) => arrivalWaits.observe({ route }, seconds),
    /** `route` is the pattern, never the requested path, which would create a series for each id. */
    recordRequest: ({
      method,
      route,
      status,
      seconds,
    }: {
      method: string;
      route: string;
      status: number;
      seconds: number;
    }) => requests.observe({ method, route, status: String(status) }, seconds),
    /** `result` is `ok` or the code of the refusal. */
    recordBet: (game: string, result: string) => bets.inc({ game, result }),
    recordPush: (topic: string) => pushes.inc({ topic }),
    /** A bus message of another version, or one that does not fit its schema. */
    recordIgnoredMessage: (channel: string, reason: string) => ignored.inc({ channel, reason }),
    recordClientError: () => clientErrors.inc(),
    /** An event of the security log, and how it ended. */
    recordSecurityEvent: (event: string, result: string) => securityEvents.inc({ event, result }),
    /** An engine's step that failed for another reason than an unavailable database. */
    recordEngineFailure: (engine: string) => engineFailures.inc({ engine }),
    /** A try to send a push message or the mail of a notice; `queued` is one that failed and is tried again. */
    recordDelivery: (channel: 'push' | 'mail', result: string) => deliveries.inc({ channel, result }),
    /** Old rows that the director deleted. */
    recordDeletedRows: (rows: string, count: number) => deletedRows.inc({ rows }, count),
    recordMail: (result: 'sent' | 'failed') => mails.inc({ result }),
    async render(): Promise<{ contentType: string; body: string }> {
      await sample();
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

const toSeconds = (at: Date | undefined): number | undefined => at && at.getTime() / 1_000;
