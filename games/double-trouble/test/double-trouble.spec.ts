/** Double Trouble in a browser: bets and results, a broken connection, the keyboard, accessibility, a failed status. */
import type { DoubleTroubleBet, DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import type { User } from '@fairground/contract/user';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { isAccepted } from '../../../e2e/accepted-request.ts';
import { expect, expectSoundBooks, pillCoins, test, toastOf } from '../../../e2e/fixtures.ts';
import { tabTo } from '../../../e2e/keyboard-steps.ts';
import {
  failedPush,
  controlLiveConnection,
  pushed,
  type LiveConnection,
} from '../../../e2e/live-connection.ts';

/** Far above the two slots of six seconds after which a bet is over. */
const slotsMs = 60_000;

// A bet that arrives after the close is refused.
test.use({ isRecorded: true, expectedErrors: [/409 .*\/api\/doubleTrouble\/create/] });

const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Bet' });
const bets = (page: Page) => page.getByRole('region', { name: 'Your Bets' }).getByRole('listitem');
const draws = (page: Page) => page.getByRole('list', { name: 'Last draws' }).getByRole('listitem');
const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'What the bet is on' }).getByRole('radio', { name });

const statusOf = async (context: BrowserContext): Promise<DoubleTroubleStatus> =>
  (await (await context.request.get('/api/doubleTrouble/status')).json()) as DoubleTroubleStatus;
const historyOf = async (context: BrowserContext): Promise<DoubleTroubleBet[]> =>
  (await (await context.request.get('/api/doubleTrouble/userHistory')).json()) as DoubleTroubleBet[];

/** Presses the visible position: `click` scrolls first, which would move a docked button. */
const press = async (page: Page, button: Locator): Promise<void> => {
  await expect(button).toBeInViewport({ ratio: 1 });
  const { x, y, width, height } = await button.evaluate((element) => element.getBoundingClientRect());
  await page.mouse.click(x + width / 2, y + height / 2);
};

/** Presses the button, in the next draw that takes it, until the list has one more bet. */
const placeBet = async (page: Page, byHand = () => press(page, placeButton(page))): Promise<void> => {
  const before = await bets(page).count();
  const tryToBet = async (): Promise<boolean> => {
    await expect(placeButton(page)).toBeEnabled({ timeout: slotsMs });
    return isAccepted(page, '/api/doubleTrouble/create', byHand);
  };
  await expect.poll(tryToBet, { timeout: 2 * slotsMs }).toBe(true);
  await expect(bets(page)).toHaveCount(before + 1);
};

const limitReached = {
  type: 'about:blank',
  title: 'Limit reached',
  status: 409,
  detail: 'You have staked all that your limit allows.',
  code: 'insufficient_coins',
};

/** Waits until the newest bet is settled, and returns the time at which the page showed it. */
const settledAt = async (page: Page): Promise<number> => {
  const newest = await bets(page).first().elementHandle();
  const seen = await page.waitForFunction(
    (row) => (row?.textContent.includes('Pending') ? null : Date.now()),
    newest,
    { timeout: slotsMs },
  );
  return (await seen.jsonValue()) ?? 0;
};

/** Moves the next draw an hour away for the page, so that its state does not change for now. */
const postponeDraw = async (context: BrowserContext, connection: LiveConnection): Promise<void> => {
  connection.mute(/"(doubleTroubleStatus|updatedUser)_response"/);
  const status = await statusOf(context);
  const later = (at: string): string => new Date(Date.parse(at) + 3_600_000).toISOString();
  const next = { ...status.next, closesAt: later(status.next.closesAt), drawsAt: later(status.next.drawsAt) };
  await connection.send(
    pushed('doubleTroubleStatus_response', { ...status, next } satisfies DoubleTroubleStatus),
  );
};

const wins = ({ drawType, number }: DoubleTroubleBet, drawn: number): boolean =>
  ({ Number: drawn === number, Under: drawn < 15, Over: drawn > 15, Exact: drawn === 15 })[drawType];

