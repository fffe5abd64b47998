/**
 * `npm run game-pictures`: makes the picture of each game from its card on the home page, 1200 by 630, into
 * games/FOLDER/picture.png. Links to its rounds show it.
 */
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { gameFolders } from '../games/index.ts';
import { launchChromium } from './chromium.ts';

const size = { width: 1200, height: 630 };

/** The card's drawing over the whole window; false for a game that has no card. */
const fillWindow = (folder: string): boolean => {
  const card = document.querySelector(`li:has(a[href$="${folder}"]) svg.scene-svg`);
  if (card === null) return false;
  card.setAttribute('style', 'position: fixed; inset: 0; width: 100vw; height: 100vh');
  document.body.replaceChildren(card);
  return true;
};

const data = await makeDataDir();
const site = await startSiteProcess({ DATA_DIR: data.dataDir });
const browser = await launchChromium();
try {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: size,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  for (const folder of gameFolders) {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    if (!(await page.evaluate(fillWindow, folder))) continue;
    const path = `games/${folder}/picture.png`;
    await page.screenshot({ path });
    console.log(path);
  }
} finally {
  await browser.close();
  await site.end('SIGTERM');
  await data.remove();
}
