/** One process of the site: HTTP, sockets and the director over the parts, started and stopped in the right order. */
import { join } from 'node:path';
import type { GamesConfig } from '@fairground/contract/config';
import type { VoidRound } from '@fairground/game-kit/server';
import { readPosts } from '../content/blog/post-files.ts';
import { createCleaning } from '../director/cleaning.ts';
import { startDirector } from '../director/director.ts';
import { readRestore } from '../fairness/chains/service.ts';
import { downloads } from '../fairness/dumps/routes.ts';
import { logFiles } from '../fairness/log/routes.ts';
import { sessionCookieName } from '../http/caller.ts';
import { healthRoutes } from '../http/health.ts';
import { listen } from '../http/listen.ts';
import { measureRequests, serveMetricsAlone, serveMetricsOnMainPort } from '../http/metrics-endpoint.ts';
import { playerTurns } from '../http/player-turns.ts';
import { sendProblem } from '../http/problem.ts';
import { securityLog } from '../http/security-events.ts';
import { securityTxt } from '../http/security-txt.ts';
import { identityHook } from '../identity/sign-in/identity-hook.ts';
import { createEndedSessionLookup } from '../identity/sign-in/session-lookup.ts';
import { tokenHook } from '../identity/tokens/token-hook.ts';
import { installPages } from '../pages/pages.ts';
import { findGamePictures } from '../pages/game-pictures.ts';
import { openPostPages } from '../pages/post-pages.ts';
import { openPrerenderer } from '../pages/prerenderer.ts';
import { watchBus } from '../platform/messaging/bus-watch.ts';
import { buildApp } from './build-app.ts';
import { wireConsole } from './console-part.ts';
import { openCore, type CoreOptions } from './core.ts';
import { configureGames } from './games.ts';
import { wireIdentity } from './identity-part.ts';
import { listParts, type PartsOptions } from './parts.ts';
import { openSockets } from './sockets.ts';

export interface SiteOptions extends CoreOptions, PartsOptions {
  /** Builds the pages where they are not built yet; absent serves the calls alone. */
  buildPages?: (() => Promise<{ bundleFolder: string; htmlFolder: string }>) | undefined;
}

const cleanEveryMs = 10 * 60_000;

export const startSite = async (options: SiteOptions) => {
  const { settings, log, clock } = options;
  const games = await configureGames(settings);
  const building = options.buildPages?.();
  // It is awaited below.
  building?.catch(() => undefined);
  const core = await openCore(options, games);
  const { database, gameModules, bus, metrics, closedGames, maintenance, siteUrl, allowedOrigins } = core;
  const identity = wireIdentity(core);
  const { auth, tokens, bots } = identity;
  const { parts, presence, stalls, clubLive, library, rounds, gamesConfig } = listParts(
    core,
    identity,
    games,
    options,
  );
  const pictures = await findGamePictures(gameModules);
  const sockets = openSockets(core, identity, parts, clubLive);
  const { gateway, messageScopes } = sockets;
  core.serve({ gateway });

  // While the pages are built: with the first start a process hashes for seconds, for the chains of its games.
  for (const part of parts) await part.load?.();
  const pages = await building;
  const postPages =
    pages &&
    (await openPostPages({
      posts: library.posts,
      // As the build read them just before.
      built: (await readPosts()).posts,
      openPrerenderer: () => openPrerenderer(join(pages.bundleFolder, 'private/prerender')),
      gamesConfig: gamesConfig.config as GamesConfig,
    }));
  await closedGames.load();
  await maintenance.load();
  const restore = await readRestore(database.query, core.databaseClock.nowMs);

  let serving = false;
  const staffConsole = wireConsole({
    ...core,
    mailer: core.directMailer,
    // Guesses of the staff's passwords are counted on a site without limits too.
    limiter: core.fixedLimiter,
    now: clock.now,
    closedGames: closedGames.list,
    maintenance: maintenance.current,
    failingGames: closedGames.failing,
    voidRounds: Object.assign({}, ...parts.map((part) => part.voidRounds)) as Record<string, VoidRound>,
    connected: presence.count,
    connections: gateway.connectionCount,
    messages: () => bus.state(),
  });
  const app = await buildApp({
    settings,
    log,
    clock,
    requestLimiter: core.requestLimiter,
    live: { pushes: gameModules.flatMap(({ live }) => (live ? [live.messages] : [])), messageScopes },
    guards: [staffConsole.guard],
    modules: [
      healthRoutes({
        isServing: () => serving,
        isDatabaseWritable: () => database.isWritable(),
        busState: () => bus.state(),
        isDirector: core.isDirector,
        closedGames: closedGames.failing,
        isInMaintenance: maintenance.isOn,
      }),
      ...parts.flatMap((part) => part.routes ?? []),
      staffConsole.routes,
    ],
    hooks: [
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
      logFiles(database.query),
      downloads(database.query, core.secondVerifier),
      pictures.routes,
      ...(settings.metricsPort === null ? [serveMetricsOnMainPort(metrics)] : []),
      pages && postPages
        ? async (outside) =>
            installPages(outside, {
              folder: pages.bundleFolder,
              htmlFolder: pages.htmlFolder,
              siteUrl,
              rounds,
              pictures,
              postPages,
              maintenance: maintenance.current,
              restore,
            })
        : (outside) => void outside.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found')),
    ],
  });

  // Only now, as the first steps of all engines would delay the routes.
  const director = startDirector({
    database,
    clock,
    log,
    holder: core.processName,
    engines: [
      ...parts.flatMap((part) => part.engines ?? []),
      createCleaning({
        rules: parts.flatMap((part) => part.cleaning ?? []),
        recordDeleted: metrics.recordDeletedRows,
      }),
    ],
    isPaused: maintenance.isOn,
    recordFailure: metrics.recordEngineFailure,
  });
  core.serve({ director });
  gateway.attach(app.server);
  presence.start();
  stalls.start();
  const cleaning = clock.setInterval(() => {
    void Promise.all([staffConsole.clean(), ...parts.map((part) => part.clean?.())]).catch((error: unknown) =>
      log.warn({ err: error }, 'old rows could not be cleared'),
    );
  }, cleanEveryMs);
  const busWatch = watchBus({ bus, clock, log, parts: [...parts, sockets] });
  database.refuseWhenSilent(clock);
  const { host, port, reusePort } = settings;
  const actualPort = await listen(app, { host, port, reusePort });
  core.listensOn(actualPort);
  const metricsServer =
    settings.metricsPort === null
      ? undefined
      : await serveMetricsAlone(metrics, { host: settings.metricsHost, port: settings.metricsPort }, log);
  serving = true;

  return {
    app,
    url: siteUrl(),
    port: actualPort,
    /** What a test watches. */
    core,
    auth,
    /** A one-time link that opens the first account of the console; undefined where there is or was one. */
    createFirstAccountLink: staffConsole.createFirstAccountLink,
    async stop() {
      serving = false;
      cleaning.cancel();
      busWatch.cancel();
      presence.stop();
      closedGames.stop();
      maintenance.stop();
      for (const part of parts) part.stop?.();
      await Promise.all([director.stop(), gateway.shutdown()]);
      await app.close();
      metricsServer?.close();
      await auth.settled();
      core.databaseClock.stop();
      core.mailer.close();
      await core.beaconVerifier.stop();
      core.requestLimiter?.stop();
      core.sharedCounts?.close();
      await bus.close();
      await core.siteDatabase.stop();
    },
  };
};

export type Site = Awaited<ReturnType<typeof startSite>>;
