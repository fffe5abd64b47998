/** A46. The page about fairness: what it says before it shows any hash, and where it begins for a named result. */
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
      'Who knows what, and when',
      'Three levels of proof',
      'Three ways to check',
      'A result to check',
      'Your seeds',
    ]);
    const picture = page.getByRole('img', { name: /^A round in six steps\. 1: .+ 6: The seed is published/ });
    await expect(picture.locator('svg').filter({ visible: true })).toHaveCount(1);
    for (const [level, open] of [
      ['install', /could work out results before anybody bet/],
      ['bettors', /choose that last bet or its number, or leave bets out/],
      ['beacon', /could then void the round, but visibly, and knows during a flight when it ends/],
    ] as const) {
      const term = page.getByRole('term').filter({ has: page.getByText(level, { exact: true }) });
      await expect(term.locator('xpath=following-sibling::dd')).toHaveText(open);
    }
    await expect(page.getByText('npm run verify -- log')).toBeVisible();
    await expect(page.getByText('python3 verify_fairground.py')).toBeVisible();
    const file = await page.getByRole('link', { name: 'Download the file' }).getAttribute('href');
    expect(await (await page.request.get(file ?? '')).text()).toMatch(/^#!.*python3/);
    // A hash or a key would be in letters of one width; what stands in them are levels and commands.
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

test('/fairness shows the check of a result that its address names', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  await page.goto(`/fairness?game=${anyInstantGame.id}&id=999999`);
  await expect(page.getByText('There is no such result.')).toBeInViewport();
});
