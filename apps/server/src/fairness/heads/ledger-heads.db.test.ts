/**
 * I5: the running hash over the ledger, its published days, and what the auditor makes of a past that was rewritten.
 */
import { beforeEach, expect, it } from 'vitest';
import { ledgerHeadsSchema } from '@fairground/contract/fairness';
import { takeLease } from '../../director/lease.ts';
import { createLedgerHeads } from './ledger-heads.ts';
import { databaseForEach } from '../../../test/for-tests.ts';
import { addPlayer } from '../../../test/harness.ts';
import { corrupt } from '../../../test/query-as-owner.ts';
import { startTestSite } from '../../../test/test-site.ts';

let epoch: bigint;
const test = databaseForEach();
beforeEach(async () => {
  const lease = await takeLease(test.database, 'test');
  if (!lease) throw new Error('the lease was not taken');
  ({ epoch } = lease);
});

const engine = () =>
  createLedgerHeads({
    database: test.database,
    log: { info: () => undefined },
    rules: { maxTransfersPerBlock: 3, settledMs: 0 },
  });

/** Closes every block that is due. */
const closeAll = async (asEpoch = epoch): Promise<void> => {
  const { step } = engine();
  const gap = { fromMs: 0, untilMs: 0 };
  const context = { epoch: asEpoch, databaseNowMs: () => 0, gap, clockJumps: 0, isPaused: false };
  for (let steps = 0; steps < 20; steps += 1) if ((await step(context)) > 0) return;
};

const addPlayers = async (names: readonly string[]): Promise<void> => {
  for (const name of names) await addPlayer(test.database, `player_${name}`, 100);
};
const makeYesterday = () =>
  corrupt(test.database, `UPDATE transfer SET created_at = created_at - interval '1 day'`);
const blocks = () =>
  test.rows<{ transfers: bigint; has_day: boolean }>(
    'SELECT transfers, day IS NOT NULL AS has_day FROM ledger_head ORDER BY block',
  );
const findViolations = async () => (await test.findViolations()).map(({ line }) => line);

it('closes full blocks and the ended day, and nothing twice', async () => {
  await addPlayers(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  await makeYesterday();
  await addPlayers(['h', 'i']);
  await closeAll();
  await closeAll();
  expect(await blocks()).toEqual([
    { transfers: 0n, has_day: false },
    { transfers: 3n, has_day: false },
    { transfers: 6n, has_day: false },
    { transfers: 7n, has_day: true },
  ]);
  await addPlayers(['j']);
  await closeAll();
  expect((await blocks()).at(-1)).toEqual({ transfers: 10n, has_day: false });
  expect(await findViolations()).toEqual([]);
});

it('publishes a day without transfers, too, with the hash of the day before', async () => {
  await closeAll();
  expect(await blocks()).toEqual([
    { transfers: 0n, has_day: false },
    { transfers: 0n, has_day: true },
  ]);
  expect(await findViolations()).toEqual([]);
});

it('writes nothing under an old epoch', async () => {
  await addPlayers(['a', 'b', 'c', 'd']);
  await closeAll(epoch - 1n);
  expect(await blocks()).toHaveLength(1);
});

it('reports a past that was rewritten, and cannot be made to forget it by the application', async () => {
  await addPlayers(['a', 'b', 'c', 'd']);
  await makeYesterday();
  await closeAll();
  expect(await findViolations()).toEqual([]);
  await corrupt(
    test.database,
    `UPDATE transfer SET created_at = created_at - interval '1 second' WHERE id = 1`,
  );
  expect(await findViolations()).toEqual(['I5']);
  for (const text of ['UPDATE ledger_head SET hash = sha256($$x$$)', 'DELETE FROM ledger_head']) {
    await expect(test.rows(text)).rejects.toThrow(/permission denied/);
  }
});

it('is read by anybody', async () => {
  await addPlayers(['a', 'b']);
  await makeYesterday();
  await closeAll();
  const site = await startTestSite({ test });
  const answer = await site.site.app.inject({ url: '/api/fairness/ledger' });
  await site.close();
  const [head, ...older] = ledgerHeadsSchema.parse(answer.json());
  expect(head).toMatchObject({ transfers: 2 });
  expect(older).toEqual([]);
});
