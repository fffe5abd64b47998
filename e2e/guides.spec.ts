/**
 * The guide, About Us and the policies: texts, figures of this site, tabs by keyboard, and all of it without scripts.
 */
import { expect, test } from './fixtures.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';

const games = [
  ['Lottery', 'lottery', '/games/play-lottery'],
  ['Aviator', 'aviator', '/games/aviator'],
  ['Double Trouble', 'double-trouble', '/games/double-trouble'],
  ['Minefield', 'minefield', '/games/minefield'],
] as const;

test(
  'each tab shows its guide with a link to its game, and sets the address',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/how-to-play');
    await expect(page.getByRole('tab', { name: 'Lottery' })).toHaveAttribute('aria-selected', 'true');
    for (const [name, anchor, to] of games.toReversed()) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`#${anchor}$`));
      const panel = page.getByRole('tabpanel', { name, exact: true });
      await expect(panel).toBeVisible();
      await expect(page.getByRole('tabpanel')).toHaveCount(1);
      await expect(panel.getByRole('link', { name: `Play ${name}` })).toHaveAttribute('href', to);
    }
    await page.goto('/how-to-play#minefield');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Minefield' })).toHaveAttribute('aria-selected', 'true');
  },
);

test('a tab that is pressed stays where it is', { tag: ['@phone', '@nightly'] }, async ({ page }) => {
  await page.goto('/how-to-play');
  const tab = page.getByRole('tab', { name: 'Double Trouble', exact: true });
  const before = await tab.boundingBox();
  await tab.click();
  await expect(page).toHaveURL(/#double-trouble$/);
  await expect(page.getByRole('tabpanel', { name: 'Double Trouble' })).toBeVisible();
  expect(await tab.boundingBox()).toEqual(before);
  // Nor does a guide that is linked from another page begin below its tabs.
  await page.goto('/about-us');
  await startApplication(page);
  await page.locator('a[href="/how-to-play#aviator"]').click();
  await expect(page.getByRole('tabpanel', { name: 'Aviator' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the arrow keys move between tabs', { tag: ['@desktop', '@nightly'] }, async ({ page }) => {
  await page.goto('/how-to-play');
  // Clicks are queued until the application has loaded; keys are not.
  await page.getByRole('tab', { name: 'Minefield' }).click();
  await expect(page).toHaveURL(/#minefield$/);
  await page.getByRole('tab', { name: 'Minefield' }).focus();
  const names = (await page.getByRole('tab').allTextContents()).map((name) => name.trim());
  expect(names.slice(0, 4)).toEqual(['Lottery', 'Aviator', 'Double Trouble', 'Minefield']);
  for (const name of [...names.slice(4), ...names.slice(0, 4), ...names.slice(4), 'Lottery']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name, exact: true })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Play Lottery' })).toBeFocused();
});

test('the figures are those of this site', { tag: '@phone' }, async ({ page, request }) => {
  const config = (await (await request.get('/api/games/config')).json()) as {
    doubleTrouble: { intervalMs: number; max: number };
    aviator: { countdownMs: number };
    lottery: { tiers: { matches: number; multiplier: number }[] };
    mineField: { difficulties: { name: string; gems: number; traps: number }[] };
    ads: { seconds: number };
  };
  await page.goto('/how-to-play#double-trouble');
  await expect(page.getByRole('tabpanel')).toContainText(
    `A ball with a number from 1 to ${config.doubleTrouble.max} is drawn every ` +
      `${config.doubleTrouble.intervalMs / 1000} seconds.`,
  );
  await page.getByRole('tab', { name: 'Aviator' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(
    `with ${config.aviator.countdownMs / 1000} seconds for new bets`,
  );
  await page.goto('/about-us');
  await expect(page.getByRole('main')).toContainText(`for ${config.ads.seconds} seconds`);
  for (const { matches, multiplier } of config.lottery.tiers) {
    await expect(page.getByRole('row', { name: `${matches} of 6` })).toContainText(
      `${multiplier.toLocaleString('en-US')}x`,
    );
  }
  for (const { name, gems, traps } of config.mineField.difficulties) {
    const cells = page.getByRole('row', { name }).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(String(gems));
    await expect(cells.nth(2)).toHaveText(String(traps));
  }
});

test(
  'the policies state the age, the notice of changes and that nothing is gambled or bought',
  { tag: '@phone' },
  async ({ page }) => {
    for (const path of ['/privacy-policy', '/terms-of-service']) {
      await page.goto(path);
      for (const text of [
        /18 or over/,
        /30 days' notice/,
        /no gambling/i,
        /no in-app purchases/i,
        /no cash value/,
      ])
        await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
        'href',
        '/contact-us',
      );
    }
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'all guides can be read, with the figures of this site',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await page.goto('/how-to-play');
      for (const text of [
        'Pick 6 of 49 numbers.',
        'A firework rocket climbs over the fair,',
        // The tests' site draws more often than others.
        'A ball with a number from 1 to 30 is drawn every 6 seconds.',
        'A meadow by lantern light.',
      ])
        await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(3);
    },
  );
});
