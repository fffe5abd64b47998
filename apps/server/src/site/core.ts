/** What every part builds on: the database, the clocks, the bus, mail, limits, metrics. */
import { randomUUID } from 'node:crypto';
import type { Topic } from '@fairground/contract/live';
import type { Maintenance, MaintenanceData } from '@fairground/contract/maintenance';
import { presenceTopic } from '@fairground/contract/presence';
import type { User } from '@fairground/contract/user';
import { createReceipts, type ConfiguredGame } from '@fairground/game-kit/server';
import { loadMonitoredGames } from '@fairground/games/proof-checkers';
import type { Logger } from 'pino';
import { createClosedGames } from '../director/closed-games.ts';
import type { Director } from '../director/director.ts';
import { createMaintenanceWatch } from '../director/maintenance.ts';
import { openBeacon } from '../fairness/beacon/service.ts';
import { createBeaconVerifier } from '../fairness/beacon/verifier.ts';
import { openSeedKey } from '../fairness/chains/seed-key.ts';
import { isPublishedBefore } from '../fairness/log/published.ts';
import { readSecondVerifier } from '../fairness/dumps/second-verifier.ts';
import { openSigningKey } from '../fairness/log/signing-key.ts';
import { createLastingActs } from '../identity/lasting-acts/service.ts';
import { createRequestLimiter } from '../http/request-limiter.ts';
import { securityEvents, securityResults } from '../http/security-events.ts';
import { createAttemptLimiter, createSharedAttemptLimiter, noLimiter } from '../platform/attempt-limiter.ts';
import type { Clock } from '../platform/clock.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import type { DatabaseLimits } from '../platform/database/database.ts';
import type { Entropy } from '../platform/entropy.ts';
import { createMailRate } from '../platform/mail/mail-rate.ts';
import { countMails, createMailer, type Mailer } from '../platform/mail/mailer.ts';
import { queueFailedMails } from '../players/notices/queued-mails.ts';
import { createInProcessBus } from '../platform/messaging/bus.ts';
import { createEventBus } from '../platform/messaging/event-bus.ts';
import { createAddressHash } from '../platform/secrets/address-hash.ts';
import { createPasswords, type Passwords } from '../platform/secrets/passwords.ts';
import type { Settings } from '../platform/settings.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Gateway } from '../realtime/gateway.ts';
import type { LiveEvent } from '../realtime/types.ts';
import { noticesChangedEvent, sessionEndedEvent, userChangedEvent } from './events.ts';
import { openSiteDatabase, type SiteDatabase } from './site-database.ts';
import { createFiguresReader } from './watched-figures.ts';
import { readRunning } from './running-play.ts';
import { readSiteName } from './sql/site-name.sql.ts';

export interface CoreOptions {
  settings: Settings;
  log: Logger;
  clock: Clock;
  entropy: Entropy;
  /** Hashing of passwords; the default costs what a site should pay. */
  passwords?: Passwords | undefined;
  /** Where mails go; by default where the settings say. */
  mailer?: Mailer | undefined;
  databaseLimits?: DatabaseLimits | undefined;
  /** Where it is being opened already; the site closes it. */
  database?: Promise<SiteDatabase> | undefined;
}

/** What is made of the parts, and reached by them through the core. */
export interface Served {
  gateway: Gateway;
  director: Director;
}

export const maintenanceEvent = (maintenance: Maintenance | null): LiveEvent => ({
  type: 'maintenance_response',
  payload: { success: true, data: { maintenance } satisfies MaintenanceData },
});

export type Core = Awaited<ReturnType<typeof openCore>>;

