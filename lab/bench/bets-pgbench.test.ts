/** The script for pgbench has a value for each parameter of the site's statement, also of one that was added to it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeBets } from '../../games/aviator/server/sql/bets.sql.ts';
import { writeScript } from './bets-pgbench.ts';

it('fills all parameters of the statement of a bet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-script-'));
  const file = join(folder, 'bet.sql');
  await writeScript(file, 1_000, 100);
  const script = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  expect(placeBets.text).toMatch(/\$10\b/);
  expect(script).not.toMatch(/\$\d/);
  expect(script).toContain('ARRAY[:player]::bigint[]');
});
