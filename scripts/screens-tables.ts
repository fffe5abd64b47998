/** The live tables of Aviator and Double Trouble for `npm run screens`, with players who bet in every round. */
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';
import { crash, flight, longestFlightMs } from '../e2e/aviator-steps.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const names = [
  'GildedParrot4711',
  'mia',
  'WhirlingCarousel2024',
  'old_rocketeer',
  'Toffee_99',
  'the_quiet_one',
  'SunnyKite1234',
  'abc',
  'brass_band_leader_20',
  'Zoe',
  'candle_light',
  'JollyJuggler7070',
];
const everyMs = 500;
const turnsPerDrawBet = 16;

/** Players who bet whenever they can. Returns what ends them. */
export const startTablePlayers = async (url: string): Promise<() => void> => {
  const players = names.map((name) => new PlayerClient(url, name));
  for (const player of players) await player.register();
  await players[5]?.call('POST', '/user/visibility', { hideName: true });
  const kinds = ['Under', 'Over', 'Exact', 'Number'];
  let turns = 0;
  const bet = async (player: PlayerClient, at: number): Promise<void> => {
    await player.placeBet({ amount: 10 * (1 + ((at * 7) % 5)), autoCashOut: 1.05 + ((at * 13) % 20) / 10 });
    // Any number of bets would be accepted, until the coins are gone.
    if (turns % turnsPerDrawBet !== at) return;
    const drawType = kinds[at % kinds.length];
    await player.call('POST', '/doubleTrouble/create', {
      drawType,
      amount: 10 * (1 + (at % 5)),
      ...(drawType === 'Number' ? { number: 1 + ((at * 11) % 30) } : {}),
    });
  };
  const betting = setInterval(() => {
    turns += 1;
    // A round that is closed refuses, and one that has a bet of the player.
    players.forEach((player, at) => void bet(player, at).catch(() => undefined));
  }, everyMs);
  return () => clearInterval(betting);
};

/** The table while a round flies and when it has burst; the stakes of a closed draw; the switch of the profile. */
export const takeTables = async (page: Page, take: Take): Promise<void> => {
  const seen = { timeout: longestFlightMs };
  const part = page.locator('[data-part=table]');
  // A picture of a complete page would show what is docked over the table.
  const takePart = async (name: string): Promise<void> => {
    await part.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await page.mouse.wheel(0, -80);
    await take(name, false);
  };
  await page.goto('/games/aviator');
  await part.getByRole('row').nth(5).waitFor(seen);
  await takePart('table-betting');
  await flight(page).waitFor(seen);
  await part.locator('[data-out]').first().waitFor(seen);
  await takePart('table-flying');
  await page.getByRole('button', { name: 'Send a lantern' }).click();
  await page.locator('[data-part=signs] svg').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('table-signs', false);
  await crash(page).waitFor(seen);
  await part.getByText('Lost').or(part.locator('[data-out]')).first().waitFor(seen);
  await takePart('table-crashed');
  await page.goto('/games/double-trouble');
  await part.getByRole('table').waitFor(seen);
  await takePart('table-double-trouble');
  await page.goto('/profile');
  await page.getByRole('checkbox', { name: /^Hide my name/ }).waitFor();
  await take('profile-visibility');
};