export const openCore = async (options: CoreOptions, games: readonly ConfiguredGame[]) => {
  const { settings, log, clock, entropy } = options;
  const gameModules = games.map(({ module }) => module);
  const siteDatabase = await (options.database ?? openSiteDatabase(settings, log, options.databaseLimits));
  const { database } = siteDatabase;
  const { seal, closingKey, signingKey } = await openKeys(database.query, settings.seedKeyFile).catch(
    async (error: unknown) => {
      await siteDatabase.stop();
      throw error;
    },
  );
  const databaseClock = await startDatabaseClock(database, clock);
  const beaconVerifier = createBeaconVerifier();
  const beacon = await openBeacon({
    database,
    clock,
    log,
    urls: settings.beaconUrls,
    chain: settings.beaconChain,
    verifier: beaconVerifier,
    isSealPublished: (game, source, beforeMs) =>
      isPublishedBefore(database.query, { kind: 'seal', game, source }, new Date(beforeMs)),
  });

  const { valkeyUrl } = settings;
  const valkey =
    valkeyUrl === null
      ? undefined
      : {
          url: valkeyUrl,
          site: (await readSiteName.first(database.query))?.name,
          ...(await valkeyParts()),
        };
  const bus = valkey
    ? valkey.createValkeyBus({ url: valkey.url, site: valkey.site, log, clock })
    : createInProcessBus(log);
  const sharedCounts = settings.rateLimits && valkey ? valkey.createSharedCounts(valkey.url, log) : null;
  const createLimiter = () => {
    const own = createAttemptLimiter(clock);
    return sharedCounts === null ? own : createSharedAttemptLimiter(own, sharedCounts);
  };

  const served: Partial<Served> = {};
  const gateway = (): Gateway => {
    if (!served.gateway) throw new Error('sockets are not served yet');
    return served.gateway;
  };
  const isDirector = (): boolean => served.director?.isLeading() === true;
  const processName = randomUUID();
  const readFigures = createFiguresReader(database, gameModules);
  const closedGames = createClosedGames({ database, clock, log });
  const maintenance = createMaintenanceWatch({
    database,
    clock,
    log,
    countRunning: async () =>
      (await readRunning(database.query, gameModules)).reduce((sum, row) => sum + Number(row.running), 0),
    changed: (current) => publish(presenceTopic, maintenanceEvent(current)),
  });
  const metrics = createMetrics({
    connectionCount: () => gateway().connectionCount(),
    busState: () => bus.state(),
    isDirector,
    closedGames: closedGames.failing,
    isInMaintenance: maintenance.isOn,
    securityEvents: { events: securityEvents, results: securityResults },
    pool: database.poolCounts,
    readDatabase: readFigures,
  });
  const publish = (topic: Topic, event: LiveEvent): void => {
    metrics.recordPush(topic);
    gateway().publish(topic, event);
  };
  const bulkMailer = countMails(options.mailer ?? createMailer({ ...settings, log }), metrics.recordMail);
  const mailRate = createMailRate({
    query: database.query,
    mailsPerMinute: settings.mailsPerMinute,
    log,
  });
  let port = settings.port;
  const siteUrl = (): string => settings.siteUrl(port);
  const directMailer = mailRate.counting(bulkMailer);
  const events = createEventBus({ bus, log, recordIgnored: metrics.recordIgnoredMessage });
  return {
    settings,
    log,
    clock,
    entropy,
    gameModules,
    siteDatabase,
    siteZone: siteDatabase.zone,
    database,
    databaseClock,
    seal,
    closingKey,
    signingKey,
    beacon,
    beaconVerifier,
    receipts: createReceipts(signingKey),
    secondVerifier: await readSecondVerifier(),
    monitored: await loadMonitoredGames(),
    hashAddress: createAddressHash(closingKey),
    lastingActs: createLastingActs({
      query: database.query,
      path: settings.lastingActsFile,
      closingKey,
    }),
    // Load tests, which disable the limits, use one address.
    passwords:
      options.passwords ?? createPasswords({ maxWaitingPerCaller: settings.rateLimits ? 64 : undefined }),
    bus,
    events,
    sharedCounts,
    /** Lifted by RATE_LIMITS=off. */
    limiter: settings.rateLimits ? createLimiter() : noLimiter,
    /** Limits that are never lifted: on actions of a player, and on guesses of staff passwords. */
    fixedLimiter: createLimiter(),
    requestLimiter: settings.rateLimits ? createRequestLimiter({ clock, shared: sharedCounts }) : null,
    processName,
    metrics,
    readFigures,
    closedGames,
    maintenance,
    /** To every socket of this process that subscribed to the topic. */
    publish,
    gateway,
    isDirector,
    /** For mails that may wait for others. */
    bulkMailer,
    /** For mails whose failure the caller shows or stores. */
    directMailer,
    /** For what somebody asked for: tried again for hours where the mail server does not take it now. */
    mailer: queueFailedMails(directMailer, { query: database.query, seal, siteUrl, log }),
    reserveNoticeMails: mailRate.reserveNotices,
    siteUrl,
    allowedOrigins: () => settings.allowedOrigins(port),
    listensOn: (actual: number) => void (port = actual),
    userChanged: (user: User) => events.publish(userChangedEvent, user),
    noticesChanged: (ids: readonly bigint[]) => {
      if (ids.length > 0) events.publish(noticesChangedEvent, { playerIds: ids.map(String) });
    },
    closeSession: (sessionId: bigint) => events.publish(sessionEndedEvent, { sessionId: String(sessionId) }),
    serve: (made: Partial<Served>) => void Object.assign(served, made),
  };
};

const openKeys = async (query: SiteDatabase['database']['query'], path: string) => {
  const keys = await openSeedKey({ query, path });
  return { ...keys, signingKey: await openSigningKey(query, keys.seal) };
};

/** The client of Valkey is a quarter of all modules, and only sites of several processes use it. */
const valkeyParts = async () => ({
  ...(await import('../platform/messaging/bus-valkey.ts')),
  ...(await import('../platform/messaging/shared-counts.ts')),
});
