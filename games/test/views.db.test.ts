/**
 * The views over what all games store: a game is in those that its definition says, and what is read of one player is
 * found by the indexes of each game's table.
 */
import { expect, it } from 'vitest';
import type { GameModule } from '@fairground/game-kit/server';
import { listCauses } from '../../apps/server/src/ledger/causes.ts';
import { databaseForAll } from '../../apps/server/test/for-tests.ts';
import { loadGames } from '../../apps/server/src/site/games.ts';

const test = databaseForAll();

const explain = async (select: string): Promise<string> => {
  const lines = await test.rows<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${select}`);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
};

/** Whether a branch of the view may have such rows: PostgreSQL leaves out those whose constants say otherwise. */
const hasRows = async (view: string, condition: string): Promise<boolean> =>
  !/One-Time Filter: false/.test(await explain(`SELECT * FROM ${view} WHERE ${condition}`));

const games = await loadGames();
const listed = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

it.each(games.map((game): [string, GameModule] => [game.folder, game]))(
  'has the rows of %s under the names of its lists, and its stakes where it takes any',
  async (folder, { lists, stakes }) => {
    for (const list of lists) {
      const of = `game = '${folder}' AND list = '${list}'`;
      expect([list, await hasRows('game_row', of)]).toEqual([list, true]);
    }
    expect(await hasRows('game_row', `game = '${folder}' AND list NOT IN (${listed(lists)})`)).toBe(false);
    expect(await hasRows('game_stake', `game = '${folder}'`)).toBe(stakes !== undefined);
  },
);

it('puts stakes into the dumps: by rounds in the public log, or by totals', async () => {
  for (const { folder, stakes, log } of games) {
    const plan = await explain(`SELECT * FROM game_stake WHERE game = '${folder}' AND ended_at >= now()`);
    const isTotaled = /ended_at|_at >=/.test(plan);
    expect([folder, isTotaled || log !== undefined]).toEqual([folder, stakes !== undefined]);
  }
});

it('has no rows of a game that is not in the list', async () => {
  const folders = listed(games.map(({ folder }) => folder));
  for (const view of ['game_stake', 'game_row', 'seed_use', 'free_day'])
    expect([view, await hasRows(view, `game NOT IN (${folders})`)]).toEqual([view, false]);
});

it('has what caused transfers under the names of `listCauses`, and no other', async () => {
  const causes = listCauses(games).map(({ list }) => list);
  for (const list of causes) expect([list, await hasRows('cause', `list = '${list}'`)]).toEqual([list, true]);
  expect(await hasRows('cause', `list NOT IN (${listed(causes)})`)).toBe(false);
});

it('finds rows of a player behind an id by an index of each table', async () => {
  const ofPlayer = 'WHERE player_id = 7 AND id < 1000 ORDER BY id DESC LIMIT 50';
  for (const select of [
    `SELECT list, id, row FROM game_row ${ofPlayer}`,
    `SELECT * FROM cause ${ofPlayer}`,
  ]) {
    const plan = await explain(select);
    expect(plan).toContain('Index Cond: ((player_id = 7) AND (id < 1000))');
    // A branch of several tables, with a condition, or of other types than the view is one of these: it cannot give its
    // rows in their order.
    expect(plan).not.toContain('Subquery Scan');
  }
});

it('finds the stakes of a player by an index of each table', async () => {
  const plan = await test.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL enable_seqscan = off', values: [] });
    return query<{ 'QUERY PLAN': string }>({
      text: 'EXPLAIN (COSTS OFF) SELECT FROM game_stake b WHERE b.player_id = 7 AND b.is_settled LIMIT 1',
      values: [],
    });
  });
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('player_id = ');
  expect(text).not.toContain('Seq Scan');
});
