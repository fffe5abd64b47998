/** Double Trouble in a browser: bets and their results, a broken line, the keyboard, accessibility, a failed status. */
import AxeBuilder from '@axe-core/playwright';
import type { DoubleTroubleBet, DoubleTroubleStatus } from '@fairground/contract/double-trouble';
import type { User } from '@fairground/contract/user';
import type { BrowserContext, Locator, Page, WebSocketRoute } from '@playwright/test';
import { runAudit } from '../apps/server/test/site-process.ts';
import { expect, pillCoins, test, toastOf } from './fixtures.ts';
import { settleColours } from './accessible.ts';

/** Slots are eight seconds here, so a bet is over after at most two of them. */
const twoSlotsMs = 17_000;

// A bet that meets the close is refused.
test.use({ expectedErrors: [/409 .*\/api\/doubleTrouble\/create/] });

const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Bet' });
const bets = (page: Page) => page.getByRole('region', { name: 'Your Bets' }).getByRole('listitem');
const draws = (page: Page) => page.getByRole('list', { name: 'Last draws' }).getByRole('listitem');
const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'What the bet is on' }).getByRole('radio', { name });

const statusOf = async (context: BrowserContext): Promise<DoubleTroubleStatus> =>
  (await (await context.request.get('/api/doubleTrouble/status')).json()) as DoubleTroubleStatus;
const historyOf = async (context: BrowserContext): Promise<DoubleTroubleBet[]> =>
  (await (await context.request.get('/api/doubleTrouble/userHistory')).json()) as DoubleTroubleBet[];

/** Presses where the thumb sees it: `click` scrolls first, and a docked button is then not where it was. */
const press = async (page: Page, button: Locator): Promise<void> => {
  await expect(button).toBeInViewport({ ratio: 1 });
  const { x, y, width, height } = await button.evaluate((element) => element.getBoundingClientRect());
  await page.mouse.click(x + width / 2, y + height / 2);
};

/** Presses the button, in the next draw that takes it, until one more bet stands in the list. */
const placeBet = async (page: Page): Promise<void> => {
  const before = await bets(page).count();
  await expect(async () => {
    await expect(placeButton(page)).toBeEnabled({ timeout: twoSlotsMs });
    await press(page, placeButton(page));
    await expect(bets(page)).toHaveCount(before + 1, { timeout: 1500 });
  }).toPass({ timeout: 2 * twoSlotsMs });
};

const wins = ({ drawType, number }: DoubleTroubleBet, drawn: number): boolean =>
  ({ Number: drawn === number, Under: drawn < 15, Over: drawn > 15, Exact: drawn === 15 })[drawType];

test('bets on a number and on a side wait, and end with the draw as the ledger says', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.goto('/games');
  await expect(page.getByText('95 to 98 of 100 coins come back on average')).toBeVisible();
  await page.getByRole('link', { name: 'Play Now: Double Trouble' }).click();
  await expect(page).toHaveURL('/games/double-trouble');
  await expect(page.getByText('No Bets Found')).toBeAttached();
  for (const text of ['29.4x', '2.1x', '1.9x', '14 in 30', '95% back']) {
    await expect(page.getByText(text).first()).toBeVisible();
  }

  await page.getByRole('radio', { name: '17', exact: true }).check();
  await expect(kind(page, 'Number')).toBeChecked();
  const fifty = page.getByRole('button', { name: '50', exact: true });
  await press(page, fifty);
  await expect(fifty).toHaveAttribute('aria-pressed', 'true');
  await placeBet(page);
  await expect(toastOf(page, 'Bet Placed').last()).toContainText('You have placed a bet of 50 coins.');
  await press(page, kind(page, 'Over'));
  await expect(kind(page, 'Over')).toBeChecked();
  await expect(page.getByRole('radio', { name: '17', exact: true })).not.toBeChecked();
  await press(page, page.getByRole('button', { name: '10 coins more' }));
  await placeBet(page);
  await expect(bets(page).first()).toContainText(/Over.*1\.9x.*(Pending|Win|Loss)/);
  await expect(bets(page).last()).toContainText('Number 17');

  const [newest] = await historyOf(context);
  await expect(bets(page).first()).not.toContainText('Pending', { timeout: twoSlotsMs });
  const shownAt = Date.now();
  const { history } = await statusOf(context);
  const drawn = history.find(({ drawId }) => drawId === newest?.drawId);
  expect(shownAt - Date.parse(drawn?.drawnAt ?? ''), 'the result shows within a second').toBeLessThan(1_500);
  await expect(bets(page).last()).not.toContainText('Pending');
  await expect(toastOf(page, `${drawn?.winningNumbers[0]} was drawn`)).toBeVisible();

  const settled = await historyOf(context);
  expect(settled).toHaveLength(2);
  for (const [at, bet] of settled.entries()) {
    const number = history.find(({ drawId }) => drawId === bet.drawId)?.winningNumbers[0] ?? 0;
    expect(bet.status).toBe(wins(bet, number) ? 'win' : 'loss');
    await expect(bets(page).nth(at)).toContainText(
      bet.status === 'win' ? `Win +${bet.amountWon.toLocaleString('en-US')}` : `Loss ${bet.amount}`,
    );
  }
  const me = (await (await context.request.get('/api/user/me')).json()) as User;
  const expected = settled.reduce((sum, bet) => sum - bet.amount + bet.amountWon, 1000);
  expect(me.coins + me.winningAmount).toBe(expected);
  await expect.poll(() => pillCoins(page)).toBe(expected);

  const audit = await runAudit({ DATA_DIR: process.env['SITE_UNDER_TEST_DATA'] ?? '' });
  expect(audit.output).not.toContain('BROKEN');
  expect(audit.code, audit.output).toBe(0);
});

