/**
 * The SQL that stays text because the core composes it: what each game declares in `defineGame`, and the checks of
 * the auditor. It has no types to generate, but the migrated schema must bear it out all the same.
 */
import type pg from 'pg';
import { stakeCheck, type GameModule } from '@fairground/game-kit/server';
import { allChecks } from '../../apps/server/src/app/audit.ts';
import { loadGames } from '../../apps/server/src/app/games.ts';

interface ComposedSelect {
  where: string;
  text: string;
}

const player = '$1::bigint';

const selectsOf = ({ folder, ledger, stakes, playerSeeds, ticketsOf, exportTables }: GameModule) =>
  Object.entries({
    ...(stakes && {
      'stakes.rows': stakes.rows,
      'stakes.settledOf': stakes.settledOf(player),
      'the check of stakes': stakeCheck(ledger, stakes).broken as string,
    }),
    ...(playerSeeds && { 'playerSeeds.uses': playerSeeds.uses }),
    ...(ticketsOf && { ticketsOf: ticketsOf(player) }),
    ...exportTables,
  }).map(([name, text]): ComposedSelect => ({
    where: `games/${folder}, ${name}`,
    text: text.replaceAll(/\$1(?!::)/g, player),
  }));

const readComposed = async (): Promise<ComposedSelect[]> => [
  ...(await loadGames()).flatMap(selectsOf),
  ...(await allChecks()).flatMap(({ line, states, broken }) =>
    typeof broken === 'string' ? { where: `the audit, ${line} (${states})`, text: broken } : [],
  ),
];

/** Plans each under the application's role; returns what PostgreSQL refused, and how many there are. */
export const checkComposed = async (
  client: pg.Client,
  role: string,
): Promise<{ count: number; faults: string[] }> => {
  const faults: string[] = [];
  const selects = await readComposed();
  await client.query(`SET ROLE ${role}`);
  for (const { where, text } of selects) {
    try {
      await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    } catch (error) {
      faults.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await client.query('RESET ROLE');
  return { count: selects.length, faults };
};
