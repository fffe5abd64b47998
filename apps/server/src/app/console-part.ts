/** The console of the staff, wired: its guard, its calls, and what is cleared. */
import type { GameModule, VoidRound } from '@fairground/game-kit/server';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { consoleGuard } from '../console/console-hook.ts';
import { consoleRoutes } from '../console/console-routes.ts';
import { postsRoutes } from '../console/blog/posts-routes.ts';
import { createConsolePostsService } from '../console/blog/service.ts';
import { consoleGamesRoutes } from '../console/games/games-routes.ts';
import { createConsoleGamesService } from '../console/games/service.ts';
import { inboxRoutes } from '../console/inbox/inbox-routes.ts';
import { createInboxService, type InboxDeps } from '../console/inbox/service.ts';
import { logRoutes } from '../console/log/log-routes.ts';
import { maintenanceRoutes } from '../console/maintenance/maintenance-routes.ts';
import { newsletterRoutes } from '../console/newsletter/newsletter-routes.ts';
import { nowRoutes } from '../console/now/now-routes.ts';
import { createNowService, type NowDeps } from '../console/now/service.ts';
import { storyLists } from '../console/players/composed-story.ts';
import { consolePlayersRoutes } from '../console/players/players-routes.ts';
import { createConsolePlayersService } from '../console/players/service.ts';
import { requestsRoutes } from '../console/requests/requests-routes.ts';
import { createRequestsService } from '../console/requests/service.ts';
import { createStaffPasskeys, type StaffPasskeysDeps } from '../console/staff/passkeys.ts';
import { createStaffService, type StaffServiceDeps } from '../console/staff/service.ts';
import { staffRoutes } from '../console/staff/staff-routes.ts';
import { staffCookieName } from '../http/caller.ts';
import { createAddressList } from '../http/client-address.ts';
import type { Log } from '../platform/logger.ts';
import { readTags } from '../platform/post-files.ts';
import type { Settings } from '../platform/settings.ts';

export interface ConsolePart {
  guard: (app: FastifyInstance) => void;
  routes: FastifyPluginAsyncZod;
  clean(): Promise<void>;
}

export interface ConsoleDeps
  extends
    Omit<StaffServiceDeps, 'passkeys'>,
    Omit<StaffPasskeysDeps, 'log'>,
    Omit<InboxDeps, 'database' | 'log'>,
    Omit<NowDeps, 'database' | 'games' | 'openRequests'> {
  log: Pick<Log, 'error' | 'warn'> & StaffPasskeysDeps['log'];
  gameModules: readonly GameModule[];
  failingGames: () => readonly string[];
  /** By the wire id of each game whose rounds can be void. */
  voidRounds: Readonly<Record<string, VoidRound>>;
  settings: Pick<Settings, 'consoleAddresses' | 'consoleCorrectionLimit'>;
  siteUrl: () => string;
  allowedOrigins: () => ReadonlySet<string>;
}

export const wireConsole = (deps: ConsoleDeps): ConsolePart => {
  const { database, settings, siteUrl } = deps;
  const passkeys = createStaffPasskeys(deps);
  const staff = createStaffService({ ...deps, passkeys });
  const games = createConsoleGamesService({
    database,
    games: deps.gameModules,
    failingGames: deps.failingGames,
  });
  const requests = createRequestsService({
    database,
    correctionLimit: settings.consoleCorrectionLimit,
    voidRounds: deps.voidRounds,
    findRound: games.findRound,
  });
  const players = createConsolePlayersService(database, storyLists(deps.gameModules));
  return {
    guard: consoleGuard({
      staff,
      isAllowedAddress: createAddressList(settings.consoleAddresses),
      cookieName: () => staffCookieName(siteUrl()),
      allowedOrigins: deps.allowedOrigins,
    }),
    routes: consoleRoutes([
      staffRoutes(staff, passkeys, siteUrl),
      nowRoutes(
        createNowService({
          ...deps,
          games: deps.gameModules.map(({ id }) => id),
          openRequests: requests.countOpen,
        }),
      ),
      maintenanceRoutes(database),
      consoleGamesRoutes(games, requests),
      consolePlayersRoutes(players, requests),
      requestsRoutes(requests),
      inboxRoutes(createInboxService(deps)),
      newsletterRoutes(database, siteUrl),
      postsRoutes(createConsolePostsService({ database, readTags, now: deps.now })),
      logRoutes(database),
    ]),
    clean: staff.deleteExpired,
  };
};
