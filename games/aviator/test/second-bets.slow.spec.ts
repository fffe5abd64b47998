/** Two bets in a round on the page: each with its own stake, cash-out and button, and both in the ledger. */
import type { Page } from '@playwright/test';
import type { AviatorBet } from '../contract.ts';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { chooseStake, longestFlightMs, newestBid } from './page-steps.ts';
import { expect, expectSoundBooks, pillCoins, test } from '../../../e2e/fixtures.ts';

test.use({ isRecorded: true, expectedErrors: [/409 .*\/api\/aviator\/(create|cashout)/] });

const secondBet = (page: Page) => page.getByRole('checkbox', { name: 'Second bet' });
const slotButton = (page: Page, slot: number) =>
  page.getByRole('button', { name: new RegExp(`^Bet ${slot} ?(Place Bet|Bet Placed|Cash Out)`) });
const tab = (page: Page, slot: number) =>
  page.getByRole('group', { name: 'Which bet' }).getByRole('button', { name: `Bet ${slot}` });
const autoField = (page: Page) => page.getByRole('textbox', { name: /^Auto cash-out/ });

const readBets = async (page: Page): Promise<AviatorBet[]> =>
  (await (await page.request.get('/api/aviator/userHistory')).json()) as AviatorBet[];

/** Bets of one round in both slots, or an empty list where the round took off between the two presses. */
const betTwice = async (page: Page): Promise<AviatorBet[]> => {
  for (const slot of [1, 2]) {
    await slotButton(page, slot).and(page.locator(':enabled')).click({ timeout: longestFlightMs });
    await expect(slotButton(page, slot)).not.toHaveAttribute('aria-busy', 'true');
  }
  const bets = (await readBets(page)).filter(({ outcome }) => outcome === 'pending');
  return bets.length === 2 && bets[0]?.roundId === bets[1]?.roundId ? bets : [];
};

test('places, pays and loses two bets on their own, in agreement with the ledger', async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto('/games/aviator');
  await expect(secondBet(page)).not.toBeChecked();
  await expect(tab(page, 2)).toHaveCount(0);
  await secondBet(page).click();
  await chooseStake(page, 20);
  await autoField(page).fill('1.01');
  await tab(page, 2).click();
  await expect(tab(page, 2)).toHaveAttribute('aria-pressed', 'true');
  await chooseStake(page, 50);
  await autoField(page).fill('10000');
  await tab(page, 1).click();
  await expect(autoField(page)).toHaveValue('1.01');

  let bets: AviatorBet[] = [];
  await expect
    .poll(async () => (bets = await betTwice(page)).length, { timeout: 3 * longestFlightMs })
    .toBe(2);
  expect(bets.map(({ slot, amount, autoCashOut }) => [slot, amount, autoCashOut])).toEqual([
    [2, 50, 10_000],
    [1, 20, 1.01],
  ]);
  await expectNoSidewaysScroll(page);

  const { roundId } = bets[0] as AviatorBet;
  await expect
    .poll(async () => (await readBets(page)).every(({ outcome }) => outcome !== 'pending'), {
      timeout: longestFlightMs,
    })
    .toBe(true);
  const ended = (await readBets(page)).filter((bet) => bet.roundId === roundId);
  const [second, first] = ended as [AviatorBet, AviatorBet];
  const isWon = (first.crashMultiplier ?? 0) >= 1.01;
  expect(first).toMatchObject({ slot: 1, amountWon: isWon ? 20 : 0 });
  expect(second.slot).toBe(2);
  const all = await readBets(page);
  const net = all.reduce((sum, { amount, amountWon, outcome }) => {
    if (outcome === 'void') return sum;
    return sum + amountWon - amount;
  }, 0);
  await expect.poll(() => pillCoins(page)).toBe(1_000 + net);
  await expectAccessibleByNightAndDay(page, 'two bets');
  await expectSoundBooks(site);
});

test.describe('with a bet of the test', () => {
  const betOfTest = {
    id: '900',
    roundId: '900000',
    slot: 2,
    amount: 70,
    amountWon: 0,
    outcome: 'pending',
    crashMultiplier: null,
    cashOutMultiplier: null,
    autoCashOut: null,
    parachute: false,
    endedBy: null,
    createdAt: new Date().toISOString(),
  };

  test.use({ isRecorded: false });

  test(
    'remembers the switch, and shows a second bet that is under way whatever it says',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto('/games/aviator');
      await secondBet(page).focus();
      await page.keyboard.press('Space');
      await expect(tab(page, 2)).toBeVisible();
      await page.reload();
      await expect(secondBet(page)).toBeChecked();
      await secondBet(page).click();
      await expect(tab(page, 2)).toHaveCount(0);
      await page.reload();
      await expect(secondBet(page)).not.toBeChecked();

      await page.route('**/api/aviator/userHistory', (route) => route.fulfill({ json: [betOfTest] }));
      await page.reload();
      await expect(slotButton(page, 2)).toContainText('70');
      await expect(secondBet(page)).toBeDisabled();
    },
  );

  test(
    'marks a bet that was placed with a parachute before the page was loaded, and no other',
    { tag: '@phone' },
    async ({ page, signIn }) => {
      await signIn();
      const marks = page.getByRole('main').getByText('with a parachute');
      const bets = [
        { ...betOfTest, outcome: 'pending', parachute: true },
        { ...betOfTest, id: '899', roundId: '899999', outcome: 'pending', slot: 1 },
        {
          ...betOfTest,
          id: '898',
          roundId: '899998',
          outcome: 'loss',
          parachute: true,
          crashMultiplier: 1.5,
        },
      ];
      await page.route('**/api/aviator/userHistory', (route) => route.fulfill({ json: bets }));
      await page.goto('/games/aviator');
      await expect(newestBid(page)).toContainText('Pending 70with a parachute');
      await expect(marks, 'the list of bets, and not the panel of the first bet').toHaveCount(1);
      await tab(page, 2).click();
      await expect(marks, 'the panel of the second bet too').toHaveCount(2);
    },
  );
});
