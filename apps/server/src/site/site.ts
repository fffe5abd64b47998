/** One process of the site: every part made, wired to the others, started, and stopped in the right order. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { presenceTopic } from '@fairground/contract/presence';
import { closedGamesSchema, type ClosedGamesAnswer, type GamesConfig } from '@fairground/contract/config';
import type { Maintenance, MaintenanceData } from '@fairground/contract/maintenance';
import type { User } from '@fairground/contract/user';
import type { VoidRound } from '@fairground/game-kit/server';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { createCleaning } from '../director/cleaning.ts';
import { createReturnsEngine } from '../staff/console/games/returns/engine.ts';
import { createClosedGames } from '../director/closed-games.ts';
import { startDirector } from '../director/director.ts';
import { createMaintenanceWatch } from '../director/maintenance.ts';
import { deleteOldKeys } from '../ledger/commit-together.ts';
import { findUsers } from '../ledger/player-view.ts';
import { achievementReachedEvent } from '../players/achievements/events.ts';
import { createAchievementsService } from '../players/achievements/service.ts';
import { identityHook } from '../identity/sign-in/identity-hook.ts';
import { readCookie, sessionCookieName } from '../http/caller.ts';
import { authRoutes } from '../identity/sign-in/routes.ts';
import { createAuthService } from '../identity/sign-in/service.ts';
import { createEndedSessionLookup } from '../identity/sign-in/session-lookup.ts';
import { emailChangeRoutes } from '../identity/email-change/routes.ts';
import { createEmailChangeService } from '../identity/email-change/service.ts';
import { guestsRoutes } from '../identity/guests/routes.ts';
import { createGuestsService } from '../identity/guests/service.ts';
import { passkeyRoutes } from '../identity/second-factors/passkey-routes.ts';
import { createPasskeyConfirmations } from '../identity/second-factors/passkey-confirmations.ts';
import { createPasskeysService } from '../identity/second-factors/passkeys.ts';
import { secondFactorsRoutes } from '../identity/second-factors/routes.ts';
import { createSecondFactorsService } from '../identity/second-factors/service.ts';
import { playersRoutes } from '../players/profile/routes.ts';
import { wireConsole } from './console-part.ts';
import { createClosedList } from '../identity/closing/closed-list.ts';
import { fairnessRoutes } from '../fairness/chains/routes.ts';
import { openSeedKey } from '../fairness/chains/seed-key.ts';
import { createLedgerHeads } from '../fairness/heads/ledger-heads.ts';
import { ledgerHeadRoutes } from '../fairness/heads/routes.ts';
import { tokensRoutes } from '../identity/tokens/routes.ts';
import { createBots, createTokensService } from '../identity/tokens/service.ts';
import { tokenHook } from '../identity/tokens/token-hook.ts';
import { visibilityRoutes } from '../players/hidden-names/routes.ts';
import { createVisibilityService } from '../players/hidden-names/service.ts';
import { createPlayersService } from '../players/profile/service.ts';
import { createInProcessBus } from '../platform/messaging/bus.ts';
import { createEventBus } from '../platform/messaging/event-bus.ts';
import { createClientAddress } from '../http/client-address.ts';
import type { Clock } from '../platform/clock.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import type { DatabaseLimits } from '../platform/database/database.ts';
import type { Entropy } from '../platform/entropy.ts';
import { createMailRate } from '../platform/mail/mail-rate.ts';
import { countMails, createMailer } from '../platform/mail/mailer.ts';
import { traceRequests } from '../http/request-spans.ts';
import { createFiguresReader } from './watched-figures.ts';
import { createMetrics } from '../platform/telemetry/metrics.ts';
import { createAddressHash } from '../platform/secrets/address-hash.ts';
import { createAttemptLimiter, createSharedAttemptLimiter, noLimiter } from '../platform/attempt-limiter.ts';
import { createPasswords, type Passwords } from '../platform/secrets/passwords.ts';
import { sendProblem, toProblem } from '../http/problem.ts';
import type { RequestIdentity } from '../http/request-identity.ts';
import { securityLog } from '../http/security-events.ts';
import { securityTxt } from '../http/security-txt.ts';
import { createRequestLimiter } from '../http/request-limiter.ts';
import type { Settings } from '../platform/settings.ts';
import { createTally } from '../platform/messaging/tally.ts';
import { startTelemetry } from './telemetry-part.ts';
import { createGateway } from '../realtime/gateway.ts';
import { createPresence } from '../realtime/presence.ts';
import type { Handler, LiveEvent, MessageScopes, TopicState } from '../realtime/types.ts';
import { wireAds } from './ads-part.ts';
import { readRunning } from './composed-watch.ts';
import { buildApp } from './build-app.ts';
import { clientErrorRoutes } from '../http/client-errors.ts';
import { watchBus } from '../platform/messaging/bus-watch.ts';
import { wireContent } from './content-part.ts';
import { noticesChangedEvent, playersChangedEvent, sessionEndedEvent, userChangedEvent } from './events.ts';
import { configureGames, wireGame } from './games.ts';
import { toGamesConfig, type GamesAnswer } from './games-config.ts';
import { healthRoutes } from '../http/health.ts';
import { playerTurns } from '../http/player-turns.ts';
import { measureRequests, serveMetricsAlone, serveMetricsOnMainPort } from '../http/metrics-endpoint.ts';
import { createBlogService } from '../content/blog/service.ts';
import { createLivePosts, renderInThread } from '../pages/live-posts.ts';
import { readPosts } from '../content/blog/post-files.ts';
import { installPages } from '../pages/pages.ts';
import { pictureRoutes } from '../pages/rounds/picture-routes.ts';
import { createPictures, createPictureThread } from '../pages/rounds/pictures.ts';
import { roundsRoutes } from '../pages/rounds/routes.ts';
import { createRoundsService } from '../pages/rounds/service.ts';
import { wireNotices } from './notices-part.ts';
import { wirePeople } from './people-part.ts';
import { createPlayerPushes } from './player-pushes.ts';
import { openSiteDatabase, type SiteDatabase } from './site-database.ts';
import { wireSeeds } from './seeds-part.ts';
import { profileHandler } from './profile-handler.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export interface SiteOptions {
  settings: Settings;
  log: Logger;
  clock: Clock;
  entropy: Entropy;
  /** Builds the pages where they are not built yet; absent serves the calls alone. */
  buildPages?: (() => Promise<{ bundleFolder: string; htmlFolder: string }>) | undefined;
  /** Links of a new seed chain; the default lasts for months. */
  chainLinks?: number | undefined;
  /** Hashing of passwords; the default costs what a site should pay. */
  passwords?: Passwords | undefined;
  databaseLimits?: DatabaseLimits | undefined;
  /** For tests alone: push messages may go to private addresses. */
  allowsPrivatePushes?: boolean | undefined;
  /** Where it is being opened already; the site closes it. */
  database?: Promise<SiteDatabase> | undefined;
}

