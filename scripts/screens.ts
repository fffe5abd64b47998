/** `npm run screens`: a picture of every page and state, at three widths, by night and by day, into screens/. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import {
  betIsActive,
  cashOut,
  countdown,
  crash,
  flight,
  longestFlightMs,
  placeBet,
} from '../e2e/aviator-steps.ts';
import {
  begin,
  cashOutButton,
  openMeadow,
  playAgainButton,
  playUntilGems,
  tab,
  turnUntilMine,
} from '../e2e/minefield-steps.ts';
import { freshDraw, lotteryPath, placeBidButton, punch, tickets } from '../e2e/lottery-steps.ts';
import { launchChromium } from './chromium.ts';
import { takeConsole } from './screens-console.ts';
import { takeContent } from './screens-content.ts';
import { takeGuests } from './screens-guests.ts';
import { takeMaintenance } from './screens-maintenance.ts';
import { takeNotices } from './screens-notices.ts';
import { takePeople } from './screens-people.ts';
import { takeReturns } from './screens-returns.ts';
import { takeRounds } from './screens-rounds.ts';
import { takeSecurity } from './screens-security.ts';
import { takeTokens } from './screens-tokens.ts';
import { startTablePlayers, takeTables } from './screens-tables.ts';

const folder = join(import.meta.dirname, '../screens');
const widths = [360, 768, 1440];
const themes = ['night', 'day'] as const;
type Theme = (typeof themes)[number];
const publicPaths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/blog',
  '/blog?search=wheel',
  '/blog/what-each-bet-gives-back',
  '/faq',
  '/lab',
  '/lab?game=aviator&rule=martingale&seed=7',
  '/contact-us',
  '/how-to-play',
  '/about-us',
  '/privacy-policy',
  '/terms-of-service',
  '/offline',
  '/developers',
  '/newsletter',
  '/confirm-email',
  '/confirm-new-email',
  '/notices',
  '/no/such/stall',
];
const seen = { timeout: longestFlightMs };

const nameOf = (path: string): string => (path === '/' ? 'home' : path.slice(1).replaceAll(/[/?=&]/g, '-'));

const settled = async (page: Page): Promise<void> => {
  // A player's page has taken the place of its shell, and the header shows the player.
  await page.locator('.page-shell').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const sites: PicturedSite[] = [];
try {
  // Both themes at once, since most of the time is spent waiting for draws, each on its own site, so that no picture shows
  // the bets of the other theme.
  const views: (() => Promise<void>)[] = [];
  for (const theme of themes) {
    const site = await startPicturedSite();
    sites.push(site);
    views.push(() => takeTheme(site, theme));
  }
  await Promise.all(views.map((takeViews) => takeViews()));
} finally {
  await browser.close();
  for (const site of sites) await site.end();
}
console.log('the pictures are in screens/');

interface PicturedSite {
  url: string;
  dataDir: string;
  end: () => Promise<void>;
}

async function startPicturedSite(): Promise<PicturedSite> {
  const data = await makeDataDir();
  const site = await startSiteProcess({
    DATA_DIR: data.dataDir,
    AD_SECONDS: '2',
    DOUBLE_TROUBLE_INTERVAL_MS: '8000',
    LOTTERY_DRAW_CRON: '*/30 * * * * *',
    LOTTERY_CLOSE_MS: '8000',
  });
  return {
    url: site.url,
    dataDir: data.dataDir,
    async end() {
      await site.end('SIGTERM');
      await data.remove();
    },
  };
}

async function takeTheme({ url: siteUrl, dataDir }: PicturedSite, theme: Theme): Promise<void> {
  for (const width of widths) await takeView({ siteUrl, width, theme });
  for (const width of widths) {
    const { context, page, take } = await openView({ siteUrl, width, theme });
    await takeConsole(page, take, { url: siteUrl, dataDir, name: String(width) });
    await takeContent(page, take, { url: siteUrl, dataDir, name: `editor-${width}` });
    await context.close();
  }
  // Last: the other pictures show tables without players.
  const endTablePlayers = await startTablePlayers(siteUrl);
  for (const width of widths) await takeTablesView({ siteUrl, width, theme });
  endTablePlayers();
}

