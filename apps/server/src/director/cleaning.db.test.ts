/** Old rows are deleted by the leader alone, a batch at a time, and nothing that is younger or still in use. */
import { beforeAll, expect, it } from 'vitest';
import { cleaningBatchRows, createCleaning, type CleaningRule } from './cleaning.ts';
import { takeLease } from './lease.ts';
import { createNoticesService } from '../players/notices/service.ts';
import { createContactService } from '../content/contact/service.ts';
import { createLogger } from '../platform/logger.ts';
import { noLimiter } from '../platform/attempt-limiter.ts';
import { databaseForAll } from '../../test/for-tests.ts';
import { addPlayer } from '../../test/harness.ts';
import { queryAsOwner } from '../../test/query-as-owner.ts';

let epoch: bigint;
let playerId: bigint;
const test = databaseForAll({ connections: 2 });
beforeAll(async () => {
  const lease = await takeLease(test.database, 'cleaner');
  if (!lease) throw new Error('the lease is taken');
  ({ epoch } = lease);
  playerId = await addPlayer(test.database, 'untidy', 0);
});

const run = (text: string, ...values: unknown[]) => queryAsOwner(test.database, text, values);
const count = async (table: string): Promise<number> => {
  const [row] = await run(`SELECT count(*)::integer AS n FROM ${table}`);
  return (row as { n: number }).n;
};
const context = (of: bigint) => ({
  epoch: of,
  databaseNowMs: () => 0,
  gap: { fromMs: 0, untilMs: 0 },
  clockJumps: 0,
  isPaused: false,
});
const rules = (): readonly CleaningRule[] => [
  ...createNoticesService({
    database: test.database,
    log: { error: () => undefined },
    games: [],
  }).cleaning,
  ...createContactService({
    database: test.database,
    limiter: noLimiter,
    mailer: { send: async () => undefined, forget: async () => undefined, close: () => undefined },
    log: createLogger('silent'),
    operatorEmail: null,
  }).cleaning,
];

/** Runs an engine through one turn; returns what it deleted, by rule and batch. */
const turn = async (of: bigint): Promise<string[]> => {
  const deleted: string[] = [];
  const engine = createCleaning({
    rules: rules(),
    recordDeleted: (name, rows) => deleted.push(`${name} ${rows}`),
  });
  while ((await engine.step(context(of))) < 60_000);
  return deleted;
};

it('deletes what is due in batches, and leaves the rest', async () => {
  const surplus = 5;
  await run(
    `INSERT INTO notice (player_id, kind, source, data, in_inbox, created_at)
      SELECT $1::bigint, 'old', n::text, '{}', true, clock_timestamp() - interval '91 days'
      FROM generate_series(1, $2) n`,
    playerId,
    cleaningBatchRows + surplus,
  );
  await run(
    `WITH added AS (
        INSERT INTO notice (player_id, kind, source, data, in_inbox, created_at)
        SELECT $1::bigint, 'test', days::text, '{}', true, clock_timestamp() - days * interval '1 day'
        FROM unnest(ARRAY[1, 15, 89, 91, 200]) days RETURNING id, created_at)
      INSERT INTO notice_delivery (notice_id, channel, state, created_at)
      SELECT id, 'mail', CASE WHEN created_at > clock_timestamp() - interval '16 days' THEN 'sent'
        ELSE 'queued' END::notice_delivery_state,
        created_at FROM added`,
    playerId,
  );
  await run(
    `INSERT INTO contact_message (name, email, title, description, created_at, answered_at)
      SELECT 'Ann', 'ann@example.org', 'Title', 'Text', clock_timestamp() - interval '2 years', answered
      FROM unnest(ARRAY[NULL, clock_timestamp() - interval '364 days',
        clock_timestamp() - interval '366 days']) answered`,
  );
  expect(await turn(epoch - 1n), 'a former leader').toEqual([]);
  expect(await count('notice')).toBe(cleaningBatchRows + surplus + 5);
  expect(await turn(epoch)).toEqual([
    `notices ${cleaningBatchRows}`,
    `notices ${surplus + 2}`,
    'deliveries 1',
    'contact messages 1',
  ]);
  expect(await run(`SELECT source FROM notice ORDER BY id`)).toEqual([
    { source: '1' },
    { source: '15' },
    { source: '89' },
  ]);
  expect(await run(`SELECT state FROM notice_delivery ORDER BY id`)).toEqual([
    { state: 'sent' },
    { state: 'queued' },
  ]);
  expect(await count('contact_message')).toBe(2);
  expect(await turn(epoch)).toEqual([]);
});

it('continues with the next rule where one fails, and tries that again in the next turn', async () => {
  const tried: string[] = [];
  const engine = createCleaning({
    rules: [
      {
        name: 'broken',
        async deleteBatch() {
          tried.push('broken');
          throw new Error('no such table');
        },
      },
      { name: 'good', deleteBatch: async () => tried.push('good') && 0 },
    ],
    recordDeleted: () => undefined,
  });
  const step = () => engine.step(context(epoch)).catch(() => -1);
  for (let steps = 0; steps < 5; steps++) await step();
  expect(tried).toEqual(['broken', 'good', 'broken', 'good']);
});
