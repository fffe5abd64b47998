/** The site that `npm run large` fills, in small: its rows are those that play would have written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openDatabase, patientMs } from '../../apps/server/src/platform/database/database.ts';
import { databaseForAll } from '../../apps/server/test/for-tests.ts';
import { countRows, type CountedStatement } from '../../apps/server/test/counted-rows.ts';
import { runChecks } from '../../apps/server/src/ledger/audit.ts';
import { allChecks } from '../../apps/server/src/site/audit.ts';
import { fill } from './fill.ts';

const test = databaseForAll();
const bets = 20_000;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-large-'));
  const database = openDatabase({
    address: test.address,
    connections: 2,
    answerWithinMs: patientMs,
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
  try {
    const size = { bets, players: 400, days: 40 };
    await fill({ database, seedKeyFile: join(folder, 'seed.key'), size });
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});

it('fills a site with bets of a heavy player, of many others, and of none for some', async () => {
  const [found] = await test.rows<{ bets: string; heavy: string; idle: string }>(
    `SELECT count(*)::text AS bets, count(*) FILTER (WHERE player_id = 1)::text AS heavy,
      (SELECT count(*) FROM player p WHERE NOT EXISTS (SELECT FROM stamp s WHERE s.player_id = p.id))::text AS idle
     FROM game_stake`,
  );
  expect(Math.abs(Number(found?.bets) - bets)).toBeLessThan(2_000);
  expect(Number(found?.heavy)).toBeGreaterThan(1_500);
  expect(Number(found?.idle)).toBeGreaterThan(40);
});

it('is sound, and its audit compares rows with few others', async () => {
  const checks = await allChecks();
  const counted: CountedStatement[] = [];
  const findings = await runChecks(
    {
      ...test.database,
      transaction: (work) =>
        test.database.transaction((query, last) => work(countRows(query, counted), last)),
    },
    checks,
  );
  expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
  // A bet has at most two transfers, and that of achievements reads them once a rule: a loop in a loop reads thousands.
  expect(counted.filter(({ rows }) => rows > 100 * bets)).toEqual([]);
});