test(
  'bets on a number and on a side are pending, and are settled by the draw as in the ledger',
  { tag: '@phone' },
  async ({ page, context, site, signIn }) => {
    await signIn();
    await page.goto('/games');
    await expect(page.getByText('Return 95 to 98%')).toBeVisible();
    await page.getByRole('link', { name: 'Play Now: Double Trouble' }).click();
    await expect(page).toHaveURL('/games/double-trouble');
    await expect(page.getByText('No Bets Found')).toBeAttached();
    for (const text of ['29.4x', '2.1x', '1.9x', '14 in 30', '95% back']) {
      await expect(page.getByText(text).first()).toBeVisible();
    }

    const fifty = page.getByRole('button', { name: '50', exact: true });
    await press(page, fifty);
    await expect(fifty).toHaveAttribute('aria-pressed', 'true');
    await kind(page, 'Number').check();
    await page.getByRole('radio', { name: '17', exact: true }).check();
    await expect(kind(page, 'Number')).toBeChecked();
    await placeBet(page);
    await expect(toastOf(page, 'Bet Placed').last()).toContainText('You have placed a bet of 50 coins.');
    await press(page, kind(page, 'Over'));
    await expect(kind(page, 'Over')).toBeChecked();
    await expect(page.getByRole('radio', { name: '17', exact: true })).toBeHidden();
    await page.getByRole('textbox', { name: 'Bet' }).fill('60');
    await placeBet(page);
    await expect(bets(page).first()).toContainText(/Over.*1\.9x.*(Pending|Win|Loss)/);
    await expect(bets(page).last()).toContainText('Number 17');

    const [newest] = await historyOf(context);
    const shownAt = await settledAt(page);
    const { history } = await statusOf(context);
    const drawn = history.find(({ drawId }) => drawId === newest?.drawId);
    expect(shownAt - Date.parse(drawn?.drawnAt ?? ''), 'the result shows within a second').toBeLessThan(
      1_000,
    );
    await expect(bets(page).last()).not.toContainText('Pending');
    await expect(toastOf(page, `${drawn?.winningNumbers[0]} was drawn`)).toBeVisible();

    const settled = await historyOf(context);
    expect(settled).toHaveLength(2);
    const proof = await (await context.request.get(`/api/fairness/doubleTrouble/${newest?.drawId}`)).json();
    expect(proof, 'the page sends a seed with each bet').toMatchObject({ entropy: 'bettors' });
    for (const [at, bet] of settled.entries()) {
      const number = history.find(({ drawId }) => drawId === bet.drawId)?.winningNumbers[0] ?? 0;
      expect(bet.status).toBe(wins(bet, number) ? 'win' : 'loss');
      await expect(bets(page).nth(at)).toContainText(
        bet.status === 'win' ? `Win ${bet.amountWon.toLocaleString('en-US')} (net +` : `Loss ${bet.amount}`,
      );
    }
    const me = (await (await context.request.get('/api/user/me')).json()) as User;
    const expected = settled.reduce((sum, bet) => sum - bet.amount + bet.amountWon, 1000);
    expect(me.coins + me.winningAmount).toBe(expected);
    await expect.poll(() => pillCoins(page)).toBe(expected);

    await expectSoundBooks(site);
  },
);

