/** Public pages are whole without the application: it comes with the first sign of the visitor, and for what has changed. */
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
  '/blog',
  '/privacy-policy',
  '/login',
  '/register',
  '/contact-us',
  '/newsletter',
  '/confirm-email',
  '/forgot-password',
  '/reset-password',
];

test('a page that is only looked at loads no application', { tag: '@phone' }, async ({ page }) => {
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect((await scripts(page)).length, path).toBeLessThanOrEqual(3);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test(
  'the first sign of the visitor brings the application, and no press is lost',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/faq', { waitUntil: 'networkidle' });
    const before = (await scripts(page)).length;
    // Without the moves that a pointer would have made before: one bare click.
    await page.getByRole('button', { name: 'How do I begin?' }).dispatchEvent('click');
    await expect(page.getByRole('button', { name: 'How do I begin?' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect((await scripts(page)).length).toBeGreaterThan(before);
  },
);

test.describe('where the connection is lost for a moment', () => {
  // A worker would fetch the file where the test cannot lose it.
  test.use({ expectedErrors: [/ERR_FAILED/], serviceWorkers: 'block' });

  test('the application is loaded again, and no press is lost', { tag: '@phone' }, async ({ page }) => {
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

test(
  'a page that was read on stays where it is when the application comes',
  { tag: '@phone' },
  async ({ page }) => {
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    for (const path of ['/', '/faq', '/blog/what-each-bet-gives-back', '/contact-us']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
      expect(await scrolled(), path).toBe(500);
      const before = (await scripts(page)).length;
      // A link that is pressed while the page comes alive must not slip away from under the finger either.
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
  },
);

test(
  'a page with posts comes alive by itself when the server tells of others',
  { tag: '@phone' },
  async ({ page }) => {
    await page.route(/\/api\/blog\?/, (route) => route.fulfill({ json: [] }));
    await page.goto('/blog');
    await expect(page.getByText('Nothing has been written yet. Come back soon.')).toBeVisible();
  },
);

test('the switch of the theme names the other theme from the start', { tag: '@phone' }, async ({ page }) => {
  for (const [colorScheme, name] of [
    ['light', 'Night fair'],
    ['dark', 'Day fair'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/about-us');
    await expect(page.getByRole('contentinfo').getByRole('button', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('button', { name: / fair$/ })).toHaveCount(1);
  }
});

test(
  'moves inside the site name the new page for those who share it',
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
