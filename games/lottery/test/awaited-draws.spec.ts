/** The lottery on a site that draws twice a minute: tickets are bought, drawn, settled and verified. */
import type { LotteryProof, Ticket } from '@fairground/game-lottery/contract';
import type { User } from '@fairground/contract/user';
import type { Page } from '@playwright/test';
import { expect, pillCoins, test, toastOf } from '../../../e2e/fixtures.ts';
import {
  drawsWithinMs,
  freshDraw,
  openLottery,
  placeBidButton,
  punch,
  stamp,
  tickets,
} from './page-steps.ts';

test.use({ siteKind: 'drawing' });

const six = [4, 11, 19, 26, 38, 45];

const myTickets = async (page: Page): Promise<Ticket[]> => {
  const me = (await (await page.request.get('/api/user/me')).json()) as User;
  return (await (await page.request.get(`/api/ticket/userTickets/${me.id}`)).json()) as Ticket[];
};

test(
  'a player punches six, buys tickets, and the draw settles them as the page says',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await openLottery(page);
    await freshDraw(page);
    await expect(page.getByText('No tickets yet.')).toBeVisible();
    await expect(placeBidButton(page)).toBeDisabled();
    await punch(page, six);
    // A seventh stamp is disabled, and explains why when it is pressed.
    await stamp(page, 7).click({ force: true });
    await expect(stamp(page, 7)).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByRole('alert')).toHaveText('You have picked six. Remove one to change it.');
    await page.getByRole('group', { name: 'Quick bids' }).getByRole('button', { name: '50' }).click();
    await placeBidButton(page).click();
    await expect(toastOf(page, 'Ticket bought')).toContainText('4, 11, 19, 26, 38, 45 for 50 coins');
    await expect(tickets(page)).toHaveCount(1);
    await expect(tickets(page).first()).toContainText('Pending');
    await expect(tickets(page).first()).toContainText('Sealed when sales close');
    await expect.poll(() => pillCoins(page)).toBe(950);

    // The stamps are free again; the same numbers, or a quick pick, make a second ticket.
    await expect(stamp(page, 4)).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Same numbers' }).click();
    await expect(stamp(page, 4)).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByRole('button', { pressed: true }).and(page.locator('[data-number]'))).toHaveCount(
      0,
    );
    await page.getByRole('button', { name: 'Quick pick' }).click();
    await expect(page.getByRole('button', { pressed: true }).and(page.locator('[data-number]'))).toHaveCount(
      6,
    );
    await placeBidButton(page).click();
    await expect(tickets(page)).toHaveCount(2);

    await expect(page.getByText(/^Sales are closed\. Draw at/)).toBeVisible({ timeout: drawsWithinMs });
    // A phone has no room for it.
    await expect(
      page.getByText(/^\d+ tickets? (is|are) sealed\. The draw depends on (it|them)\.$/),
    ).toBeAttached();
    await expect(placeBidButton(page)).toBeDisabled();
    const seal = tickets(page)
      .last()
      .getByRole('button', { name: /^Check that ticket/ });
    await seal.click();
    await expect(tickets(page).last()).toContainText(/Checked here: ticket \d of \d+ under the root/);

    await expect(page.getByText('Your 2 tickets in the last draw')).toBeVisible({ timeout: drawsWithinMs });
    const settled = await myTickets(page);
    const [newest] = settled as [Ticket];
    const proof = (await (
      await page.request.get(`/api/fairness/lottery/${newest.drawId}`)
    ).json()) as LotteryProof;
    const numbers = proof.outcome?.winningNumbers.join(', ') ?? '';
    const lastDraw = page.getByRole('region', { name: /^Last draw/ });
    await expect(lastDraw).toContainText(numbers);
    for (const [at, ticket] of settled.entries()) {
      const row = tickets(page).nth(at);
      await expect(row).toContainText(
        { win: 'Win', loss: 'Loss', megaPot: 'MegaPot', pending: '?' }[ticket.result],
      );
      await expect(row.locator('[data-marked]')).toHaveText(ticket.matchedNumbers.map(String));
    }
    const won = settled.reduce((sum, ticket) => sum + ticket.coinsWon, 0);
    await expect.poll(() => pillCoins(page)).toBe(900 + won);
    // Only a return above the stakes is celebrated.
    await expect(toastOf(page, won > 100 ? 'Your numbers came up' : 'The draw is over')).toBeVisible();

    await tickets(page)
      .first()
      .getByRole('button', { name: /^Check that ticket/ })
      .click();
    await expect(tickets(page).first()).toContainText('seed and root give these numbers.');
    await lastDraw.getByRole('button', { name: /^Check the draw/ }).click();
    await expect(lastDraw).toContainText('Checked here: the seed matches the commitment');
    await expect(page.getByRole('region', { name: 'Past draws' })).toContainText('2 tickets');
  },
);

test(
  'tickets on the profile are settled after their draw, and an empty page is the last one',
  { tag: '@desktop' },
  async ({ page, context, signIn }) => {
    await signIn();
    await openLottery(page);
    await freshDraw(page);
    const bought = await context.request.post('/api/lottery/create', {
      data: { numbers: six, bid: 10 },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(bought.status()).toBe(201);
    await page.goto('/profile');
    const history = page.getByRole('region', { name: 'Ticket history' });
    await expect(history.getByText('Pending')).toHaveCount(1);
    await expect(history.getByText('Pending')).toHaveCount(0, { timeout: drawsWithinMs });

    await openLottery(page);
    const mine = page.getByRole('region', { name: 'Your tickets' });
    await expect(tickets(page)).toHaveCount(1);
    await expect(mine.getByText('No More Tickets')).toHaveCount(0);
    await mine.getByRole('button', { name: 'Load More' }).click();
    await expect(mine.getByText('No More Tickets')).toBeVisible();
  },
);

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test("times are the player's own", { tag: '@phone' }, async ({ page, signIn }) => {
    await signIn();
    await openLottery(page);
    const { drawsAt } = await freshDraw(page);
    const there = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(drawsAt));
    await expect(page.getByText(`Draw at ${there}`)).toBeVisible();
  });
});