test(
  'one press bets on each of several fields, and says which are refused',
  { tag: '@phone' },
  async ({ page, context, signIn, site }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    await page.getByRole('checkbox', { name: 'Several fields' }).check();
    for (const field of ['Over', 'Number', '9', '7'])
      await page.getByRole('checkbox', { name: field, exact: field.length === 1 }).check();
    await expect(page.getByText('4 bets of 10: 40 coins in all.')).toBeVisible();
    const place = page.getByRole('button', { name: 'Place 4 Bets' });
    const pressOpen = async (): Promise<void> => {
      await expect(place).toBeEnabled({ timeout: slotsMs });
      await press(page, place);
    };
    // A draw that closes meanwhile may refuse some.
    await expect(async () => {
      const before = (await historyOf(context)).length;
      await pressOpen();
      await expect.poll(async () => (await historyOf(context)).length - before, { timeout: 3_000 }).toBe(4);
    }).toPass();
    const placed = (await historyOf(context)).slice(0, 4);
    expect(new Set(placed.map(({ drawId }) => drawId)).size).toBe(1);
    expect(placed.map(({ drawType, number }) => number ?? drawType)).toEqual(
      expect.arrayContaining([7, 9, 'Under', 'Over']),
    );
    await page.route('**/api/doubleTrouble/create', (route) =>
      (route.request().postDataJSON() as DoubleTroubleBet).drawType === 'Over'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', json: limitReached })
        : route.continue(),
    );
    await expect(async () => {
      await pressOpen();
      await expect(page.getByText(`Not placed: Over. ${limitReached.detail}`)).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await page.getByRole('textbox', { name: 'Bet' }).fill('500');
    await expect(page.getByText('4 bets of 500 are 2,000 coins: more than you have.')).toBeVisible();
    await expect(place).toBeDisabled();
    await expectSoundBooks(site);
  },
);

test(
  'bets close before the draw, and the list of draws shows the number with its side',
  { tag: '@phone' },
  async ({ page, context, signIn }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    await expect(page.getByText('Bets closed')).toBeVisible({ timeout: slotsMs });
    await expect(page.getByText(/^(Sealed without bets|\d+ bets? (is|are) sealed)\b/)).toBeVisible();
    await expect(placeButton(page)).toBeDisabled();
    const { next } = await statusOf(context);
    await expect(placeButton(page)).toBeEnabled({ timeout: slotsMs });
    const { history } = await statusOf(context);
    const number = history.find(({ drawId }) => drawId === next.drawId)?.winningNumbers[0] ?? 0;
    const side = number < 15 ? 'Under' : number > 15 ? 'Over' : 'Exact';
    await expect(draws(page).first()).toContainText(new RegExp(`${number}\\s*${side}$`));
    await expect(
      page.getByRole('status').filter({ hasText: `${number} was drawn: ${side}.` }),
    ).toBeAttached();
    const proof = page.getByRole('link', { name: 'Proof of the last draw' });
    await expect(proof).toHaveAttribute('href', /\/rounds\/doubleTrouble\/\d+$/);
  },
);

test(
  'a connection broken during a draw comes back with the result, without a reload',
  { tag: '@phone' },
  async ({ page, context, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await page.goto('/games/double-trouble');
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));
    await placeBet(page);
    await connection.cut();
    await expect(page.getByText('Not connected. Trying again.')).toBeVisible();
    await expect
      .poll(async () => (await historyOf(context))[0]?.status, { timeout: slotsMs })
      .not.toBe('pending');
    connection.restore();
    await expect(page.getByText('Not connected. Trying again.')).toBeHidden();
    await expect(bets(page).first()).not.toContainText('Pending');
    await expect(page.locator('body[data-not-reloaded]')).toHaveCount(1);
  },
);

test(
  'reports a failed status, empties the history, and recovers',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await page.goto('/games/double-trouble');
    await expect(draws(page).first()).toBeVisible({ timeout: slotsMs });
    const notice = page.getByText('Error fetching double trouble status');
    // Otherwise a draw may clear the notice before it is checked.
    connection.mute(/"doubleTroubleStatus_response"/);
    // A response to the page's own request clears the notice too, and may arrive only now.
    await expect(async () => {
      await connection.send(failedPush('doubleTroubleStatus_response'));
      await expect(notice).toBeVisible({ timeout: 1_000 });
      await expect(draws(page)).toHaveCount(0, { timeout: 1_000 });
      await expect(placeButton(page)).toBeDisabled({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    connection.unmute();
    await expect(draws(page).first()).toBeVisible({ timeout: slotsMs });
    await expect(notice).toHaveCount(0);
  },
);

test('a bet is placed by keyboard alone', { tag: '@desktop' }, async ({ page, context, signIn }) => {
  await signIn();
  const connection = await controlLiveConnection(page);
  await page.goto('/games/double-trouble');
  await expect(draws(page).first()).toBeVisible({ timeout: slotsMs });
  // The keyboard skips the button while bets are closed.
  await postponeDraw(context, connection);
  await expect(placeButton(page)).toBeEnabled();
  await tabTo(page, kind(page, 'Under'));
  await page.keyboard.press('ArrowRight');
  await expect(kind(page, 'Over')).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: '1', exact: true }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '2', exact: true })).toBeChecked();
  await tabTo(page, page.getByRole('textbox', { name: 'Bet' }));
  await page.keyboard.type('20');
  await tabTo(page, placeButton(page));
  await placeBet(page, async () => {
    // The draw that the page shows may be over by now.
    await postponeDraw(context, connection);
    await placeButton(page).focus();
    await page.keyboard.press('Enter');
  });
  await expect(bets(page).first()).toContainText(/Number 2.*(Pending|Win|Loss)( \+\d+| 20)/);
});

test(
  'is accessible with a bet waiting and settled, by night and by day, and nothing is wider than the page',
  { tag: '@nightly' },
  async ({ page, context, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await page.goto('/games/double-trouble');
    await expect(draws(page).first()).toBeVisible({ timeout: slotsMs });
    await placeBet(page, async () => {
      await postponeDraw(context, connection);
      await expect(placeButton(page)).toBeEnabled();
      await press(page, placeButton(page));
    });
    await expectAccessibleByNightAndDay(page, 'a bet waits');
    await expect(bets(page).first()).toContainText('Pending');
    connection.unmute();
    // A page that expects a later draw ignores messages about an earlier one.
    await page.reload();
    await expect(bets(page).first()).not.toContainText('Pending', { timeout: slotsMs });
    await postponeDraw(context, connection);
    await expect(placeButton(page)).toBeEnabled();
    await expectAccessibleByNightAndDay(page, 'a bet is settled');
    await expectNoSidewaysScroll(page);
  },
);
