/** A screen reader hears each outcome of a bet once, and nothing that is over is left to be read. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../../e2e/fixtures.ts';
import { controlLiveConnection, type LiveConnection } from '../../../e2e/live-connection.ts';
import { linesInTree, recordSpoken, spokenLines } from '../../../e2e/spoken-lines.ts';
import { betIsNotPlaced, crash, longestFlightMs, newestBid, placeBet } from './page-steps.ts';

test.use({ expectedErrors: [/409 .*\/api\/aviator\/create/] });

/** Bets with an automatic cash-out until a bet ends like this. */
const betUntil = async (
  page: Page,
  connection: LiveConnection,
  autoCashOut: string,
  outcome: 'Win' | 'Loss',
): Promise<string[]> => {
  const auto = page.getByRole('textbox', { name: /^Auto cash-out/ });
  await expect(auto).toBeEnabled({ timeout: longestFlightMs });
  await auto.fill(autoCashOut);
  for (let bets = 0; bets < 10; bets += 1) {
    const before = (await spokenLines(page)).length;
    await placeBet(page);
    // The next countdown would take the place of the crash at once.
    connection.mute(/aviatorCountdown_response/);
    await expect(crash(page)).toBeVisible({ timeout: 2 * longestFlightMs });
    await expect(betIsNotPlaced(page)).toBeVisible();
    const ended = (await newestBid(page).textContent())?.startsWith(outcome);
    await expect.poll(() => linesInTree(page)).not.toContain('Round started.');
    connection.unmute();
    // The countdown of the next round: all of this one is said.
    await expect(page.locator('[data-part="seconds"]')).toBeVisible({ timeout: longestFlightMs });
    if (ended) return (await spokenLines(page)).slice(before);
  }
  throw new Error(`no bet of ten ended as a ${outcome}`);
};

test('a cash-out and a lost bet are each said once', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await recordSpoken(page);
  const connection = await controlLiveConnection(page);
  await page.goto('/games/aviator');
  const won = await betUntil(page, connection, '1.01', 'Win');
  expect(won.filter((line) => /cashed out/i.test(line))).toEqual([
    'Cashed Out You cashed out 10 coins with a multiplier of 1.01.',
  ]);
  const lost = await betUntil(page, connection, '10000', 'Loss');
  expect(lost.filter((line) => /lost/i.test(line))).toHaveLength(1);
  expect(lost.join(' ')).not.toContain('cashed out');
  expect(await linesInTree(page)).not.toContain('Lighting the fuse…');
});

test('a crash is there to be read for two seconds, though the next countdown follows at once', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/games/aviator');
  await page.locator('[data-part="crashed"]').evaluate((region) => {
    let since = 0;
    const note = (): void => {
      if (region.textContent !== '') since ||= performance.now();
      else if (since > 0) (region as HTMLElement).dataset['forMs'] = String(performance.now() - since);
    };
    new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
  });
  const read = () => page.locator('[data-part="crashed"]').getAttribute('data-for-ms');
  await expect.poll(read, { timeout: 2 * longestFlightMs }).not.toBeNull();
  expect(Number(await read())).toBeGreaterThan(1_900);
});
