/** Start-up and shutdown of one process of the site. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSiteDatabase } from './site/site-database.ts';
import { systemClock } from './platform/clock.ts';
import { systemEntropy } from './platform/entropy.ts';
import { createLogger } from './platform/logger.ts';
import { watchOpenFiles } from './platform/open-files.ts';
import { plainLine } from './platform/plain-error.ts';
import { requireFreePort } from './platform/port.ts';
import { readSettings } from './platform/settings.ts';

/** A drain that takes longer than this is cut off. */
const drainWithinMs = 9_500;

const stopWithLine = (error: unknown): never => {
  console.error(plainLine(error) ?? error);
  process.exit(1);
};

const run = async () => {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  if (!settings.rateLimits) log.warn('RATE_LIMITS=off: request limits are lifted, for load tests only');
  // A start may build the pages first, which takes a minute.
  const { host, port, reusePort, metricsHost, metricsPort } = settings;
  await requireFreePort({ host, port, reusePort });
  if (metricsPort !== null) await requireFreePort({ host: metricsHost, port: metricsPort }, 'METRICS_PORT');
  watchOpenFiles({ clock: systemClock, log });
  const database = openSiteDatabase(settings, log);
  // A failure is reported where the database is awaited.
  database.catch(() => undefined);
  // By the end of this turn the embedded server was launched. It starts while this process loads the modules of the
  // site, which takes longer and leaves no time for anything else.
  await nextTurn();
  const { startSite } = await import('./site/serve.ts');
  const { buildWeb, finishBundle } = await import('../../web/build/build-web.ts');
  const site = await startSite({
    settings,
    log,
    clock: systemClock,
    entropy: systemEntropy,
    database,
    buildPages: () => buildWeb({ log: (line) => log.info(line) }),
  });
  log.info(`Fairground is open at ${site.url}`);
  finishBundle({ log: (line) => log.info(line) }).catch((error: unknown) =>
    log.warn({ err: error }, 'the files of the pages stay larger than they need to be'),
  );
  site.createFirstAccountLink().then(
    (link) => link && log.warn(`The console has no account yet. Open the first one within a day: ${link}`),
    (error: unknown) => log.warn({ err: error }, 'no link for the first account of the console was made'),
  );

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'closing');
    systemClock.setTimeout(() => process.exit(1), drainWithinMs);
    void site.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the site did not close cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

await run().catch(stopWithLine);
