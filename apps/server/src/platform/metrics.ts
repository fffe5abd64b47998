/**
 * What an operator can watch, in Prometheus' format. Every figure describes the past: none is derived from a crash
 * point, a seed or a mine, so that reading them is no advantage in a game.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** `route` is the pattern, never the requested path, which would create a series for each id. */
  recordRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** `result` is `ok` or the code of the refusal. */
  recordBet(game: string, result: string): void;
  recordPush(topic: string): void;
  /** A bus message of another version, or one that does not fit its schema. */
  recordIgnoredMessage(channel: string, reason: string): void;
  recordClientError(): void;
  /** An event of the security log, and how it ended. */
  recordSecurityEvent(event: string, result: string): void;
  render(): Promise<{ contentType: string; body: string }>;
}

export interface MetricsDeps {
  /** Open live connections, counted when the metrics are read. */
  connectionCount: () => number;
  /** Whether other processes are in reach. */
  busState: () => 'ok' | 'away';
}

export function createMetrics({ connectionCount, busState }: MetricsDeps): Metrics {
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

  return {
    recordRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    recordBet: (game, result) => bets.inc({ game, result }),
    recordPush: (topic) => pushes.inc({ topic }),
    recordIgnoredMessage: (channel, reason) => ignored.inc({ channel, reason }),
    recordClientError: () => clientErrors.inc(),
    recordSecurityEvent: (event, result) => securityEvents.inc({ event, result }),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
