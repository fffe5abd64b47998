/**
 * The page of a round that is over: its result, the replay and its keyboard, the proof, and the 404 page for all
 * others.
 */
import type { AnyRound } from '@fairground/contract/rounds';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { tabTo } from '../../../e2e/keyboard-steps.ts';

test.use({ expectedErrors: [/404/] });

interface FlownRound {
  id: string;
  crash: string;
}

/** The newest round of Aviator; waits for the first one. */
async function findRound(request: APIRequestContext): Promise<FlownRound> {
  let newest: { id: string; crashMultiplier: number } | undefined;
  await expect
    .poll(
      async () => {
        const answer = await request.get('/api/aviator/globalHistory');
        [newest] = (await answer.json()) as (typeof newest)[];
        return newest !== undefined;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return { id: newest?.id ?? '', crash: (newest?.crashMultiplier ?? 0).toFixed(2) };
}

test.describe('without its scene', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/404|does not show/] });

  test('the page of a round keeps its result and its proof', async ({ page, context, signIn }) => {
    await signIn();
    const { id } = await findRound(context.request);
    await page.route(/\/assets\/aviator-round-[^/]*\.js/, async (route) => {
      const response = await route.fetch();
      const isScene = (await response.text()).includes('Facts:');
      await route.fulfill(isScene ? { response, body: 'throw new Error("does not show");' } : { response });
    });
    const reported = page.waitForRequest('**/api/client-errors');
    await page.goto(`/rounds/aviator/${id}`);
    expect((await reported).postDataJSON()).toMatchObject({ message: 'does not show' });
    await expect(page.getByRole('region', { name: 'Replay' }).locator('*')).toHaveCount(0);
    await expect(page.getByText('This result holds')).toBeVisible();
  });
});

const multiplier = (page: Page) => page.locator('[data-part=multiplier]');

test(
  'the page of a round shows it as it was recorded, and proves it',
  { tag: '@desktop' },
  async ({ page, context, signIn }) => {
    await signIn();
    const { id, crash } = await findRound(context.request);
    const html = await (await context.request.get(`/rounds/aviator/${id}`)).text();
    // Before any script.
    expect(html).toContain(`>Aviator, round ${id}</h1>`);
    expect(html).toContain(`The rocket burst at ${crash}x.`);

    await page.goto('/games/aviator');
    await page.getByRole('region', { name: 'Recent Crashes (Global)' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/rounds\/aviator\/\d+$/);

    await page.goto(`/rounds/aviator/${id}`);
    await expect(page).toHaveTitle(`Aviator, round ${id} – Fairground`);
    await expect(multiplier(page)).toHaveText(`${crash}X`);
    await expect(page.getByText('This result holds')).toBeVisible();
    const answer = (await (await context.request.get(`/api/rounds/aviator/${id}`)).json()) as AnyRound;
    await expect(page.getByText(answer.texts.en.summary)).toBeVisible();

    // The replay by keyboard alone.
    const scrub = page.getByRole('slider', { name: 'Moment of the replay' });
    await tabTo(page, scrub);
    await page.keyboard.press('Home');
    await expect(multiplier(page)).toHaveText('1.00X');
    await expect(scrub).toHaveAttribute('aria-valuetext', /^0\.0 seconds after take-off, 1\.00x$/);
    await page.keyboard.press('End');
    await expect(multiplier(page)).toHaveText(`${crash}X`);
    await expect(scrub).toHaveAttribute('aria-valuetext', `Burst at ${crash}x`);
    await expectAccessibleByNightAndDay(page, 'the page of a round');
  },
);

test(
  'the 404 page answers for a round that is not over',
  { tag: ['@phone', '@nightly'] },
  async ({ page }) => {
    const answer = await page.goto('/rounds/aviator/999999999');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test(
    'the replay is a still, with moments to choose',
    { tag: ['@phone', '@nightly'] },
    async ({ page, context, signIn }) => {
      await signIn();
      const { id, crash } = await findRound(context.request);
      await page.goto(`/rounds/aviator/${id}`);
      await expect(multiplier(page)).toHaveText(`${crash}X`);
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
      const scrub = page.getByRole('slider', { name: 'Moment of the replay' });
      await scrub.focus();
      await page.keyboard.press('Home');
      await expect(multiplier(page)).toHaveText('1.00X');

      // A frame of another site shows the replay too.
      await page.goto(`/embed/aviator/${id}`);
      await expect(page.getByRole('link', { name: `Aviator, round ${id}` })).toBeVisible();
      await expect(multiplier(page)).toHaveText(`${crash}X`);
      await expectAccessibleByNightAndDay(page, 'the replay in a frame');
    },
  );
});
