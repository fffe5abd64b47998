/** A player's rounds: the page, the server and the ledger agree. */
import type { AviatorBet } from '@fairground/game-aviator/contract';
import type { User } from '@fairground/contract/user';
import {
  betIsActive,
  betIsNotPlaced,
  cashOut,
  longestFlightMs,
  chooseStake,
  newestBid,
  placeBetAndMute,
} from './page-steps.ts';
import { controlLiveConnection } from '../../../e2e/live-connection.ts';
import {
  expect,
  expectSoundBooks,
  fillRegistration,
  createName,
  pillCoins,
  test,
  toastOf,
} from '../../../e2e/fixtures.ts';

// A bet that reaches the site after take-off is refused, and so is a cash-out after the crash.
test.use({ isRecorded: true, expectedErrors: [/409 .*\/api\/aviator\/(create|cashout)/] });

test(
  'a new player signs up, bets and cashes out, and the ledger agrees',
  { tag: '@phone' },
  async ({ page, context, site }) => {
    const username = createName();
    const connection = await controlLiveConnection(page);
    await page.goto('/register');
    await fillRegistration(page, username);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/games');
    await expect(toastOf(page, `Welcome to the fair, ${username}!`)).toBeVisible();

    await page.getByRole('link', { name: 'Play Now: Aviator' }).click();
    await expect(page).toHaveURL('/games/aviator');
    await expect(betIsNotPlaced(page)).toBeVisible();

    let won = false;
    for (let round = 1; round <= 10 && !won; round++) {
      await placeBetAndMute(page, connection);
      await expect(toastOf(page, 'Bet Placed').last()).toContainText('You have placed a bet of 10 coins.');
      await expect(page.getByRole('button', { name: 'Bet Placed' })).toBeDisabled();
      connection.unmute();
      won = await cashOut(page);
    }
    expect(won, 'one of ten rounds flew long enough to cash out').toBe(true);
    await expect(betIsNotPlaced(page)).toBeVisible();

    const history = await context.request.get('/api/aviator/userHistory');
    const bets = (await history.json()) as AviatorBet[];
    const bet = bets[0] as AviatorBet;
    expect(bet).toMatchObject({ outcome: 'win', amount: 10 });
    const paidAt = (bet.cashOutMultiplier ?? 0).toFixed(2);
    await expect(toastOf(page, 'Cashed Out')).toContainText(
      `You cashed out ${bet.amountWon} coins with a multiplier of ${paidAt}.`,
    );
    await expect(newestBid(page)).toHaveText(
      `Win ${bet.amountWon} (net ${bet.amountWon > 10 ? '+' : '±'}${bet.amountWon - 10})`,
    );

    const me = (await (await context.request.get('/api/user/me')).json()) as User;
    // A round that nobody led is void, and its stake comes back.
    const losses = 10 * bets.filter(({ outcome }) => outcome === 'loss').length;
    expect(me.coins + me.winningAmount).toBe(1000 - losses - 10 + bet.amountWon);
    await expect.poll(() => pillCoins(page)).toBe(me.coins + me.winningAmount);

    await expectSoundBooks(site);
  },
);

test(
  'shows a pending bet with an hourglass, and a lost one in red with its stake',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await page.goto('/games/aviator');
    await chooseStake(page, 50);
    await placeBetAndMute(page, connection);
    await expect(betIsActive(page)).toBeVisible();
    await expect(newestBid(page)).toHaveText('Pending 50');
    await expect(newestBid(page).locator('svg.lucide-hourglass')).toBeVisible();
    await expect.poll(() => pillCoins(page)).toBe(950);

    connection.unmute();
    await expect(newestBid(page)).toHaveText('Loss 50', { timeout: longestFlightMs });
    const isRed = await newestBid(page)
      .locator('span')
      .first()
      .evaluate((badge) => {
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(badge).color.match(/[\d.]+/g) ?? []).map(
          Number,
        );
        return red > green && red > blue;
      });
    expect(isRed, 'the badge is red').toBe(true);
    await expect(betIsNotPlaced(page)).toBeVisible();
    expect(await pillCoins(page)).toBe(950);
  },
);
