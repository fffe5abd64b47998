/** What a site shows operators, and the alerts, dashboard and documents that name its figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { logCommand } from '../../src/staff/acts/log.ts';
import { loadGames } from '../../src/site/games.ts';
import { siteForAll } from '../for-tests.ts';

const testSite = siteForAll();

const render = async (): Promise<string[]> =>
  (await testSite.site.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body.split('\n');
const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8');

const alerts = read('deploy/prometheus/alerts.yaml');
const dashboard = read('deploy/grafana/dashboards/fairground.json');
const monitoring = read('docs/operations/monitoring.md');
const runbook = read('docs/operations/alerts.md');

const databaseRoles = new Set(['fairground_app', 'fairground_site']);

/** Names of metrics; those of a histogram end with what Prometheus adds. */
const metricsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:fairground|nodejs|process)_[a-z0-9_]+/g)]
      .map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''))
      .filter((name) => !databaseRoles.has(name)),
  ),
];

it('shows the leader, the database and every game with rounds', async () => {
  const { database } = testSite;
  await expect.poll(render).toContain('fairground_director 1');
  const before = await render();
  expect(before).toContain('fairground_database_up 1');
  expect(before).toContain('fairground_database_writable 1');
  expect(before.filter((line) => line.startsWith('fairground_last_'))).toEqual([]);
  const watched = (await loadGames()).filter(({ watch }) => watch !== undefined);
  expect(watched.length).toBeGreaterThan(2);
  for (const { id } of watched) {
    expect(before).toContain(`fairground_overdue_stakes{game="${id}"} 0`);
    expect(before).toContain(`fairground_recent_void_rounds{game="${id}"} 0`);
  }

  await logCommand(database.query, 'backup', { file: 'a' });
  await logCommand(database.query, 'audit', { broken: 3 });
  const after = await render();
  expect(after).toContain('fairground_last_audit_broken 3');
  for (const what of ['backup', 'audit']) {
    const [line = ''] = after.filter((one) => one.startsWith(`fairground_last_${what}_timestamp_seconds `));
    expect(Math.abs(Number(line.split(' ')[1]) - Date.now() / 1_000)).toBeLessThan(3_600);
  }
});

it('exposes every metric that alerts, dashboard and documents name, with those labels', async () => {
  const exposed = new Set((await render()).flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
  for (const text of [alerts, dashboard, monitoring]) {
    expect(metricsIn(text).length).toBeGreaterThan(10);
    expect(metricsIn(text).filter((name) => !exposed.has(name))).toEqual([]);
  }
  const own = [...exposed].filter((name) => name.startsWith('fairground_'));
  expect(
    own.filter((name) => !metricsIn(monitoring).includes(name)),
    'described',
  ).toEqual([]);

  const described = new Map(
    [...monitoring.matchAll(/`(fairground_\w+)\{([\w,]+)\}`/g)].map(([, name = '', labels = '']) => [
      name,
      new Set([...labels.split(','), 'le', 'job']),
    ]),
  );
  const expressions = [
    ...[...alerts.matchAll(/expr: >-\n\s+(.*)/g)].map(([, text = '']) => text),
    ...[...dashboard.matchAll(/"expr": (".*")/g)].map(([, text = '""']) => JSON.parse(text) as string),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  for (const expression of expressions) {
    const [name = ''] = metricsIn(expression);
    const used = [...expression.matchAll(/by \(([\w, ]+)\)|\{(\w+)=/g)].flatMap(([, by, label]) =>
      by === undefined ? [label ?? ''] : by.split(', '),
    );
    const known = described.get(name) ?? new Set(['job']);
    expect(
      used.filter((label) => !known.has(label)),
      expression,
    ).toEqual([]);
  }
});

it('exposes what alerts count before the first event, which would be no increase otherwise', async () => {
  const lines = await render();
  const counted = [...alerts.matchAll(/(?:increase|rate)\((\w+_total)\{(\w+="\w+")/g)];
  expect(counted.length).toBeGreaterThan(5);
  for (const [, name = '', label = ''] of counted) {
    const series = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(label));
    expect(series.length, `${name}{${label}}`).toBeGreaterThan(0);
  }
});

it('alerts of an event loop that stands still, though seldom', async () => {
  const [, expression = ''] = /alert: EventLoopLag\s+expr: >-\s+(.*)/.exec(alerts) ?? [];
  const limits = [...expression.matchAll(/max\((\w+)\) > ([\d.]+)/g)];
  expect(limits.length).toBeGreaterThan(0);
  // The figures are of the time since they were read.
  await render();
  await sleep(2_500);
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  await sleep(100);
  const lines = await render();
  const valueOf = (name = ''): number =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
  expect(limits.some(([, name, limit]) => valueOf(name) > Number(limit))).toBe(true);
});

it('documents each alert', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(names);
});
