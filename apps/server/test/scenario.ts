/**
 * The scenario language: one step per line, whose last word is the expected outcome.
 *
 *   player alice 1000          a player with that many coins
 *   limit alice 500            a daily limit;  break alice  an hour's break
 *   balance alice 900 [winnings 130]
 *   won alice 30               the player's total won;  staked alice 100  today's stakes
 *
 * Tests of a game add their own verbs.
 */
import { queryAsOwner } from './query-as-owner.ts';
import { expect } from 'vitest';
import { findUser } from '../src/ledger/player-view.ts';
import type { Database } from '../src/platform/database/database.ts';
import { addPlayer } from './harness.ts';

/** One step: its words after the verb, and the line for a failure's message. */
export type ScenarioStep = (words: string[], line: string) => Promise<void>;

/** Verbs of a game; `idOf` gives the id of a player whom the script named before. */
export type ScenarioSteps = (idOf: (name: string | undefined) => bigint) => Record<string, ScenarioStep>;

export const runScenario = async (
  database: Database,
  script: string,
  gameSteps: ScenarioSteps = () => ({}),
): Promise<void> => {
  const ids = new Map<string, bigint>();
  const idOf = (name: string | undefined): bigint => {
    const id = ids.get(name ?? '');
    if (id === undefined) throw new Error(`there is no player ${name}`);
    return id;
  };
  const userOf = async (name: string | undefined) => {
    const user = await findUser(database.query, idOf(name));
    if (!user) throw new Error(`${name} has no wallet`);
    return user;
  };
  const steps: Record<string, ScenarioStep> = {
    ...gameSteps(idOf),
    async player([name = '', coins]) {
      ids.set(name, await addPlayer(database, name, Number(coins)));
    },
    async limit([name, coins]) {
      await queryAsOwner(database, 'UPDATE wallet SET daily_stake_limit = $2 WHERE player_id = $1', [
        idOf(name),
        Number(coins),
      ]);
    },
    async break([name]) {
      await queryAsOwner(
        database,
        `UPDATE wallet SET break_until = clock_timestamp() + interval '1 hour' WHERE player_id = $1`,
        [idOf(name)],
      );
    },
    async balance([name, sum, , winnings], line) {
      const user = await userOf(name);
      expect(user.coins + user.winningAmount, line).toBe(Number(sum));
      if (winnings !== undefined) expect(user.winningAmount, line).toBe(Number(winnings));
    },
    async won([name, coins], line) {
      expect((await userOf(name)).totalWon, line).toBe(Number(coins));
    },
    async staked([name, coins], line) {
      expect((await userOf(name)).todaysBids, line).toBe(Number(coins));
    },
  };

  for (const line of script.split('\n').map((text) => text.trim())) {
    if (!line || line.startsWith('#')) continue;
    const [verb = '', ...words] = line.split(/\s+/);
    const step = steps[verb];
    if (!step) throw new Error(`the scenario language has no ${verb}`);
    await step(words, line);
  }
};
