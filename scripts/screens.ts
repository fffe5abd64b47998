/**
 * `npm run screens [-- PART …]`: pictures of every page of a site with a month of play, at three widths, by night and
 * by day, into screens/. Parts are `public`, `player` and `console`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { withDatabase } from '../apps/server/src/staff/commands/command.ts';
import { createStaffAccounts } from '../apps/server/src/staff/console/staff/accounts.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createPasswords } from '../apps/server/src/platform/secrets/passwords.ts';
import { createSeal, readSealKey } from '../apps/server/src/platform/secrets/seal.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';
import { codeOf } from '../apps/server/test/one-time-codes.ts';
import { PlayerClient, until } from '../apps/server/test/player-client.ts';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { gamePages } from '../games/test/sweeps.ts';
import { launchChromium } from './chromium.ts';
import { demoPassword, fillWithPlay } from './demo.ts';

interface Site {
  url: string;
  dataDir: string;
}

interface Part {
  /** Signs in, and makes what the addresses name. */
  prepare(context: BrowserContext, site: Site): Promise<Record<string, string>>;
  /** With names of what `prepare` returns in braces. */
  addresses: readonly string[];
}

const username = 'alice';

/** A round of Aviator that has ended. */
const findRound = async ({ url }: Site): Promise<string> => {
  const player = new PlayerClient(url, 'cleo_lantern');
  await player.register();
  let round: string | undefined;
  await until('a round has ended', async () => {
    const { body } = await player.call<{ id: string }[]>('GET', '/aviator/globalHistory');
    round = body[0]?.id;
    return round !== undefined;
  });
  return round ?? '';
};

const signInPlayer = async (context: BrowserContext, { url }: Site): Promise<void> => {
  const response = await context.request.post('/api/auth/login', {
    data: { identifier: username, password: demoPassword },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(await response.text());
};

const signInStaff = async (context: BrowserContext, { url, dataDir }: Site): Promise<void> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  const name = 'operator';
  const { password, secret } = await withDatabase(readSettings({ DATA_DIR: dataDir }), async (database) => {
    const passwords = createPasswords({});
    const accounts = createStaffAccounts({
      database,
      entropy: systemEntropy,
      passwords,
      seal: createSeal(key),
    });
    const added = await accounts.add(name, 'operator');
    if (!added.ok) throw new Error(`${name} is taken`);
    return added.value;
  });
  const response = await context.request.post('/api/console/sign-in', {
    data: { name, password, code: codeOf(secret, Date.now()) },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(await response.text());
};

/** A message, with its address, and that of a player. */
const fillConsole = async (context: BrowserContext, { url }: Site): Promise<Record<string, string>> => {
  const player = new PlayerClient(url, 'bea_lantern');
  await player.register();
  await context.request.post('/api/contactus/create', {
    data: {
      name: 'Bea',
      email: 'bea@example.org',
      title: 'A cash-out that does not show',
      description: 'I took 12 coins at 1.84x in the round before last, and the page shows a loss.',
    },
    headers: { origin: url },
  });
  const page = await context.newPage();
  await page.goto('/console/contact');
  await page.getByRole('link', { name: 'A cash-out that does not show' }).first().click();
  await page.getByRole('heading', { name: 'Answer by mail' }).waitFor();
  const message = new URL(page.url()).pathname;
  await page.close();
  return { message, player: `/console/players/${player.user?.id}` };
};

const parts: Readonly<Record<string, Part>> = {
  public: {
    prepare: async (_context, site) => ({ round: await findRound(site) }),
    addresses: [
      '/',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
      '/fairness',
      '/fairness/monitor',
      '/rounds/aviator/{round}',
      '/embed/aviator/{round}',
      '/how-to-play',
      '/lab',
      '/about-us',
      '/privacy-policy',
      '/terms-of-service',
      '/blog',
      '/blog/what-each-bet-gives-back',
      '/faq',
      '/contact-us',
      '/developers',
      '/newsletter',
      '/confirm-email',
      '/confirm-new-email',
      '/notices',
      '/offline',
      '/no/such/stall',
    ],
  },
  player: {
    async prepare(context, site) {
      await signInPlayer(context, site);
      return {};
    },
    addresses: [
      '/games',
      ...gamePages.map(({ path }) => path),
      '/leaderboard',
      '/clubs',
      '/seasons',
      '/achievements',
      '/profile',
      '/profile/play',
      '/profile/security',
      '/profile/data',
      '/profile/notices',
      '/limits',
      '/fairness',
      `/user/${username}`,
      '/user/nobody_here',
    ],
  },
  console: {
    async prepare(context, site) {
      await signInStaff(context, site);
      return fillConsole(context, site);
    },
    addresses: [
      '/console',
      '/console/now',
      '/console/games',
      '/console/players',
      '{player}',
      '/console/requests',
      '/console/contact',
      '{message}',
      '/console/log',
      '/console/security',
    ],
  },
};

const folder = join(import.meta.dirname, '../screens');
const widths = [360, 768, 1440];
const themes = { night: 'dark', day: 'light' } as const;

const settled = async (page: Page): Promise<void> => {
  // A player's page has taken the place of its shell.
  await page.locator('.page-shell').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
};

/** `/rounds/aviator/7` by the address in the table, whatever was made: `rounds-aviator-round`. */
const nameOf = (address: string): string =>
  address.replaceAll(/[{}]/g, '').replaceAll('/', '-').replace(/^-/, '') || 'home';

const takePart = async (name: string, part: Part, site: Site): Promise<void> => {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
    const made = await part.prepare(context, site);
    const page = await context.newPage();
    for (const [theme, colorScheme] of Object.entries(themes)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
        console.error(`${name}: ${part.addresses.length} pages, ${width} pixels wide, by ${theme}`);
        for (const address of part.addresses) {
          await page.goto(address.replaceAll(/\{(\w+)\}/g, (_, key: string) => made[key] ?? ''));
          await settled(page);
          const file = `${name}-${nameOf(address)}-${width}-${theme}.png`;
          await page.screenshot({ path: join(folder, file), fullPage: true });
        }
      }
    }
  } finally {
    await browser.close();
  }
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}": choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const data = await makeDataDir();
await fillWithPlay(data.dataDir, { print: console.log });
const site = await startSiteProcess({ DATA_DIR: data.dataDir, AVIATOR_COUNTDOWN_MS: '1000' });
try {
  for (const name of chosen) {
    const part = parts[name];
    if (part) await takePart(name, part, { url: site.url, dataDir: data.dataDir });
  }
} finally {
  await site.end('SIGTERM');
  await data.remove();
}
console.log('The screenshots are in screens/.');