test('bets close before the draw, and the ribbon gets the ball with its side in words', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.goto('/games/double-trouble');
  await expect(page.getByText('Bets closed')).toBeVisible({ timeout: twoSlotsMs });
  await expect(placeButton(page)).toBeDisabled();
  const { next } = await statusOf(context);
  await expect(placeButton(page)).toBeEnabled({ timeout: twoSlotsMs });
  const { history } = await statusOf(context);
  const number = history.find(({ drawId }) => drawId === next.drawId)?.winningNumbers[0] ?? 0;
  const side = number < 15 ? 'Under' : number > 15 ? 'Over' : 'Exact';
  await expect(draws(page).first()).toContainText(new RegExp(`${number}\\s*${side}$`));
  await expect(page.getByRole('status').filter({ hasText: `${number} was drawn: ${side}.` })).toBeAttached();
  const proof = page.getByRole('link', { name: 'Proof of the last draw' });
  await expect(proof).toHaveAttribute('href', /\/fairness\?game=doubleTrouble&id=\d+$/);
});

test('a line that breaks over a draw comes back with the result, without a reload', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  let line: WebSocketRoute | undefined;
  let isOpen = true;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (!isOpen) return void socket.close();
    line = socket;
    socket.connectToServer();
  });
  await page.goto('/games/double-trouble');
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));
  await placeBet(page);
  isOpen = false;
  await line?.close();
  await expect(page.getByText('Not connected. Trying again.')).toBeVisible();
  await expect
    .poll(async () => (await historyOf(context))[0]?.status, { timeout: twoSlotsMs })
    .not.toBe('pending');
  isOpen = true;
  await expect(page.getByText('Not connected. Trying again.')).toBeHidden({ timeout: 15_000 });
  await expect(bets(page).first()).not.toContainText('Pending', { timeout: 2_000 });
  await expect(page.locator('body[data-not-reloaded]')).toHaveCount(1);
});

test('a status that fails says so, empties the history, and heals', async ({ page, signIn }) => {
  await signIn();
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    line = socket;
    socket.connectToServer();
  });
  await page.goto('/games/double-trouble');
  await expect(draws(page).first()).toBeVisible({ timeout: twoSlotsMs });
  const failure = {
    type: 'doubleTroubleStatus_response',
    payload: { success: false, message: 'away', code: 'unavailable' },
    timestamp: new Date().toISOString(),
  };
  const said = page.getByText('Error fetching double trouble status').first();
  await expect(async () => {
    line?.send(JSON.stringify(failure));
    // A draw may heal it at any moment, so all of it is looked at in one go.
    await expect(said).toBeVisible({ timeout: 500 });
    await expect(draws(page)).toHaveCount(0, { timeout: 500 });
    await expect(placeButton(page)).toBeDisabled({ timeout: 500 });
  }).toPass({ timeout: 2 * twoSlotsMs });
  await expect(draws(page).first()).toBeVisible({ timeout: twoSlotsMs });
  await expect(page.getByText('Error fetching double trouble status')).toHaveCount(0);
});

test('a bet by keyboard alone', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/double-trouble');
  await expect(placeButton(page)).toBeEnabled({ timeout: twoSlotsMs });
  const tabTo = async (name: string, isThere: () => Promise<boolean>): Promise<void> => {
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab');
      if (!(await isThere())) continue;
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement as Element).outlineStyle,
      );
      expect(outline, `the focus on ${name} can be seen`).not.toBe('none');
      return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  const focused = (locator: ReturnType<Page['getByRole']>) => async () =>
    locator.evaluate((element) => element === document.activeElement);
  await tabTo('the kinds', focused(kind(page, 'Under')));
  await page.keyboard.press('ArrowRight');
  await expect(kind(page, 'Over')).toBeChecked();
  await tabTo('a number', focused(page.getByRole('radio', { name: '1', exact: true })));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '2', exact: true })).toBeChecked();
  await tabTo('more', focused(page.getByRole('button', { name: '10 coins more' })));
  await page.keyboard.press('Enter');
  await tabTo('Place Bet', focused(placeButton(page)));
  await expect(async () => {
    await expect(placeButton(page)).toBeEnabled({ timeout: twoSlotsMs });
    await placeButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(bets(page)).toHaveCount(1, { timeout: 1500 });
  }).toPass({ timeout: 2 * twoSlotsMs });
  await expect(bets(page).first()).toContainText(/Number 2.*(Pending|Win|Loss)( \+\d+| 20)/);
});

test('is accessible with bets waiting and settled, by night and by day, and nothing is wider than the page', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/games/double-trouble');
  await expect(draws(page).first()).toBeVisible({ timeout: twoSlotsMs });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute(
      'data-theme',
      colorScheme === 'dark' ? 'night' : 'day',
    );
    await placeBet(page);
    for (const state of ['waiting', 'settled']) {
      if (state === 'settled') {
        await expect(bets(page).first()).not.toContainText('Pending', { timeout: twoSlotsMs });
      }
      await settleColours(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect
        .soft(
          violations.map(({ id, nodes }) => `${colorScheme} ${state} ${id}: ${nodes[0]?.html.slice(0, 160)}`),
        )
        .toEqual([]);
    }
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