export interface Site {
  app: FastifyInstance;
  url: string;
  port: number;
  stop(): Promise<void>;
}

export const startSite = async (options: SiteOptions): Promise<Site> => {
  const { settings, log, clock, entropy } = options;
  const games = await configureGames(settings);
  const gameModules = games.map(({ module }) => module);
  const [siteDatabase, pages] = await Promise.all([
    options.database ?? openSiteDatabase(settings, log, options.databaseLimits),
    options.buildPages?.(),
  ]);
  const { database } = siteDatabase;
  const { query } = database;

  const { seal, closingKey } = await openSeedKey({
    query,
    path: settings.seedKeyFile,
  }).catch(async (error: unknown) => {
    await siteDatabase.stop();
    throw error;
  });
  const hashAddress = createAddressHash(closingKey);
  const databaseClock = await startDatabaseClock(database, clock);
  const bus =
    settings.valkeyUrl === null
      ? createInProcessBus(log)
      : (await valkeyParts()).createValkeyBus({ url: settings.valkeyUrl, log });
  // Load tests, which disable the limits, use one address.
  const maxWaitingPerCaller = settings.rateLimits ? 64 : undefined;
  const { passwords = createPasswords({ maxWaitingPerCaller }) } = options;
  const sharedCounts =
    settings.rateLimits && settings.valkeyUrl !== null
      ? (await valkeyParts()).createSharedCounts(settings.valkeyUrl)
      : null;
  const ownLimiter = createAttemptLimiter(clock);
  const limiter = !settings.rateLimits
    ? noLimiter
    : sharedCounts === null
      ? ownLimiter
      : createSharedAttemptLimiter(ownLimiter, sharedCounts);
  const tableLimiter = createAttemptLimiter(clock);
  const requestLimiter = settings.rateLimits ? createRequestLimiter({ clock, shared: sharedCounts }) : null;
  let serving = false;
  let actualPort = settings.port;
  const siteUrl = () => settings.siteUrl(actualPort);
  const allowedOrigins = () => settings.allowedOrigins(actualPort);

  const processName = randomUUID();
  const readFigures = createFiguresReader(database, gameModules);
  const metrics = createMetrics({
    connectionCount: () => gateway.connectionCount(),
    busState: () => bus.state(),
    isDirector: () => director.isLeading(),
    closedGames: () => closedGames.failing(),
    isInMaintenance: () => maintenance.isOn(),
    pool: database.poolCounts,
    readDatabase: readFigures,
  });
  const telemetry = await startTelemetry({ settings, instance: processName, metrics, clock, log });
  const bulkMailer = countMails(createMailer({ ...settings, log }), metrics.recordMail);
  const mailRate = createMailRate({ query, mailsPerMinute: settings.mailsPerMinute, log });
  const mailer = mailRate.counting(bulkMailer);
  const events = createEventBus({ bus, log, recordIgnored: metrics.recordIgnoredMessage });
  const tally = createTally({
    clock,
    bus: events,
    databaseNowMs: databaseClock.nowMs,
    process: processName,
    log,
  });
  const visibility = createVisibilityService({ database, bus: events });
  const userChanged = (user: User) => events.publish(userChangedEvent, user);
  const noticesChanged = (ids: readonly bigint[]) => {
    if (ids.length > 0) events.publish(noticesChangedEvent, { playerIds: ids.map(String) });
  };
  const closeSession = (sessionId: bigint) =>
    events.publish(sessionEndedEvent, { sessionId: String(sessionId) });

  const confirmations = createPasskeyConfirmations({
    database,
    entropy,
    limiter,
    log,
    siteUrl,
    allowedOrigins,
  });
  const auth = createAuthService({
    verifyPasskey: confirmations.verify,
    database,
    clock,
    entropy,
    passwords,
    mailer,
    limiter,
    hashAddress,
    log,
    now: clock.now,
    signupCoins: settings.signupCoins,
    registration: settings.registration,
    siteUrl,
    closeSession,
    userChanged,
    noticesChanged,
  });
  const bots = createBots({ database, bus: events, userChanged });
  const tokens = createTokensService({
    database,
    entropy,
    limiter,
    reauthenticate: auth.reauthenticate,
    mails: auth.mails,
    closeSession,
  });
  const guests = createGuestsService({
    database,
    entropy,
    passwords,
    limiter,
    hashAddress,
    auth,
    registration: settings.registration,
    guestsPerHour: settings.guestsPerHour,
    userChanged,
  });
  const secondFactors = createSecondFactorsService({
    database,
    entropy,
    seal,
    limiter,
    auth,
    now: clock.now,
  });
  const emailChange = createEmailChangeService({
    database,
    entropy,
    limiter,
    auth,
    closeSession,
    userChanged,
  });
  const passkeys = createPasskeysService({
    database,
    entropy,
    limiter,
    log,
    auth,
    siteUrl,
    allowedOrigins,
  });
  const achievements = createAchievementsService(database, gameModules);
  const players = createPlayersService({
    findAchievements: achievements.findReached,
    mails: auth.mails,
    reauthenticate: auth.reauthenticate,
    ticketCounts: gameModules.flatMap(({ ticketsOf }) => (ticketsOf ? [ticketsOf] : [])),
    database,
    passwords,
    limiter,
    closeSession,
    userChanged,
  });

  const toSocketIdentity = (identity: RequestIdentity | undefined) =>
    identity
      ? { ...identity, playerId: String(identity.playerId), sessionId: String(identity.sessionId) }
      : null;
  const closedGames = createClosedGames({ database, clock, log });
  const running = readRunning(gameModules);
  const maintenance = createMaintenanceWatch({
    database,
    clock,
    log,
    countRunning: async () =>
      (await running.run(query, {})).reduce((sum, row) => sum + Number(row.running), 0),
    changed: (current) => partDeps.publish(presenceTopic, maintenanceEvent(current)),
  });
  // In this process alone: what engines settle concerns other engines, and the director runs them all.
  const settledListeners: PartDeps['betsSettled'][] = [];
  const partDeps: PartDeps = {
    database,
    settings,
    log,
    clock,
    entropy,
    seal,
    bus: events,
    isAlone: settings.valkeyUrl === null,
    databaseNowMs: databaseClock.nowMs,
    chainLinks: options.chainLinks,
    isGameClosed: (game) => maintenance.isOn() || closedGames.has(game),
    tally,
    hidesName: visibility.hidesName,
    isBot: bots.isBot,
    limiter: sharedCounts === null ? tableLimiter : createSharedAttemptLimiter(tableLimiter, sharedCounts),
    refusalText: (code) => JSON.stringify(toProblem(code)),
    userChanged,
    recordBet: (game, result) => metrics.recordBet(game, result),
    publish: (topic, event) => {
      metrics.recordPush(topic);
      gateway.publish(topic, event);
    },
    sparseConnections: (topic) => gateway.sparseConnections(topic),
    playersChanged: (ids) => {
      if (ids.length > 0) events.publish(playersChangedEvent, { playerIds: ids.map(String) });
    },
    betsSettled: (ids) => {
      for (const listener of settledListeners) listener(ids);
    },
  };
  const presence = createPresence({
    tally,
    connected: () => gateway.connected(),
    publish: (event) => partDeps.publish(presenceTopic, event),
  });
  const blog = createBlogService(database, limiter);
  const parts: readonly SitePart[] = [
    wireAds(partDeps),
    wireSeeds(partDeps, gameModules, limiter),
    ...games.map((game) => wireGame(game, partDeps)),
    ...wirePeople(partDeps, gameModules, {
      auth,
      achievements,
      hashAddress,
      noticesChanged,
      recordStaffAct: () => metrics.recordSecurityEvent('staff', 'ok'),
      limiter,
      mailer,
      closeSession,
      closedList: createClosedList({ query, path: settings.closedAccountsFile, closingKey }),
      onBetsSettled: (listener) => void settledListeners.push(listener),
    }),
    wireNotices(partDeps, gameModules, {
      limiter,
      mailer: bulkMailer,
      reserveMails: mailRate.reserveNotices,
      siteUrl,
      secret: closingKey,
      noticesChanged,
      hasPlayer: (playerId) => gateway.hasPlayer(playerId),
      push: (playerId, event) => gateway.pushToPlayer(playerId, event),
      recordDelivery: metrics.recordDelivery,
      allowsPrivate: options.allowsPrivatePushes ?? false,
    }),
    { routes: fairnessRoutes(query) },
    { routes: ledgerHeadRoutes(query), engines: [createLedgerHeads({ database, log })] },
    { engines: [createReturnsEngine({ query, games: gameModules })] },
    {
      topicState: {
        [presenceTopic]: () => {
          const current = maintenance.current();
          return [...presence.state(), ...(current === null ? [] : [maintenanceEvent(current)])];
        },
      },
    },
    {
      routes: visibilityRoutes(visibility),
      load: visibility.load,
      refresh: visibility.load,
    },
    { routes: tokensRoutes(tokens), load: bots.load, refresh: bots.load, clean: tokens.deleteExpired },
    ...wireContent(partDeps, {
      blog,
      limiter,
      hashAddress,
      mailer,
      siteUrl,
    }),
  ];
  const rounds = createRoundsService(parts.flatMap((part) => part.rounds ?? []));
  const pictures = createPictures(createPictureThread());
  const messageScopes = Object.assign(
    { userProfile: 'read' },
    ...parts.map((part) => part.messageScopes),
  ) as MessageScopes;
  const gateway = createGateway({
    clock,
    log,
    settings,
    requestLimiter,
    addressOf: createClientAddress(settings.trustProxy),
    allowedOrigin: (origin) => allowedOrigins().has(origin),
    authenticate: {
      sessionToken: async (token) => toSocketIdentity(await auth.findSession(token)),
      socketToken: async (token) =>
        toSocketIdentity((await auth.findSocketIdentity(token)) ?? (await tokens.find(token))),
      liveSessions: async (ids) => {
        const live = await auth.findLiveSessions(ids.map(BigInt));
        return new Map([...live].map(([id, remainingMs]) => [String(id), remainingMs]));
      },
      cookie: (header) => readCookie(header, sessionCookieName(siteUrl())),
    },
    bus,
    handlers: Object.assign(
      { userProfile: profileHandler(players) },
      ...parts.map((part) => part.handlers),
    ) as Record<string, Handler>,
    messageScopes,
    programs: {
      admit: ({ sessionId, program }, scope) => tokens.admit({ sessionId, program }, scope),
      mark: bots.mark,
    },
    topicState: Object.assign({}, ...parts.map((part) => part.topicState)) as TopicState,
    pageConnected(playerId, version) {
      playerPushes.connected(playerId, version);
      for (const part of parts) part.pageConnected?.(playerId);
    },
  });

  const pushUser = (user: User) =>
    gateway.pushToPlayer(user.id, {
      type: 'updatedUser_response',
      payload: { success: true, data: { user } },
    });
  events.subscribe(userChangedEvent, pushUser);
  events.subscribe(achievementReachedEvent, ({ playerId, id }) =>
    gateway.pushToPlayer(playerId, {
      type: 'achievement_response',
      payload: { success: true, data: { id } },
    }),
  );
  events.subscribe(sessionEndedEvent, ({ sessionId }) => {
    auth.forgetSession(BigInt(sessionId));
    gateway.closeSession(sessionId);
  });
  const playerPushes = createPlayerPushes<User>({
    hasPlayer: gateway.hasPlayer,
    read: (ids) => findUsers(query, ids),
    push(user, known) {
      const version = known.get(user.id);
      if (version === undefined || user.version > version) pushUser(user);
    },
    failed: (error) => log.warn({ err: error }, 'pushing changed players failed'),
  });
  events.subscribe(playersChangedEvent, ({ playerIds }) => playerPushes.changed(playerIds));

  for (const part of parts) await part.load?.();
  const gamesConfig = toGamesConfig(settings, games);
  const livePosts = createLivePosts({
    clock,
    log,
    listRevisions: blog.listRevisions,
    listPosts: (language) => blog.list({ ...everyPost, language: language === 'en' ? null : language }),
    render: (paths, posts) =>
      renderInThread({
        from: join(pages?.bundleFolder ?? '', 'private/prerender'),
        paths,
        facts: { posts, gamesConfig: gamesConfig.config as GamesConfig },
      }),
  });
  if (pages) await livePosts.load();
  await closedGames.load();
  await maintenance.load();
  const health = healthRoutes({
    isServing: () => serving,
    isDatabaseWritable: () => database.isWritable(),
    busState: () => bus.state(),
    isDirector: () => director.isLeading(),
    closedGames: closedGames.failing,
    isInMaintenance: maintenance.isOn,
  });

  const staffConsole = wireConsole({
    database,
    entropy,
    passwords,
    seal,
    settings,
    // Guesses of the staff's passwords are counted on a site without limits too.
    limiter: partDeps.limiter,
    hashAddress,
    now: clock.now,
    siteUrl,
    allowedOrigins,
    mailer,
    log,
    clock,
    gameModules,
    closedGames: closedGames.list,
    maintenance: maintenance.current,
    failingGames: closedGames.failing,
    voidRounds: Object.assign({}, ...parts.map((part) => part.voidRounds)) as Record<string, VoidRound>,
    connected: presence.count,
    connections: () => gateway.connectionCount(),
    isDirector: () => director.isLeading(),
    messages: () => bus.state(),
    readFigures,
  });

  const app = await buildApp({
    settings,
    log,
    clock,
    requestLimiter,
    live: { pushes: gameModules.flatMap(({ live }) => (live ? [live.messages] : [])), messageScopes },
    guards: [staffConsole.guard],
    modules: [
      health,
      clientErrorRoutes({ limiter, log, recordClientError: () => metrics.recordClientError() }),
      gamesRoutes(gamesConfig, () => {
        const current = maintenance.current();
        if (current === null) return { games: [...closedGames.list()] };
        return { games: gameModules.map(({ id }) => id), maintenance: current };
      }),
      authRoutes(auth, siteUrl),
      guestsRoutes(guests, siteUrl),
      playersRoutes(players, siteUrl),
      emailChangeRoutes(emailChange),
      secondFactorsRoutes(secondFactors, siteUrl),
      passkeyRoutes(passkeys, confirmations, siteUrl),
      roundsRoutes(rounds),
      ...parts.flatMap((part) => part.routes ?? []),
      staffConsole.routes,
    ],
    hooks: [
      traceRequests,
      measureRequests(metrics, clock),
      securityLog({ log, clock, record: metrics.recordSecurityEvent }),
      identityHook({
        findSession: auth.findSession,
        recallSession: auth.recallSession,
        forgetSession: auth.forgetSession,
        findToken: tokens.find,
        findEnded: createEndedSessionLookup(database),
        clock,
        cookieName: () => sessionCookieName(siteUrl()),
        allowedOrigins,
      }),
      tokenHook({ admit: tokens.admit, mark: bots.mark }),
      playerTurns,
    ],
    outside: [
      securityTxt({ clock, siteUrl, operatorEmail: settings.operatorEmail }),
      pictureRoutes({ rounds, pictures }),
      ...(settings.metricsPort === null ? [serveMetricsOnMainPort(metrics)] : []),
      pages
        ? async (outside) =>
            installPages(outside, {
              folder: pages.bundleFolder,
              htmlFolder: pages.htmlFolder,
              siteUrl,
              rounds,
              livePosts,
              filePosts: await readPosts(),
            })
        : (outside) => void outside.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found')),
    ],
  });
  // Only now, as the first steps of all engines would delay the routes.
  const director = startDirector({
    database,
    clock,
    log,
    holder: processName,
    engines: [
      ...parts.flatMap((part) => part.engines ?? []),
      createCleaning({
        rules: [
          {
            name: 'answers',
            deleteBatch: (epoch, maxRows) => deleteOldKeys(query, epoch, maxRows),
          },
          ...parts.flatMap((part) => part.cleaning ?? []),
        ],
        recordDeleted: metrics.recordDeletedRows,
      }),
    ],
    isPaused: maintenance.isOn,
    recordFailure: metrics.recordEngineFailure,
  });
  gateway.attach(app.server);
  tally.start();
  const cleaning = clock.setInterval(() => {
    void Promise.all([
      auth.deleteExpired(),
      passkeys.deleteExpired(),
      confirmations.deleteExpired(),
      emailChange.deleteExpired(),
      staffConsole.clean(),
      ...parts.map((part) => part.clean?.()),
    ]).catch((error: unknown) => log.warn({ err: error }, 'old rows could not be cleared'));
  }, cleanEveryMs);

  const busWatch = watchBus({ bus, clock, log, parts });
  database.refuseWhenSilent(clock);
  const { host, port, reusePort } = settings;
  await app.listen({ host, port, ...(reusePort ? { reusePort } : {}) });
  actualPort = (app.server.address() as AddressInfo).port;
  const metricsServer =
    settings.metricsPort === null
      ? undefined
      : await serveMetricsAlone(metrics, { host: settings.metricsHost, port: settings.metricsPort }, log);
  serving = true;

  return {
    app,
    url: siteUrl(),
    port: actualPort,
    async stop() {
      serving = false;
      cleaning.cancel();
      busWatch.cancel();
      tally.stop();
      closedGames.stop();
      maintenance.stop();
      livePosts.stop();
      for (const part of parts) part.stop?.();
      await Promise.all([director.stop(), gateway.shutdown()]);
      await app.close();
      metricsServer?.close();
      await auth.settled();
      databaseClock.stop();
      mailer.close();
      await pictures.stop();
      requestLimiter?.stop();
      sharedCounts?.close();
      await bus.close();
      // The last metrics are read from the database.
      await telemetry?.stop();
      await siteDatabase.stop();
    },
  };
};

/** The client of Valkey is a quarter of all modules, and only sites of several processes use it. */
const valkeyParts = async () => ({
  ...(await import('../platform/messaging/bus-valkey.ts')),
  ...(await import('../platform/messaging/shared-counts.ts')),
});

const cleanEveryMs = 10 * 60_000;
/** As a visitor sees them. */
const everyPost = { limit: 10_000, before: null, tag: null, playerId: null };

const maintenanceEvent = (maintenance: Maintenance | null): LiveEvent => ({
  type: 'maintenance_response',
  payload: { success: true, data: { maintenance } satisfies MaintenanceData },
});

const gamesRoutes =
  ({ config, schema }: GamesAnswer, closedGames: () => ClosedGamesAnswer): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/games/config',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags: ['Games'],
          summary: 'Every figure of every game',
          response: { 200: schema },
        },
      },
      async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(config),
    );
    app.get(
      '/games/closed',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags: ['Games'],
          summary: 'The games that take no stakes for now',
          response: { 200: closedGamesSchema },
        },
      },
      closedGames,
    );
  };
