/** A46. The page about fairness: what it says before it shows any hash, and where it begins for a named result. */
import type { MonitorFeed } from '@fairground/contract/fairness';
import { emptySums } from '@fairground/fairness/monitor';
import { anyInstantGame } from '../games/test/sweeps.ts';
import { expectAccessibleByNightAndDay } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('/fairness says who knows what when, what each level leaves open, and how to check', async ({
    page,
  }) => {
    await page.goto('/fairness');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'A result to check',
      'Who knows what, and when',
      'Three levels of proof',
      'Three ways to check',
      'Your seeds',
    ]);
    const picture = page.getByRole('img', { name: /^A round in six steps\. 1: .+ 6: The seed is published/ });
    await expect(picture.locator('svg').filter({ visible: true })).toHaveCount(1);
    for (const [level, open] of [
      ["Only the site's values", /could work out results before anybody bet/],
      ["With the players' random characters", /choose that last bet or its number, or leave bets out/],
      [
        'With a public beacon',
        /could then void the round, but visibly, and knows during a flight when it ends/,
      ],
    ] as const) {
      const term = page.getByRole('term').filter({ has: page.getByText(level, { exact: true }) });
      await expect(term.locator('xpath=following-sibling::dd')).toHaveText(open);
    }
    await expect(page.getByText('npm run verify -- log')).toBeVisible();
    await expect(page.getByText('python3 verify_fairground.py')).toBeVisible();
    const file = await page.getByRole('link', { name: 'Download the file' }).getAttribute('href');
    expect(await (await page.request.get(file ?? '')).text()).toMatch(/^#!.*python3/);
    // A hash or a key would be monospaced; only commands are.
    await expect(page.getByText(/[0-9a-f]{16}/)).toHaveCount(0);
  });
});

test('/fairness loads the log and the chains once they are near, and is accessible with them', async ({
  page,
}) => {
  await page.goto('/fairness', { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await expect(page.getByRole('heading', { name: 'Your seeds' })).toBeAttached();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  for (const name of ['Public log', 'Seed chains'])
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expectAccessibleByNightAndDay(page, '/fairness with its log');
});

test(
  'the form of /fairness retains the focus when the application takes the page over',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/fairness');
    const game = page.getByLabel('Game', { exact: true });
    await game.evaluate((select) => select.setAttribute('data-before', ''));
    await game.focus();
    await expect(page.getByRole('heading', { name: 'Your seeds' })).toBeAttached();
    await expect(game).toHaveAttribute('data-before');
    await expect(game).toBeFocused();
  },
);

test('the form of /fairness checks what was entered before the application ran', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await page.goto('/fairness');
  await page.getByLabel('Game', { exact: true }).evaluate((select: HTMLSelectElement, game) => {
    select.value = game;
    const form = select.form;
    form?.querySelector('input')?.setRangeText(' 999999');
    form?.requestSubmit();
  }, anyInstantGame.id);
  await expect(page.getByText('There is no such result.')).toBeVisible();
  await expect(page).toHaveURL(`/fairness?game=${anyInstantGame.id}&id=999999`);
});

test('/fairness shows the check of a result that its address names', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  await page.goto(`/fairness?game=${anyInstantGame.id}&id=999999`);
  await expect(page.getByText('There is no such result.')).toBeInViewport();
});

test('/fairness/monitor judges all results by itself, and is accessible', async ({ page }) => {
  await page.goto('/fairness/monitor');
  await expect(page.getByRole('status').getByText('All games are within their bounds.')).toBeVisible();
  for (const name of ['Payments', 'Void and late rounds', 'Count it yourself'])
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(page.getByText(/^npm run monitor -- http/)).toBeVisible();
  const payments = page.getByRole('table', { name: 'Payments' });
  await expect(payments, 'figures are folded while all is well').toBeHidden();
  await page.getByText('Figures: Payments').click();
  await expect(payments).toBeVisible();
  await expectAccessibleByNightAndDay(page, '/fairness/monitor');
});

test(
  '/fairness/monitor alerts once a game has left its bounds, and shows its course over the days',
  { tag: '@phone' },
  async ({ page }) => {
    const game = anyInstantGame.id;
    await page.route('**/api/fairness/monitor', async (route) => {
      const answer = await route.fetch();
      const feed = (await answer.json()) as MonitorFeed;
      const unfair = {
        ...emptySums({ game, terms: {}, chance: 0.5, maxReturn: 1 }),
        rounds: 1_000,
        wins: 700,
      };
      const fair = { ...unfair, rounds: 100, wins: 52 };
      await route.fulfill({
        response: answer,
        json: {
          ...feed,
          days: [{ day: '2026-11-01', games: [fair], totals: [] }],
          since: { ...feed.since, games: [unfair] },
          voids: [{ game, id: '7', at: '2026-11-01T10:00:00.000Z', reason: 'stopped' }],
        },
      });
    });
    await page.goto('/fairness/monitor');
    await expect(page.getByRole('alert')).toContainText(/: outside the bounds\./);
    await page.getByText('Show as a table').click();
    const course = page.getByRole('figure', { name: 'Won rounds of the imagined bet' });
    await expect(course.getByRole('row', { name: /^2026-11-01 52% 50%/ })).toBeVisible();
    await expect(course.getByRole('row', { name: /^Now 68\.36% 50%/ })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'the site stood still' }).getByRole('link'),
    ).toHaveAttribute('href', /^\/rounds\/\w+\/7$/);
  },
);
