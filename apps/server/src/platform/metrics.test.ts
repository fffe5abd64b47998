import { expect, test } from 'vitest';
import { createMetrics, type DatabaseFigures, type MetricsDeps } from './metrics.ts';

const noFigures: DatabaseFigures = {
  writable: true,
  games: [],
  running: [],
  deliveries: [],
};
const quiet: MetricsDeps = {
  connectionCount: () => 0,
  busState: () => 'ok',
  isDirector: () => false,
  closedGames: () => [],
  isInMaintenance: () => false,
  securityEvents: { events: ['staff'], results: ['ok', 'refused'] },
  pool: () => ({ busy: 0, idle: 1, waiting: 0 }),
  readDatabase: async () => noFigures,
};

test('shows what was recorded, separately for two sites in one process', async () => {
  const one = createMetrics({ ...quiet, connectionCount: () => 3, busState: () => 'away' });
  const two = createMetrics(quiet);
  one.recordBet('cups', 'ok');
  one.recordBet('cups', 'betting_closed');
  one.recordPush('cups');
  one.recordRequest({ method: 'GET', route: '/api/blog/:id', status: 200, seconds: 0.003 });
  const { body, contentType } = await one.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('fairground_bets_total{game="cups",result="betting_closed"} 1');
  expect(body).toContain('fairground_live_connections 3');
  expect(body).toContain('fairground_bus_up 0');
  expect(body).toMatch(/fairground_http_request_seconds_bucket\{.*route="\/api\/blog\/:id".*\} 1/);
  expect(body).toContain('nodejs_eventloop_lag');
  expect((await two.render()).body).not.toContain('game="cups"');
});

test('shows the leader, closed games, the pool and what the database knows', async () => {
  const metrics = createMetrics({
    ...quiet,
    isDirector: () => true,
    closedGames: () => ['cups'],
    isInMaintenance: () => true,
    pool: () => ({ busy: 3, idle: 2, waiting: 7 }),
    readDatabase: async () => ({
      writable: false,
      games: [{ game: 'cups', overdue: 4, void: 1 }],
      running: [{ game: 'cups', rounds: 2 }],
      deliveries: [{ channel: 'push', waiting: 3, oldest: new Date(1_700_000_200_000) }],
      backupAt: new Date(1_700_000_000_000),
      audit: { at: new Date(1_700_000_100_000), broken: 2 },
    }),
  });
  metrics.recordEngineFailure('cups');
  metrics.recordMail('failed');
  metrics.recordDelivery('push', 'sent');
  const { body } = await metrics.render();
  for (const line of [
    'fairground_director 1',
    'fairground_game_closed{game="cups"} 1',
    'fairground_maintenance 1',
    'fairground_running_rounds{game="cups"} 2',
    'fairground_database_connections{state="busy"} 3',
    'fairground_database_pool_waiting 7',
    'fairground_database_up 1',
    'fairground_database_writable 0',
    'fairground_overdue_stakes{game="cups"} 4',
    'fairground_recent_void_rounds{game="cups"} 1',
    'fairground_last_backup_timestamp_seconds 1700000000',
    'fairground_last_audit_timestamp_seconds 1700000100',
    'fairground_last_audit_broken 2',
    'fairground_engine_failures_total{engine="cups"} 1',
    'fairground_mails_total{result="failed"} 1',
    'fairground_notice_queue{channel="push"} 3',
    'fairground_notice_queue_oldest_timestamp_seconds{channel="push"} 1700000200',
    'fairground_notice_deliveries_total{channel="push",result="sent"} 1',
  ]) {
    expect(body.split('\n')).toContain(line);
  }
});

test('renders without the database, and shows no old figures of it', async () => {
  let isAway = false;
  const metrics = createMetrics({
    ...quiet,
    readDatabase: async () => {
      if (isAway) throw new Error('the database is unavailable');
      const games = [{ game: 'cups', overdue: 4, void: 0 }];
      return { ...noFigures, games, backupAt: new Date() };
    },
  });
  expect((await metrics.render()).body).toMatch(/^fairground_last_backup_timestamp_seconds \d/m);
  isAway = true;
  const { body } = await metrics.render();
  expect(body).toContain('fairground_database_up 0');
  expect(body).toContain('fairground_database_writable 0');
  expect(body).not.toContain('fairground_overdue_stakes{');
  expect(body).not.toMatch(/^fairground_last_/m);
});

test('has the series of rare events before the first one, which an increase would not count', async () => {
  const lines = (await createMetrics(quiet).render()).body.split('\n');
  for (const series of [
    'fairground_security_events_total{event="staff",result="ok"}',
    'fairground_security_events_total{event="staff",result="refused"}',
    'fairground_mails_total{result="sent"}',
    'fairground_mails_total{result="failed"}',
  ])
    expect(lines).toContain(`${series} 0`);
});
