/** The parts of the site, in one list: whatever has calls, engines, live messages or old rows to delete. */
import { presenceTopic } from '@fairground/contract/presence';
import { stallsTopic } from '@fairground/contract/stalls';
import type { ConfiguredGame } from '@fairground/game-kit/server';
import { blogFolders } from '../content/blog/post-files.ts';
import { createPostLibrary } from '../content/blog/post-library.ts';
import { fairnessRoutes } from '../fairness/chains/routes.ts';
import { createLedgerHeads } from '../fairness/heads/ledger-heads.ts';
import { ledgerHeadRoutes } from '../fairness/heads/routes.ts';
import { clientErrorRoutes } from '../http/client-errors.ts';
import { roundsRoutes } from '../pages/rounds/routes.ts';
import { createLargeWins } from '../pages/rounds/large-wins.ts';
import { createRoundsService } from '../pages/rounds/service.ts';
import { createAchievementsService } from '../players/achievements/service.ts';
import type { ReadMembersBets } from '../players/clubs/live.ts';
import { visibilityRoutes } from '../players/hidden-names/routes.ts';
import { createVisibilityService } from '../players/hidden-names/service.ts';
import { playersRoutes } from '../players/profile/routes.ts';
import { createPlayersService } from '../players/profile/service.ts';
import { createLines } from '../realtime/lines.ts';
import { createPresence } from '../realtime/presence.ts';
import { createStalls } from '../realtime/stalls.ts';
import { wireAds } from './ads-part.ts';
import { openClubLive, wireClubs } from './clubs-part.ts';
import { wireContent } from './content-part.ts';
import { maintenanceEvent, type Core } from './core.ts';
import { playersChangedEvent } from './events.ts';
import { gamesRoutes, toGamesConfig } from './games-config.ts';
import { wireGame } from './games.ts';
import type { Identity } from './identity-part.ts';
import { wireLog } from './log-part.ts';
import { wireNotices } from './notices-part.ts';
import { wirePeople } from './people-part.ts';
import { profileHandler } from './profile-handler.ts';
import { wireSeeds } from './seeds-part.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export interface PartsOptions {
  chainLinks?: number | undefined;
  allowsPrivatePushes?: boolean | undefined;
}

