/** The site of a filled database as a process, as main.ts serves it, without pages, which take long to build. */
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { systemEntropy } from '../../apps/server/src/platform/entropy.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { startSite } from '../../apps/server/src/site/serve.ts';

const settings = readSettings(process.env);
const log = createLogger(settings.logLevel);
const site = await startSite({ settings, log, clock: systemClock, entropy: systemEntropy });
console.log(`Fairground is open at ${site.url}`);
process.on('SIGTERM', () => {
  void site.stop().then(() => process.exit(0));
});
