/** Chromium and Firefox, which Puppeteer drives without a program between: Debian has none for its Firefox. */
import { launch } from 'puppeteer-core';
import type { EnginePage, Size } from '../../e2e/engine-page.ts';

export const openWithPuppeteer = async (
  browserName: 'chrome' | 'firefox',
  executablePath: string,
  size: Size,
): Promise<EnginePage> => {
  const browser = await launch({
    browser: browserName,
    executablePath,
    headless: true,
    defaultViewport: size,
    args:
      browserName === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : [],
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport(size);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
    },
    run: (script, ...args) => page.evaluate<unknown[]>(script as never, ...args) as never,
    pressAt: (x, y) => page.mouse.click(x, y),
    screenshot: () => page.screenshot({ captureBeyondViewport: false }),
    errors: () => errors,
    close: () => browser.close(),
  };
};