export const listParts = (
  core: Core,
  { auth, bots, parts: identityParts }: Identity,
  games: readonly ConfiguredGame[],
  { chainLinks, allowsPrivatePushes = false }: PartsOptions,
) => {
  const { database, settings, log, events, gameModules, metrics, maintenance, closedGames } = core;
  const { query } = database;
  const visibility = createVisibilityService({ database, bus: events });
  // In this process alone: what engines settle concerns other engines, and the director runs them all.
  const settledListeners: PartDeps['betsSettled'][] = [];
  const clubTables = new Map<string, ReadMembersBets>();
  const clubLive = openClubLive(core, clubTables);
  const deps: PartDeps = {
    ...core,
    bus: events,
    limiter: core.fixedLimiter,
    isAlone: settings.valkeyUrl === null,
    databaseNowMs: core.databaseClock.nowMs,
    chainLinks,
    isGameClosed: (game) => maintenance.isOn() || closedGames.has(game),
    hidesName: visibility.hidesName,
    isBot: bots.isBot,
    recordBet: (game, result) => metrics.recordBet(game, result),
    lines: createLines({
      ...core,
      bus: events,
      process: core.processName,
      isAlone: settings.valkeyUrl === null,
      hasPlayer: (playerId) => core.gateway().hasPlayer(playerId),
    }),
    sendToClub: clubLive.sendSign,
    sparseConnections: (topic) => core.gateway().sparseConnections(topic),
    playersChanged: (ids) => {
      if (ids.length > 0) events.publish(playersChangedEvent, { playerIds: ids.map(String) });
    },
    betsSettled: (ids) => {
      for (const listener of settledListeners) listener(ids);
    },
  };
  const presence = createPresence({
    clock: core.clock,
    bus: events,
    process: core.processName,
    connected: () => core.gateway().connected(),
    here() {
      const live = gameModules.flatMap((game) => (game.live ? [[game.id, game.live.topic] as const] : []));
      const counts = core.gateway().followers(live.map(([, topic]) => topic));
      return Object.fromEntries(live.map(([id], at) => [id, counts[at] ?? 0]));
    },
    publish: (event) => core.publish(presenceTopic, event),
  });
  const achievements = createAchievementsService(database, gameModules);
  const library = createPostLibrary({ folders: blogFolders(settings), clock: core.clock, log });
  const gamesConfig = toGamesConfig(settings, games);
  const gameParts = games.map((game) => wireGame(game, deps));
  for (const { membersBets } of gameParts) {
    for (const [game, read] of Object.entries(membersBets ?? {})) clubTables.set(game, read);
  }
  const rounds = createRoundsService(
    gameParts.flatMap((part) => part.rounds ?? []),
    database,
  );
  const largeWins = createLargeWins({
    query,
    clock: core.clock,
    games: new Map(gameModules.flatMap(({ id, folder, stakes }) => (stakes ? [[folder, id]] : []))),
    isOver: async (game, round) => (await rounds.find(game, round)) !== undefined,
    warn: (error) => log.warn({ err: error }, 'the newest large wins could not be read'),
  });
  const stalls = createStalls({
    clock: core.clock,
    games: new Map(gameParts.flatMap((part) => Object.entries(part.stalls ?? {}))),
    here: presence.here,
    wins: largeWins.current,
    followers: () => deps.sparseConnections(stallsTopic),
    publish: (event) => core.publish(stallsTopic, event),
  });
  const players = createPlayersService({
    ...core,
    rounds,
    findAchievements: achievements.findReached,
    mails: auth.mails,
    reauthenticate: auth.reauthenticate,
    ticketCounts: gameModules.flatMap(({ countTickets }) => countTickets ?? []),
  });
  const parts: readonly SitePart[] = [
    { routes: clientErrorRoutes({ ...core, recordClientError: () => metrics.recordClientError() }) },
    {
      routes: gamesRoutes(gamesConfig, () => {
        const current = maintenance.current();
        const withoutBeacon = closedGames.withoutBeacon();
        const closed = current === null ? [...closedGames.list()] : gameModules.map(({ id }) => id);
        return {
          games: closed,
          ...(withoutBeacon.length > 0 && { withoutBeacon: [...withoutBeacon] }),
          ...(current !== null && { maintenance: current }),
        };
      }),
    },
    ...identityParts,
    {
      routes: playersRoutes(players, core.siteUrl),
      handlers: { userProfile: profileHandler(players) },
      messageScopes: { userProfile: 'read' },
    },
    { routes: roundsRoutes(rounds) },
    wireAds(deps),
    wireClubs(core, deps, clubLive, presence),
    wireSeeds(deps, gameModules, core.limiter),
    ...gameParts,
    ...wirePeople(deps, gameModules, {
      ...core,
      auth,
      achievements,
      recordStaffAct: () => metrics.recordSecurityEvent('staff', 'ok'),
      onBetsSettled: (listener) => void settledListeners.push(listener),
    }),
    wireNotices(deps, gameModules, {
      ...core,
      mailer: core.bulkMailer,
      askedMailer: core.directMailer,
      reserveMails: core.reserveNoticeMails,
      secret: core.closingKey,
      hasPlayer: (playerId) => core.gateway().hasPlayer(playerId),
      push: (playerId, event) => core.gateway().pushToPlayer(playerId, event),
      recordDelivery: metrics.recordDelivery,
      allowsPrivate: allowsPrivatePushes,
    }),
    { routes: fairnessRoutes(query) },
    { routes: ledgerHeadRoutes(query), engines: [createLedgerHeads({ database, log })] },
    wireLog(core),
    {
      topicState: {
        [presenceTopic]: () => {
          const current = maintenance.current();
          return [...presence.state(), ...(current === null ? [] : [maintenanceEvent(current)])];
        },
      },
    },
    { topicState: stalls.topicState, stop: stalls.stop },
    { routes: visibilityRoutes(visibility), load: visibility.load, refresh: visibility.load },
    ...wireContent(deps, { ...core, library }),
  ];
  return { parts, presence, stalls, clubLive, library, rounds, gamesConfig };
};
