/** Finds players by the first characters of their name. Guests, closed accounts and suspended players are not found. */
import { accept, type Result } from '@fairground/contract/errors';
import { maxFoundPlayers, type FoundPlayer } from '@fairground/contract/player-search';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { searchPlayers } from './sql/boards.sql.ts';

export interface PlayerSearchDeps {
  database: Database;
  limiter: AttemptLimiter;
}

/** Enough to type a name, too few to read all of them. */
const searchLimit: AttemptRule = { name: 'player-search', max: 60, windowMs: 60_000 };

export const createPlayerSearch = ({ database: { query }, limiter }: PlayerSearchDeps) => ({
  async find(playerId: bigint, name: string): Promise<Result<FoundPlayer[]>> {
    const attempt = await limiter.take([[searchLimit, String(playerId)]]);
    if (!attempt.ok) return attempt;
    const nameStart = name.toLowerCase();
    const rows = await searchPlayers.run(query, {
      nameStart,
      nameEnd: endOfPrefix(nameStart),
      maxRows: maxFoundPlayers,
    });
    return accept(
      rows.map(({ id, avatar, username, bot, total_won: totalWon }) => ({
        id: String(id),
        avatar,
        username,
        totalWon: toWireCoins(totalWon),
        ...(bot ? { bot } : {}),
      })),
    );
  },
});

export type PlayerSearch = ReturnType<typeof createPlayerSearch>;

/** The first text after all that begin with the prefix, in the order of characters. */
const endOfPrefix = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1);