/** The dialogs of the wheel and of the posters, in each of their states. */
async function takeBonuses(
  page: Page,
  take: (name: string, fullPage?: boolean) => Promise<unknown>,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto('/games');
  await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
  await page.getByRole('button', { name: 'Spin to Win!' }).waitFor();
  await take('wheel', false);
  await page.getByRole('button', { name: 'Spin to Win!' }).click();
  await page.getByRole('button', { name: 'Already spin Today' }).waitFor();
  await take('wheel-spun', false);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: /^Watch a poster: / }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await take('poster-offered', false);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('progressbar').waitFor();
  await take('poster-watched', false);
  await page.getByRole('button', { name: 'Watch another' }).waitFor();
  await take('poster-paid', false);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Open, with bets waiting, closed, and drawn: won on one side and lost on the other. */
async function takeDoubleTrouble(page: Page, take: (name: string, fullPage?: boolean) => Promise<unknown>) {
  await page.goto('/games/double-trouble');
  const place = page.getByRole('button', { name: 'Place Bet' });
  await place.and(page.locator(':enabled')).waitFor(seen);
  await take('double-trouble-open');
  await page.getByText('Bets closed').waitFor(seen);
  await place.and(page.locator(':enabled')).waitFor(seen);
  for (const kind of ['Under', 'Over']) {
    await page.getByRole('radio', { name: kind }).check();
    await place.click();
    await page.getByRole('region', { name: 'Your Bets' }).getByText(kind).first().waitFor();
  }
  await take('double-trouble-bets', false);
  await page.getByText('Bets closed').waitFor(seen);
  await take('double-trouble-closed', false);
  await page
    .getByText(/^\d+ was drawn$/)
    .first()
    .waitFor(seen);
  await take('double-trouble-drawn');
}

/** The lantern meadow in each state, and the page that checks results. */
async function takeMinefield(page: Page, take: (name: string, fullPage?: boolean) => Promise<unknown>) {
  await openMeadow(page);
  await take('minefield-betting');
  await playUntilGems(page, 4);
  await take('minefield-playing', false);
  await cashOutButton(page).click();
  await playAgainButton(page).waitFor();
  await take('minefield-won', false);
  await playAgainButton(page).click();
  await tab(page, 'Expert').click();
  await begin(page);
  await turnUntilMine(page, 15);
  await playAgainButton(page).waitFor();
  await take('minefield-lost', false);
  await page.goto('/fairness');
  await page.getByLabel('New client seed').waitFor();
  await take('fairness');
}

/** The tower waiting, and with a puck that reached its target and one that fell short. */
async function takeHighStriker(page: Page, take: (name: string, fullPage?: boolean) => Promise<unknown>) {
  await page.goto('/games/high-striker');
  const swing = page.getByRole('button', { name: 'Swing' });
  await swing.and(page.locator(':enabled')).waitFor(seen);
  await take('high-striker');
  await page.getByRole('textbox', { name: 'Target' }).fill('1.5');
  const taken = new Set<string>();
  for (let strikes = 0; strikes < 9 && taken.size < 2; strikes++) {
    await swing.click();
    const landed = page.locator('[data-part="stage"]:is([data-phase="won"], [data-phase="lost"])');
    await landed.waitFor(seen);
    const outcome = (await landed.getAttribute('data-phase')) ?? '';
    if (!taken.has(outcome)) await take(`high-striker-${outcome}`, false);
    taken.add(outcome);
    await page.getByRole('textbox', { name: 'Target' }).fill('1.5');
  }
}

