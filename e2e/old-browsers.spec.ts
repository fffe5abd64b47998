/** What built files ask of browsers, and what those see that are too old, or whose scripts are off. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findUnchecked } from '../apps/web/build/newer-built-ins.ts';
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { deleteBuiltIns } from './deleted-built-ins.ts';
import { expect, test } from './fixtures.ts';

const bundle = resolve(process.env['BUNDLE_DIR'] || join(import.meta.dirname, '../apps/web/dist'));

/** React calls it inside a try, and only for transitions that no page has. */
const calledInTry = 'Document.prototype.startViewTransition';

test('the built files ask for newer built-ins before they use them', { tag: '@phone' }, () => {
  const files = globSync('{assets,console/assets}/*.js', { cwd: bundle });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    findUnchecked(readFileSync(join(bundle, file), 'utf8'))
      .filter((path) => path !== calledInTry)
      .map((path) => `${file}: ${path}`),
  );
  expect(found).toEqual([]);
});

const tooOld = {
  en: 'Your browser is too old to play here. You can read every page; to play, please update it.',
  es: 'Tu navegador es demasiado antiguo para jugar aquí. Puedes leer todas las páginas; para jugar, actualízalo.',
};

test.describe('in a browser that is older', { tag: '@phone' }, () => {
  test('a game says so, and so does a page with a form; other pages are read', async ({
    page,
    context,
    baseURL,
  }) => {
    await deleteBuiltIns(page, ['Array.prototype.toSorted']);
    // The shell of the page stays.
    await page.goto(game.path, { waitUntil: 'load' });
    await expect(page.getByText(tooOld.en)).toBeVisible();
    await expect(page).toHaveURL(game.path);
    await page.goto('/register');
    await expect(page.getByText(tooOld.en)).toBeVisible();
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(tooOld.en)).toHaveCount(0);
    await context.addCookies([{ name: 'language', value: 'es', url: baseURL ?? '' }]);
    await page.goto('/login');
    await expect(page.getByText(tooOld.es)).toBeVisible();
  });

  test('a game says so where no import map is known', async ({ page }) => {
    await deleteBuiltIns(page, ['HTMLScriptElement.supports']);
    await page.goto(game.path, { waitUntil: 'load' });
    await expect(page.getByText(tooOld.en)).toBeVisible();
  });

  test('a page is read without the styles in layers', async ({ page }) => {
    await deleteBuiltIns(page, ['CSSLayerBlockRule']);
    // As a browser leaves out what it does not know.
    await page.route('**/assets/*.css', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('@layer', '@unknown') });
    });
    for (const path of ['/', '/faq']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const look = await page.evaluate(() => ({
        font: getComputedStyle(document.body).fontFamily,
        overhang: document.documentElement.scrollWidth - innerWidth,
        highest: Math.max(...[...document.querySelectorAll('svg')].map((svg) => svg.clientHeight)),
      }));
      expect(look).toMatchObject({ font: 'Figtree, sans-serif', overhang: 0 });
      expect(look.highest).toBeLessThanOrEqual(200);
    }
    await page.goto(game.path, { waitUntil: 'load' });
    await expect(page.getByText(tooOld.en)).toBeVisible();
    await expect(page.locator('.page-shell')).toBeHidden();
  });
});

test.describe('without scripts', { tag: '@phone' }, () => {
  // Chromium shows nothing of it while a test library only keeps scripts from running, so the HTML is read.
  const needs =
    /<noscript>(?:<[^>]*>)*This needs JavaScript, which is off in your browser\. Please turn it on\./;

  test('the HTML of forms and games says that they need them, also when a form was sent', async ({
    page,
  }) => {
    for (const path of ['/login', '/register', '/contact-us', '/blog', game.path]) {
      const answer = await page.request.get(path);
      expect(await answer.text(), path).toMatch(needs);
    }
    const sent = await page.request.post('/register', {
      form: { username: 'somebody' },
      headers: { accept: 'text/html' },
    });
    expect(sent.status()).toBe(405);
    expect(await sent.text()).toMatch(needs);
  });
});
