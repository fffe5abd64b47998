/**
 * Public pages are complete without the application, which loads at the first input or when the content has changed.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const scripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );

const pages = [
  '/',
  '/how-to-play',
  '/about-us',
  '/faq',
  '/lab',
  '/blog',
  '/privacy-policy',
  '/login',
  '/register',
  '/contact-us',
  '/newsletter',
  '/confirm-email',
  '/confirm-new-email',
  '/notices',
  '/forgot-password',
  '/reset-password',
];

test('a page without input loads no application', { tag: '@phone' }, async ({ page }) => {
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect((await scripts(page)).length, path).toBeLessThanOrEqual(3);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the first input loads the application, and no press is lost', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/faq', { waitUntil: 'networkidle' });
  const before = (await scripts(page)).length;
  // Without the moves that a pointer would have made before: one bare click.
  await page.getByRole('button', { name: 'How do I begin?' }).dispatchEvent('click');
  await expect(page.getByRole('button', { name: 'How do I begin?' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect((await scripts(page)).length).toBeGreaterThan(before);
});

test.describe('after a lost request', () => {
  // A worker would fetch the file where the test cannot lose it.
  test.use({ expectedErrors: [/ERR_FAILED/], serviceWorkers: 'block' });

  test('the application is requested again, and no press is lost', { tag: '@phone' }, async ({ page }) => {
    let asked = 0;
    await page.route(/\/assets\/main-/, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.fallback();
    });
    await page.goto('/faq', { waitUntil: 'networkidle' });
    const question = page.getByRole('button', { name: 'How do I begin?' });
    await question.dispatchEvent('click');
    await expect(question).toHaveAttribute('aria-expanded', 'true');
    expect(asked).toBe(2);
  });
});

test('retains the scroll position when the application loads', { tag: '@phone' }, async ({ page }) => {
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  for (const path of ['/', '/faq', '/blog/what-each-bet-gives-back', '/contact-us']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
    expect(await scrolled(), path).toBe(500);
    const before = (await scripts(page)).length;
    // A link must not move away from under a finger while the application loads.
    await page.keyboard.press('Shift');
    await expect.poll(async () => (await scripts(page)).length, path).toBeGreaterThan(before);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.evaluate(() => history.scrollRestoration), path).toBe('manual');
    expect(await scrolled(), path).toBe(500);
  }
  await page.reload({ waitUntil: 'networkidle' });
  await expect.poll(scrolled).toBe(500);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  expect(await scrolled()).toBe(0);
});

test(
  'a page with posts loads the application when the server has others',
  { tag: '@phone' },
  async ({ page }) => {
    await page.route(/\/api\/blog\?/, (route) => route.fulfill({ json: [] }));
    await page.goto('/blog');
    await expect(page.getByText('Nothing has been published yet. Check back soon.')).toBeVisible();
  },
);

test(
  'the theme switch names the other theme before the application loads',
  { tag: '@phone' },
  async ({ page }) => {
    for (const [colorScheme, name] of [
      ['light', 'Night fair'],
      ['dark', 'Day fair'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/about-us');
      await expect(page.getByRole('contentinfo').getByRole('button', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('button', { name: / fair$/ })).toHaveCount(1);
    }
  },
);

test(
  'navigation within the site updates the metadata for sharing',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const content = (selector: string) => page.locator(`meta[${selector}]`);
    await page.goto('/faq');
    await page.keyboard.press('Shift');
    await page.getByRole('link', { name: 'Contact Support' }).click();
    await expect(page).toHaveTitle('Contact Us – Fairground');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/contact-us`);
    await expect(content('property="og:url"')).toHaveAttribute('content', `${baseURL}/contact-us`);
    await expect(content('property="og:title"')).toHaveAttribute('content', 'Contact Us – Fairground');
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click();
    await page.getByRole('link', { name: /^Read More: What each bet/ }).click();
    await expect(content('property="og:title"')).toHaveAttribute('content', /^What each bet gives back/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${baseURL}/blog/what-each-bet-gives-back`,
    );
  },
);
