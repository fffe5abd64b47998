import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('shows what was recorded, separately for two sites in one process', async () => {
  const one = createMetrics({ connectionCount: () => 3, busState: () => 'away' });
  const two = createMetrics({ connectionCount: () => 0, busState: () => 'ok' });
  one.recordBet('aviator', 'ok');
  one.recordBet('aviator', 'betting_closed');
  one.recordPush('aviator');
  one.recordRequest({ method: 'GET', route: '/api/blog/:id', status: 200, seconds: 0.003 });
  const { body, contentType } = await one.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('fairground_bets_total{game="aviator",result="betting_closed"} 1');
  expect(body).toContain('fairground_live_connections 3');
  expect(body).toContain('fairground_bus_up 0');
  expect(body).toMatch(/fairground_http_request_seconds_bucket\{.*route="\/api\/blog\/:id".*\} 1/);
  expect(body).toContain('nodejs_eventloop_lag');
  expect((await two.render()).body).not.toContain('game="aviator"');
});
