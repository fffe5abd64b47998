/** The pages that bring players back, for `npm run screens`: boards, months, the punch card and the badges. */
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const strikes = 12;

/** Players with wins, for the boards; they have been there since the pictures of the first size. */
const addWinners = async (siteUrl: string, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    const player = new PlayerClient(siteUrl, `winner_${index}`);
    const isNew = await player.register().then(
      () => true,
      () => false,
    );
    if (isNew) await strike(player);
  }
};

const strike = async (player: PlayerClient): Promise<void> => {
  for (let index = 0; index < strikes; index++) {
    await player.call('POST', '/highStriker/create', { amount: 100, target: 1.2 + 0.1 * (index % 5) });
  }
};

const days = Array.from({ length: 7 }, (_, index) => `2026-11-${String(3 + 2 * index).padStart(2, '0')}`);

export const takeReturns = async (
  page: Page,
  take: Take,
  { siteUrl, player }: { siteUrl: string; player: PlayerClient },
): Promise<void> => {
  await addWinners(siteUrl, 12);
  await strike(player);
  await page.goto('/leaderboard');
  await page.getByText(/^Your rank: \d+/).waitFor();
  await page.getByRole('button', { name: 'Games, bots and search' }).click();
  await page.getByRole('searchbox').fill('winner_1');
  await page.getByText('3 players found').waitFor();
  await take('leaderboard-tools');
  await page.goto('/seasons');
  await page.getByText(/^Ends /).waitFor();
  await take('seasons');
  await page.getByRole('link', { name: 'See the board' }).click();
  await page.getByRole('table').waitFor();
  await take('season');
  await page.goto('/achievements');
  await page.getByText('1 of 7 stamps').waitFor();
  await page.getByText('Reached on').first().waitFor();
  await take('achievements');
  // Seven days pass in no test.
  const full = { stamps: days, isStampedToday: true, full: 1, claimed: 0, coins: 100 };
  await page.route('**/api/user/card', (route) => route.fulfill({ json: full }));
  await page.reload();
  await page.getByRole('button', { name: 'Claim 100 coins' }).waitFor();
  await take('achievements-full-card', false);
  await page.unroute('**/api/user/card');
};
