/** The server part of an instant game: all of it but its views follows from the game's rules. */
import type { AnyInstantGame } from '../../shared/instant/index.ts';
import type { GameAchievements } from '../achievements.ts';
import { defineGame, type GameModule } from '../define-game.ts';
import { createPlayerSeeds } from '../player-seeds.ts';
import { instantChecks } from './audit.ts';
import { createInstantBets } from './bets.ts';
import { composeBets } from './composed-bets.ts';
import { createEndedBets, type RoundCatalogues } from './ended-bets.ts';
import { instantRoutes } from './routes.ts';
import type { BetTable } from './table.ts';

export interface InstantServer {
  /** Under games/. The game's name, account, transfer kinds and table follow from it. */
  folder: string;
  texts: RoundCatalogues;
  /** What one bet is called, in the audit. */
  bet?: string;
  /** What the bets are called in the export and in `views.sql`; `IDBets` by default. */
  list?: string;
  /** The table of the bets; `FOLDER_bet` by default. */
  table?: string;
  achievements?: GameAchievements;
}

/** With its table, for the tests of all instant games. */
export interface InstantModule extends GameModule {
  table: string;
}

export const serveInstantGame = (game: AnyInstantGame, server: InstantServer): InstantModule => {
  const { folder, texts, bet = 'bet', list = `${game.id}Bets`, achievements } = server;
  const prefix = folder.replaceAll('-', '_');
  const title = folder
    .replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`)
    .trim();
  const { table = `${prefix}_bet` } = server;
  const bets: BetTable = { game, folder, prefix, table, noun: `${title} ${bet}` };
  const sql = composeBets(bets);
  const served = defineGame({
    id: game.id,
    folder,
    ledger: { prefix },
    settings: () => ({}),
    config: { schema: game.configSchema, value: () => game.config },
    stakes: { noun: bets.noun },
    ...(achievements && { achievements }),
    audit: instantChecks({ ...bets, sql }),
    lists: [list],
    statements: Object.values(sql),
    create(deps) {
      const placed = createInstantBets({ ...deps, seeds: createPlayerSeeds(deps) }, { game, sql });
      return {
        routes: instantRoutes(game, { title, bets: placed }),
        rounds: createEndedBets(bets, { bets: placed, texts }),
      };
    },
  });
  return Object.assign(served, { table });
};
