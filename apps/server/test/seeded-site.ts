/**
 * A site as a process: `main.ts` with seeded entropy, so that its first forty rounds are short and none crashes
 * immediately, with short seed chains, and with passwords that are cheap to hash.
 */
import { startSite, type SiteOptions } from '../src/site/serve.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLogger } from '../src/platform/logger.ts';
import { readSettings } from '../src/platform/settings.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { seededEntropy } from './seeded-entropy.ts';

/** Found by search. The first bytes drawn are the seed and the salt of the first chain, which its length shapes too. */
const seed = 'browser-tests-582';
const chainLinks = 512;

/** Without pages it serves calls alone. */
export const startSeededSite = async (buildPages?: SiteOptions['buildPages']): Promise<void> => {
  const settings = readSettings(process.env);
  const site = await startSite({
    settings,
    log: createLogger(settings.logLevel),
    clock: systemClock,
    entropy: seededEntropy(seed),
    chainLinks,
    passwords: cheapPasswords(),
    buildPages,
  });
  console.log(`Fairground is open at ${site.url}`);
  process.on('SIGTERM', () => {
    void site.stop().then(() => process.exit(0));
  });
};
