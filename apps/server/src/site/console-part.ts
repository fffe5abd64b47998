/** The console of the staff, wired: its guard, its calls, and what is cleared. */
import type { GameModule, VoidRound } from '@fairground/game-kit/server';
import { consoleGuard } from '../staff/console/console-hook.ts';
import { consoleRoutes } from '../staff/console/console-routes.ts';
import { consoleGamesRoutes } from '../staff/console/games/games-routes.ts';
import { createConsoleGamesService } from '../staff/console/games/service.ts';
import { inboxRoutes } from '../staff/console/inbox/inbox-routes.ts';
import { createInboxService, type InboxDeps } from '../staff/console/inbox/service.ts';
import { invitationsRoutes } from '../staff/console/invitations/invitations-routes.ts';
import { logRoutes } from '../staff/console/log/log-routes.ts';
import { maintenanceRoutes } from '../staff/console/maintenance/maintenance-routes.ts';
import { newsletterRoutes } from '../staff/console/newsletter/newsletter-routes.ts';
import { nowRoutes } from '../staff/console/now/now-routes.ts';
import { createNowService, type NowDeps } from '../staff/console/now/service.ts';
import { consolePlayersRoutes } from '../staff/console/players/players-routes.ts';
import { createConsolePlayersService } from '../staff/console/players/service.ts';
import { storyLists } from '../staff/console/players/story.ts';
import { requestsRoutes } from '../staff/console/requests/requests-routes.ts';
import { createRequestsService } from '../staff/console/requests/service.ts';
import { createFirstAccount, createFirstAccountLink } from '../staff/console/staff/first-account.ts';
import { createStaffPasskeys, type StaffPasskeysDeps } from '../staff/console/staff/passkeys.ts';
import { createStaffService, type StaffServiceDeps } from '../staff/console/staff/service.ts';
import { staffRoutes } from '../staff/console/staff/staff-routes.ts';
import { staffCookieName } from '../http/caller.ts';
import { createAddressList } from '../http/client-address.ts';
import type { Log } from '../platform/logger.ts';
import type { LastingActs } from '../identity/lasting-acts/service.ts';
import type { Settings } from '../platform/settings.ts';

export interface ConsoleDeps
  extends
    Omit<StaffServiceDeps, 'passkeys'>,
    Omit<StaffPasskeysDeps, 'log'>,
    Omit<InboxDeps, 'database' | 'log'>,
    Omit<NowDeps, 'database' | 'games' | 'nameOf' | 'openRequests'> {
  log: Pick<Log, 'error' | 'warn'> & StaffPasskeysDeps['log'];
  gameModules: readonly GameModule[];
  lastingActs: LastingActs;
  failingGames: () => readonly string[];
  /** By the wire id of each game whose rounds can be void. */
  voidRounds: Readonly<Record<string, VoidRound>>;
  settings: Pick<Settings, 'consoleAddresses' | 'consoleCorrectionLimit' | 'registration'>;
  siteUrl: () => string;
  allowedOrigins: () => ReadonlySet<string>;
}

export const wireConsole = (deps: ConsoleDeps) => {
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
    nameOf: games.nameOf,
  });
  const players = createConsolePlayersService({
    database,
    lists: storyLists(deps.gameModules),
    lastingActs: deps.lastingActs,
  });
  return {
    guard: consoleGuard({
      staff,
      isAllowedAddress: createAddressList(settings.consoleAddresses),
      cookieName: () => staffCookieName(siteUrl()),
      allowedOrigins: deps.allowedOrigins,
    }),
    routes: consoleRoutes([
      staffRoutes(staff, passkeys, createFirstAccount(deps), siteUrl),
      nowRoutes(
        createNowService({
          ...deps,
          games: deps.gameModules.map(({ id }) => id),
          nameOf: games.nameOf,
          openRequests: requests.countOpen,
        }),
      ),
      maintenanceRoutes(database),
      consoleGamesRoutes(games, requests),
      consolePlayersRoutes(players, requests),
      requestsRoutes(requests),
      inboxRoutes(createInboxService(deps)),
      invitationsRoutes({ ...deps, registration: settings.registration }),
      newsletterRoutes(database, siteUrl),
      logRoutes(database),
    ]),
    /** Undefined where there is or was an account. */
    async createFirstAccountLink(): Promise<string | undefined> {
      const path = await createFirstAccountLink(database, deps.entropy);
      return path && `${siteUrl()}${path}`;
    },
    clean: staff.deleteExpired,
  };
};
