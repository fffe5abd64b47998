/** /lab: a shared address leads to the same result, the form runs another rule, and a simulation can be canceled. */
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';

const shared = '/lab?game=highStriker&target=2.00&rule=martingale&stake=100&balance=10000&rounds=50&seed=7';

test(
  'plays the sessions of a shared address, with the same result each time',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto(shared);
    const returns = page.getByRole('table', {
      name: 'The average return by the rules, and in these sessions',
    });
    await expect(returns.getByRole('row', { name: /^Exact/ })).toContainText('98.00');
    await expect(page.getByText(/^100,000 sessions, .* rounds, seed 7\.$/)).toBeVisible();
    const observed = await returns
      .getByRole('row', { name: /^Observed/ })
      .getByRole('cell')
      .innerText();
    const rules = page.getByRole('table', { name: 'Every strategy, with the same bet' });
    for (const rule of ['The same stake', 'Double after a loss', 'Double after a win'])
      await expect(rules.getByRole('row', { name: rule }).getByRole('cell').nth(2)).toHaveText('2.00');

    const spread = page.getByRole('slider', { name: 'Coins at the end' });
    await expect(spread.locator('canvas')).toBeVisible();
    await spread.press('Home');
    await expect(spread).toHaveAttribute('aria-valuetext', /%$/);
    await page.getByRole('slider', { name: 'How some sessions went' }).press('Home');
    await expect(page.getByRole('slider', { name: 'How some sessions went' })).toHaveAttribute(
      'aria-valuetext',
      /^0: Session 1 10,000; Session 2 10,000/,
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.reload();
    await expect(returns.getByRole('row', { name: /^Observed/ }).getByRole('cell')).toHaveText(observed);
  },
);

test('a ready-made strategy is played with one press, beside its result on a desktop', async ({ page }) => {
  await page.goto('/lab');
  await startApplication(page);
  const presets = page.getByRole('group', { name: 'Ready-made strategies' }).getByRole('button');
  await expect(presets.first()).toContainText('100 flat bets');
  await expect(page.getByLabel('First stake')).toBeHidden();
  await expect(presets.first(), 'the first one is played at once').toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^100,000 sessions, /)).toBeVisible();
  const preset = presets.filter({ hasText: 'Double after each loss' });
  await preset.click();
  await expect(page).toHaveURL(/[?&]rule=martingale&.*rounds=100&/);
  await expect(preset).toHaveAttribute('aria-pressed', 'true');
  await expect(presets.first()).toHaveAttribute('aria-pressed', 'false');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByText(/^100,000 sessions, /)).toBeVisible();
  const [form, result] = [(await preset.boundingBox())!, (await results.boundingBox())!];
  if (page.viewportSize()!.width >= 1024) expect(result.x).toBeGreaterThan(form.x + form.width);
  else expect(result.y).toBeGreaterThan(form.y + form.height);
  await expectNoSidewaysScroll(page);
});

test(
  'a preset that is pressed before the application has loaded is played',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/lab');
    // A press by touch, without the pointer's way there that would load the application first.
    await page.getByRole('button', { name: /^100 flat bets/ }).dispatchEvent('click');
    await expect(page.getByText(/^100,000 sessions, /)).toBeVisible();
  },
);

test('runs what the form states, and puts it into the address', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/lab');
  await expect(page.getByText('No strategy beats the average return of a game.')).toBeVisible();
  await startApplication(page);
  await page.getByText('Adjust', { exact: true }).click();
  await page.getByLabel('Game', { exact: true }).selectOption('Double Trouble');
  await page.getByLabel('Bet on').selectOption('Exact');
  await page.getByLabel('Strategy', { exact: true }).selectOption('Double after a win');
  await page.getByLabel('First stake').fill('15');
  const run = page.getByRole('button', { name: 'Play 100,000 sessions' });
  await expect(run).toBeDisabled();
  await expect(page.getByLabel('First stake')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('First stake').fill('20');
  await page.getByLabel('Rounds per session').fill('40');
  await run.click();
  await expect(page).toHaveURL(
    /\?game=doubleTrouble&on=Exact&rule=reverse&stake=20&rounds=40&balance=1000&seed=1$/,
  );
  await expect(page.getByRole('table', { name: 'Every strategy, with the same bet' })).toBeVisible();
  await expect(page.getByLabel('Bet on')).toHaveValue('Exact');
  await expect(run).toBeFocused();

  await page.goto('/lab?game=doubleTrouble&stake=5');
  await expect(page.getByRole('alert')).toContainText('A setting in this link is not valid');
  await expect(page.getByLabel('First stake')).toHaveAttribute('aria-invalid', 'true');
});

test(
  'cancels a simulation, and runs it again when asked to',
  { tag: ['@desktop', '@nightly'] },
  async ({ page }) => {
    await page.goto('/lab?game=lottery&rounds=1000&balance=1000000&seed=3');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Canceled. Nothing was computed.')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  },
);
