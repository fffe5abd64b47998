/** After a restore of the database the sign-in page says how far the site went back. */
import type { Page } from '@playwright/test';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.use({ timezoneId: 'UTC', expectedErrors: [/401/] });

/** As the server marks its pages, see apps/server/src/pages/pages.test.ts. */
const afterRestore = (page: Page, to: string) =>
  page.route('**/login', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).not.toContain('data-restored-to');
    await route.fulfill({ response, body: html.replace('<html ', `<html data-restored-to="${to}" `) });
  });

test(
  'says in one sentence to when the site was set back, and only after a restore',
  { tag: '@phone' },
  async ({ page, site }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Username or email')).toBeVisible();
    await expect(page.getByText(/set back/)).toHaveCount(0);

    await afterRestore(page, '2026-11-28T10:00:00.000Z');
    await page.goto('/login');
    await page.keyboard.press('Shift');
    const sentence =
      'The site was set back to how it was on Nov 28, 2026, 10:00, and what came after that is gone.';
    await expect(page.getByText(sentence)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'the login after a restore');
    await page.context().addCookies([{ name: 'language', value: 'es', url: site.url }]);
    await page.goto('/login');
    await page.keyboard.press('Shift');
    await expect(
      page.getByText('El sitio volvió a como estaba el 28 nov 2026, 10:00, y lo que vino después se perdió.'),
    ).toBeVisible();

    await page.unrouteAll();
    await afterRestore(page, '');
    await page.goto('/login');
    await page.keyboard.press('Shift');
    await expect(
      page.getByText('El sitio volvió a un momento anterior, y lo que vino después se perdió.'),
    ).toBeVisible();
  },
);
