/**
 * `npm run icons`: draws the icons of the installed site from the one mark (favicon.svg), and takes the
 * pictures that show the site to others from its own entrance. All go into apps/web/public/icons.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { launchChromium } from './chromium.ts';

const publicFolder = join(import.meta.dirname, '../apps/web/public');
const folder = join(publicFolder, 'icons');
const night = '#151130';

interface Icon {
  file: string;
  size: number;
  /** How much of the width the mark takes; a maskable icon may be cut to the circle in its middle. */
  scale: number;
  /** Without rounded corners, for those that are cut by the system. */
  square: boolean;
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, scale: 1, square: false },
  { file: 'icon-512.png', size: 512, scale: 1, square: false },
  { file: 'maskable-192.png', size: 192, scale: 0.78, square: true },
  { file: 'maskable-512.png', size: 512, scale: 0.78, square: true },
  { file: 'apple-touch-icon.png', size: 180, scale: 0.9, square: true },
];

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  const mark = await readFile(join(publicFolder, 'favicon.svg'), 'utf8');
  for (const icon of icons) await drawIcon(browser, mark, icon);
  await takePictures(browser);
} finally {
  await browser.close();
}

async function drawIcon(from: Browser, mark: string, { file, size, scale, square }: Icon): Promise<void> {
  const page = await from.newPage({ viewport: { width: size, height: size } });
  const drawn = mark.replace('<svg ', `<svg width="${size * scale}" height="${size * scale}" `);
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${square ? night : 'transparent'}}svg{display:block}</style>${drawn}`,
  );
  await writeFile(join(folder, file), await page.screenshot({ omitBackground: !square }));
  await page.close();
}

/** The entrance as link previews (1200 by 630) and installation dialogs show it. */
async function takePictures(from: Browser): Promise<void> {
  const data = await makeDataDir();
  const site = await startSiteProcess({ DATA_DIR: data.dataDir });
  try {
    const preview = await from.newContext({
      viewport: { width: 1200, height: 630 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await preview.newPage();
    // As it was prerendered, so that the styles below find what they hide.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(site.url);
    await page.evaluate(() => document.fonts.ready);
    // What can be pressed has no place in a picture.
    await page.addStyleTag({
      content:
        'header nav, header a[href="/login"], header a[href="/register"], header button, h1 ~ div, h1 ~ p ~ div, section[aria-label] { display: none !important }',
    });
    await page.screenshot({ path: join(folder, 'og.png') });
    await preview.close();
    for (const { file, width, height, deviceScaleFactor } of [
      { file: 'screen-narrow.png', width: 360, height: 740, deviceScaleFactor: 2 },
      { file: 'screen-wide.png', width: 1280, height: 800, deviceScaleFactor: 1 },
    ]) {
      const context = await from.newContext({
        viewport: { width, height },
        deviceScaleFactor,
        colorScheme: 'dark',
        reducedMotion: 'reduce',
      });
      const shown = await context.newPage();
      await shown.goto(site.url);
      await shown.evaluate(() => document.fonts.ready);
      await shown.screenshot({ path: join(folder, file) });
      await context.close();
    }
  } finally {
    await site.end('SIGTERM');
    await data.remove();
  }
}
