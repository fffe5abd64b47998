import { expect, it } from 'vitest';
import { warningsOf } from './warnings.ts';

const quiet: Parameters<typeof warningsOf>[0] = {
  at: '2026-11-22T12:00:00.000Z',
  since: '2026-10-01T12:00:00.000Z',
  connected: 3,
  newPlayers: 1,
  pace: { seconds: 60, stakes: 6, stakesPerSecond: 0.1, stakeCoins: 600, payoutCoins: 500 },
  process: { isDirector: true, messages: 'ok', connections: 3, pool: { busy: 1, idle: 2, waiting: 0 } },
  database: { isWritable: true, bytes: 1_000 },
  games: [{ game: 'one', isClosed: false, overdue: 0, void: 0 }],
  backupAt: '2026-11-22T03:15:00.000Z',
  audit: { at: '2026-11-20T12:00:00.000Z', broken: 0 },
  maintenance: null,
  openMessages: 2,
  openRequests: 0,
};

it('warns of nothing on a quiet site', () => {
  expect(warningsOf(quiet)).toEqual([]);
});

it('names the worst first, and games as players know them', () => {
  const bad = {
    ...quiet,
    database: { ...quiet.database, isWritable: false },
    openRequests: 3,
    maintenance: { reason: { en: 'A new disk' }, since: '2026-11-22T11:00:00.000Z', running: 2 },
    games: [
      { game: 'one', name: 'The One', isClosed: true, overdue: 4, void: 2 },
      { game: 'other', name: 'The Other', isClosed: false, overdue: 0, void: 1 },
    ],
    backupAt: '2026-11-20T03:15:00.000Z',
    audit: { at: '2026-11-01T12:00:00.000Z', broken: 1 },
    process: { ...quiet.process, messages: 'away' as const, pool: { busy: 12, idle: 0, waiting: 9 } },
  };
  expect(warningsOf(bad).map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'failed: The database accepts no writes.',
    'failed: Other processes cannot be reached: Valkey is unavailable.',
    'failed: The One is closed and takes no stakes.',
    'failed: The One: 4 stakes should have been settled a minute ago.',
    'failed: The newest audit found 1 broken invariant.',
    'attention: 9 statements wait for a database connection.',
    'attention: The One: 2 of the newest 1,000 are void.',
    'attention: The Other: 1 of the newest 1,000 is void.',
    'attention: Maintenance: no game takes stakes. Rounds still running: 2.',
    'attention: Requests of the staff that wait for a second person: 3.',
    'attention: The newest backup is older than a day.',
    'attention: The newest audit is older than a week.',
  ]);
});

it('warns where there is no backup and no audit once a site has had the time for them', () => {
  const bare = { ...quiet, backupAt: null, audit: null };
  const found = (since: string) =>
    warningsOf({ ...bare, since }).map(({ level, text }) => `${level}: ${text}`);
  expect(found('2026-10-01T12:00:00.000Z')).toEqual([
    'attention: There is no backup yet.',
    'attention: There is no audit yet.',
  ]);
  expect(found('2026-11-21T05:00:00.000Z'), 'after more than a day').toEqual([
    'attention: There is no backup yet.',
    'note: There is no audit yet.',
  ]);
  expect(found('2026-11-22T11:00:00.000Z'), 'on a new site').toEqual([
    'note: There is no backup yet.',
    'note: There is no audit yet.',
  ]);
});
