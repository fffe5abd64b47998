/** The newest rows of everything that is stored about a player, of the core and of each game. */
import { listCauses, type CausingGame } from '../../../ledger/causes.ts';
import type { Database } from '../../../platform/database/database.ts';
import * as sql from './sql/story.sql.ts';

/** One of the lists: the newest rows as JSON texts. */
export interface StoryList {
  name: string;
  newest(query: Database['query'], of: { playerId: bigint; maxRows: number }): Promise<{ row: string }[]>;
}

const coreLists: readonly StoryList[] = [
  { name: 'sessions', newest: sql.sessions.run },
  { name: 'access tokens', newest: sql.accessTokens.run },
  { name: 'breaks', newest: sql.breaks.run },
  { name: 'planned limit', newest: sql.plannedLimit.run },
  { name: 'ads', newest: sql.ads.run },
  { name: 'invited players', newest: sql.invitedPlayers.run },
  { name: 'corrections', newest: sql.corrections.run },
  { name: 'messages', newest: sql.messages.run },
];

/** Movements first, then the bets of each game, then what is the core's. */
export const storyLists = (games: readonly CausingGame[]): readonly StoryList[] => {
  const causes = listCauses(games);
  const moving = { lists: causes.map(({ list }) => list), kinds: causes.map(({ kind }) => kind) };
  return [
    { name: 'movements', newest: (query, of) => sql.movements.run(query, { ...of, ...moving }) },
    ...games
      .flatMap(({ lists }) => lists)
      .map((list): StoryList => ({
        name: list,
        newest: (query, of) => sql.gameRows.run(query, { ...of, list }),
      })),
    ...coreLists,
  ];
};
