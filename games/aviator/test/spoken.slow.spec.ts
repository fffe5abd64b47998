/** A screen reader hears each outcome of a bet once, and nothing that is over is left to be read. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../../e2e/fixtures.ts';
import { linesInTree, recordSpoken, spokenLines } from '../../../e2e/spoken-lines.ts';
import { betIsNotPlaced, longestFlightMs, newestBid, placeBet } from './page-steps.ts';

test.use({ expectedErrors: [/409 .*\/api\/aviator\/create/] });

/** Bets with an automatic cash-out until a bet ends like this. */
const betUntil = async (page: Page, autoCashOut: string, outcome: 'Win' | 'Loss'): Promise<string[]> => {
  const auto = page.getByRole('textbox', { name: /^Auto cash-out/ });
  await expect(auto).toBeEnabled({ timeout: longestFlightMs });
  await auto.fill(autoCashOut);
  for (let bets = 0; bets < 10; bets += 1) {
    const before = (await spokenLines(page)).length;
    await placeBet(page);
    // The countdown of this site is so short that the next one takes the place of the crash on the stage.
    await expect
      .poll(async () => (await spokenLines(page)).slice(before).join(' '), { timeout: 2 * longestFlightMs })
      .toContain('Crashed at');
    await expect(betIsNotPlaced(page)).toBeVisible();
    const ended = (await newestBid(page).textContent())?.startsWith(outcome);
    await expect.poll(() => linesInTree(page)).not.toContain('Round started.');
    // The countdown of the next round: all of this one is said.
    await expect(page.locator('[data-part="seconds"]')).toBeVisible({ timeout: longestFlightMs });
    if (ended) return (await spokenLines(page)).slice(before);
  }
  throw new Error(`no bet of ten ended as a ${outcome}`);
};

test('a cash-out and a lost bet are each said once', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await recordSpoken(page);
  await page.goto('/games/aviator');
  const won = await betUntil(page, '1.01', 'Win');
  expect(won.filter((line) => /cashed out/i.test(line))).toEqual([
    'Cashed Out You cashed out 10 coins with a multiplier of 1.01.',
  ]);
  const lost = await betUntil(page, '10000', 'Loss');
  expect(lost.filter((line) => /lost/i.test(line))).toHaveLength(1);
  expect(lost.join(' ')).not.toContain('cashed out');
  expect(await linesInTree(page)).not.toContain('Lighting the fuse…');
});

test('a crash is there to be seen and read, though the next countdown is short', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/aviator');
  await page.locator('[data-part="crashed"]').evaluate((region) => {
    const stage = document.querySelector<HTMLElement>('[data-part="stage"]')!;
    /** Notes for how long something lasts, once it is over. */
    const timed = (name: string, isOn: () => boolean) => {
      let since = 0;
      return (): void => {
        if (isOn()) since ||= performance.now();
        else if (since > 0) stage.dataset[name] ??= String(performance.now() - since);
      };
    };
    const read = timed('readForMs', () => region.textContent !== '');
    const seen = timed('seenForMs', () => stage.dataset['phase'] === 'crashed');
    new MutationObserver(read).observe(region, { childList: true, characterData: true, subtree: true });
    new MutationObserver(seen).observe(stage, { attributeFilter: ['data-phase'] });
  });
  const stage = page.locator('[data-part="stage"]');
  const noted = (name: string) =>
    expect.poll(async () => Number(await stage.getAttribute(name)), { timeout: 2 * longestFlightMs });
  await noted('data-read-for-ms').toBeGreaterThan(1_900);
  await noted('data-seen-for-ms').toBeGreaterThan(900);
});
