/**
 * The switch of each game, its newest rounds and its seed chains. A closed game takes no stakes on any process within a
 * second (see director/closed-games.ts); rounds and draws that have bets run to their end.
 */
import type { ConsoleGamesAnswer } from '@fairground/contract/console/games';
import { accepted, refuse, type Result } from '@fairground/contract/errors';
import type { GameModule, NewestRound } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import { logCommand } from '../../acts/log.ts';
import { listChains } from '../../acts/sql/operator.sql.ts';
import { toWireGame } from '../../../fairness/chains/service.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { StaffIdentity } from '../staff/service.ts';
import * as sql from './sql/switches.sql.ts';

type PlayedGame = Pick<GameModule, 'id' | 'folder' | 'stakes' | 'newestRounds'>;

export interface ConsoleGamesDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  games: readonly PlayedGame[];
  /** Games that the leader cannot run. */
  failingGames: () => readonly string[];
}

const maxRounds = 20;
const maxChains = 5;

export const createConsoleGamesService = ({ database, games, failingGames }: ConsoleGamesDeps) => {
  const { query } = database;
  const hasStakes = (id: string): boolean =>
    games.some((game) => game.id === id && game.stakes !== undefined);

  const nameOf = (id: string): string =>
    (games.find((game) => game.id === id)?.folder ?? id)
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');

  const readRounds = async ({ newestRounds }: PlayedGame) =>
    (await newestRounds?.(query, maxRounds))?.map(toRound) ?? null;

  return {
    /** As players know a game: the words of its folder. */
    nameOf,

    async list(): Promise<ConsoleGamesAnswer> {
      const [switches, chains] = await Promise.all([sql.listSwitches.run(query), listChains.run(query)]);
      const listed = [];
      for (const game of games) {
        const closed = switches.find((each) => each.game === game.id);
        listed.push({
          game: game.id,
          name: nameOf(game.id),
          hasStakes: hasStakes(game.id),
          isFailing: failingGames().includes(game.id),
          closed: closed
            ? { by: closed.staff, reason: closed.reason, since: closed.since.toISOString() }
            : null,
          rounds: await readRounds(game),
          chains: chains
            .filter((chain) => toWireGame(chain.game) === game.id)
            .slice(-maxChains)
            .toReversed()
            .map(toChain),
        });
      }
      return { games: listed };
    },

    /** Among the newest of a game. */
    async findRound(game: string, round: string): Promise<{ isOpen: boolean } | undefined> {
      const found = games.find(({ id }) => id === game);
      const row = found && (await readRounds(found))?.find(({ id }) => id === round);
      return row && { isOpen: row.isOpen };
    },

    close: ({ staffId }: StaffIdentity, game: string, reason: string): Promise<Result> =>
      database.transaction<Result>(async (on) => {
        if (!hasStakes(game)) return refuse('not_found');
        const closed = await sql.closeGame.first(on, { game, staffId, reason });
        if (!closed) return refuse('already_taken', 'This game is closed already.');
        await logCommand(on, 'games close', { game }, { staffId, after: { reason } });
        return accepted;
      }),

    open: ({ staffId }: StaffIdentity, game: string): Promise<Result> =>
      database.transaction<Result>(async (on) => {
        if (!hasStakes(game)) return refuse('not_found');
        const opened = await sql.openGame.first(on, { game });
        if (!opened) return refuse('already_taken', 'This game is open already.');
        const { reason, since } = opened;
        await logCommand(on, 'games open', { game }, { staffId, before: { reason, since } });
        return accepted;
      }),
  };
};

export type ConsoleGamesService = ReturnType<typeof createConsoleGamesService>;

const toRound = ({ id, state, at, bets, staked, paid, is_open: isOpen }: NewestRound) => ({
  id,
  state,
  at: at.toISOString(),
  bets: Number(bets),
  staked: staked === null ? null : Number(staked),
  paid: paid === null ? null : Number(paid),
  isOpen,
});

const toChain = (chain: RowOf<typeof listChains>): ConsoleGamesAnswer['games'][number]['chains'][number] => ({
  id: String(chain.id),
  links: chain.links,
  left: chain.ended_at === null ? chain.links - chain.next_link + 1 : 0,
  publishedAt: chain.published_at.toISOString(),
  endedAt: chain.ended_at?.toISOString() ?? null,
});
