/** The installed site: its manifest, no stale page without a connection, and updates on request. */
import { anyInstantGame as game, gamePages } from '../games/test/sweeps.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, mainButton, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  screenshots: { src: string }[];
  shortcuts: { name: string; url: string }[];
}

/** Waits until the worker controls the page. */
const waitForWorker = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
  });

test(
  'the manifest has what an installation needs, and its images exist',
  { tag: '@phone' },
  async ({ request }) => {
    const answer = await request.get('/manifest.webmanifest');
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({ name: 'Fairground', start_url: '/games', display: 'standalone' });
    // Pages that the menu shows, from the list of games.
    const addresses = gamePages.map(({ path }) => path);
    expect(manifest.shortcuts.some(({ url }) => addresses.includes(url))).toBe(true);
    for (const { name, url } of manifest.shortcuts) {
      // Not by the key of a text.
      expect(name).toMatch(/^[A-Z][\w ]+$/);
      expect((await request.get(url)).status(), url).toBe(200);
    }
    for (const size of ['192x192', '512x512'])
      for (const purpose of ['any', 'maskable'])
        expect(manifest.icons.some((icon) => icon.sizes === size && icon.purpose === purpose)).toBe(true);
    const pictures = [...manifest.icons, ...manifest.screenshots].map(({ src }) => src);
    for (const src of [...pictures, '/icons/apple-touch-icon.png', '/icons/og.png'])
      expect((await request.get(src)).status(), src).toBe(200);
  },
);

test('the worker is revalidated each time', { tag: '@phone' }, async ({ request }) => {
  const answer = await request.get('/sw.js');
  expect(answer.headers()['cache-control']).toBe('no-cache');
  expect(await answer.text()).toMatch(/const BUILD = '[0-9a-f]{16}'/);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|503|WebSocket|Failed to load/] });

  test(
    'a page shows that it is offline, without a balance, and comes back by itself',
    { tag: '@phone' },
    async ({ page, context, signIn }) => {
      await signIn();
      await page.goto('/games');
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      await waitForWorker(page);
      await context.setOffline(true);
      await page.goto(game.path).catch(() => undefined);
      await expect(page.getByRole('heading', { level: 1, name: 'The lights are out' })).toBeVisible();
      await expect(page).toHaveTitle('Not connected – Fairground');
      await expect(page.getByText(/Balance|coins?\b.*\d/)).toHaveCount(0);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Figtree');
      const refused = await page.evaluate(() =>
        fetch('/api/user/me').then(
          () => false,
          () => true,
        ),
      );
      expect(refused).toBe(true);
      await context.setOffline(false);
      await expect(mainButton(page, game.button)).toBeVisible();
    },
  );
});

test.describe('without the site', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|503|Failed to load/] });

  test(
    'a page comes back by itself, although the browser reports nothing',
    { tag: '@phone' },
    async ({ page, context }) => {
      await page.addInitScript(() =>
        addEventListener('online', (event) => event.stopImmediatePropagation(), true),
      );
      await page.goto('/about-us');
      await waitForWorker(page);
      await context.setOffline(true);
      await page.goto('/faq').catch(() => undefined);
      await expect(page).toHaveTitle('Not connected – Fairground');
      await context.setOffline(false);
      await expect(page).toHaveTitle(/^(?!Not connected)/);
    },
  );
});

test.describe('without a connection, in Spanish', () => {
  test.use({
    locale: 'es-ES',
    expectedErrors: [/ERR_INTERNET_DISCONNECTED|503|Failed to load/],
  });

  test(
    'the offline page is in the language of the browser, or the chosen one',
    { tag: ['@phone', '@nightly'] },
    async ({ page, context, baseURL }) => {
      await page.goto('/about-us');
      await waitForWorker(page);
      await context.setOffline(true);
      await page.goto('/faq').catch(() => undefined);
      await expect(page).toHaveTitle('Sin conexión – Fairground');
      await expect(page.locator('html')).toHaveAttribute('lang', 'es');
      await context.addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }]);
      await page.goto('/faq').catch(() => undefined);
      await expect(page).toHaveTitle('Not connected – Fairground');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    },
  );
});

test(
  'only assets and the offline page are cached',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    await waitForWorker(page);
    await page.goto(game.path);
    await expect(mainButton(page, game.button)).toBeEnabled();
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cached).toContain('/offline');
    const others = cached.filter(
      (path) => !path.startsWith('/assets/') && !['/offline', '/theme.js', '/favicon.svg'].includes(path),
    );
    expect(others).toEqual([]);
  },
);

test('a new version is offered, and loads only on request', { tag: '@phone' }, async ({ page, baseURL }) => {
  const site = await openUpgradingSite(baseURL ?? '');
  try {
    await page.goto(`${site.url}/about-us`);
    await page.keyboard.press('Shift');
    await waitForWorker(page);
    site.upgrade();
    await page.evaluate(async () => {
      Object.assign(window, { sameDocument: true });
      await (await navigator.serviceWorker.ready).update();
    });
    const bar = page.getByRole('status', { name: 'New version' });
    await expect(bar).toContainText('A new version is available');
    expect(await page.evaluate(() => 'sameDocument' in window), 'nothing was reloaded').toBe(true);
    await bar.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.evaluate(() => 'sameDocument' in window).catch(() => true)).toBe(false);
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain('offline-the-next-one');
    await expect(bar).not.toContainText('A new version is available');
  } finally {
    await site.close();
  }
});

/** The site behind a proxy, which serves the service worker of a next version after `upgrade`. */
async function openUpgradingSite(target: string) {
  let upgraded = false;
  const server = createServer((request, response) => {
    void fetch(`${target}${request.url ?? '/'}`)
      .then(async (answer) => {
        let body = Buffer.from(await answer.arrayBuffer());
        if (upgraded && request.url === '/sw.js')
          body = Buffer.from(body.toString().replace(/const BUILD = '\w+'/, "const BUILD = 'the-next-one'"));
        for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
          const value = answer.headers.get(name);
          if (value !== null) response.setHeader(name, value);
        }
        response.writeHead(answer.status).end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrade: () => {
      upgraded = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