/** A ticket being punched, bought, closed with its draw, and settled with its proof checked. */
async function takeLottery(page: Page, take: (name: string, fullPage?: boolean) => Promise<unknown>) {
  await page.goto(lotteryPath);
  await settled(page);
  await take('lottery-empty');
  await freshDraw(page);
  await punch(page, [4, 11, 19, 26, 38, 45]);
  await take('lottery-punched', false);
  await placeBidButton(page).click();
  await tickets(page).first().waitFor();
  await take('lottery-bought', false);
  await page.getByText(/^Sales are closed\. Draw/).waitFor();
  await take('lottery-closed', false);
  await page.getByText(/in the last draw$/).waitFor();
  await page
    .getByRole('button', { name: /^Check that ticket/ })
    .first()
    .click();
  await page.getByText('Checked here').first().waitFor();
  await take('lottery-drawn');
}

interface View {
  siteUrl: string;
  width: number;
  theme: Theme;
}

/** A page of that size and theme, and what takes its pictures. */
async function openView({ siteUrl, width, theme }: View) {
  const context = await browser.newContext({
    baseURL: siteUrl,
    viewport: { width, height: width < 500 ? 740 : 900 },
    colorScheme: theme === 'night' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: width < 1000,
  });
  const page = await context.newPage();
  const take = (name: string, fullPage = true) =>
    page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage });
  const signIn = async (username: string): Promise<PlayerClient> => {
    const player = new PlayerClient(siteUrl, username);
    await player.register();
    await context.addCookies([{ name: 'session', value: player.token, url: siteUrl, httpOnly: true }]);
    return player;
  };
  return { context, page, take, signIn };
}

async function takeTablesView(view: View): Promise<void> {
  const { width, theme } = view;
  const { context, page, take, signIn } = await openView(view);
  await signIn(`table_${width}_${theme}`);
  await takeTables(page, take);
  await context.close();
}

async function takeView(view: View): Promise<void> {
  const { siteUrl, width, theme } = view;
  const { context, page, take, signIn } = await openView(view);
  for (const path of publicPaths) {
    await page.goto(path);
    await settled(page);
    // The results of a simulation come later than the page.
    if (path.startsWith('/lab?')) await page.getByRole('table').first().waitFor();
    if (path.startsWith('/blog?')) await page.getByText(/^(No post|One post|\d+ posts)$/).waitFor();
    await take(nameOf(path));
  }
  await takeGuests(page, take);
  const player = await signIn(`view_${width}_${theme}`);
  await page.goto('/games');
  await settled(page);
  // The header of a player is loaded once the session is known.
  await page.getByRole('link', { name: /^Balance:/ }).waitFor();
  await take('games');
  if (width < 768) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').waitFor();
    await take('drawer', false);
    await page.keyboard.press('Escape');
  } else {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await take('account-menu', false);
  }

  await takeBonuses(page, take);
  await takeDoubleTrouble(page, take);
  await takeMinefield(page, take);
  await takeHighStriker(page, take);
  await takeLottery(page, take);
  await takePeople(page, take, { siteUrl, player });
  await takeReturns(page, take, { siteUrl, player });
  await page.goto('/games/aviator');
  await placeBet(page);
  await betIsActive(page).waitFor();
  await take('aviator-bet-placed', false);
  await flight(page).waitFor(seen);
  await take('aviator-flying', false);
  const won = await cashOut(page);
  await take(won ? 'aviator-cashed-out' : 'aviator-lost', false);
  await crash(page).waitFor(seen);
  await take('aviator-crashed', false);
  await countdown(page).waitFor(seen);
  await take('aviator-waiting');
  await takeRounds(page, take);
  await takeMaintenance(page, take);
  // Ends without a session.
  await takeSecurity(page, take, player.username);
  await context.clearCookies();
  await takeTokens(page, take, siteUrl);
  await context.clearCookies();
  await takeNotices(page, take, siteUrl);
  await context.close();
  console.log(`${width} pixels by ${theme}`);
}
