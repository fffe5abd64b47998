/** The stalls of All Games on a site that plays. */
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { longestFlightMs } from './page-steps.ts';

const stall = (page: Page, name: string) => page.getByRole('article', { name });
const lineOf = (page: Page, name: string) => stall(page, name).locator('[data-part="stall"]');

test('shows the flight and its crash, the last results, and how many are there', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/games');
  const flight = stall(page, 'Aviator').locator('[data-part="flight"]');
  // The crash stays until the countdown, and the countdown until the next flight.
  await expect(flight).toHaveText(/^[1-6] s$/, { timeout: longestFlightMs });
  const before = /Last: \S+x/.exec(await lineOf(page, 'Aviator').innerText())?.[0];
  expect(before).toBeDefined();
  await expect(flight).toHaveText(/^\d+\.\d\dx$/);
  await expect(lineOf(page, 'Aviator')).toHaveText(before ?? '');
  await expect(lineOf(page, 'Aviator')).not.toHaveText(before ?? '', { timeout: longestFlightMs });

  const drawn = lineOf(page, 'Double Trouble');
  const seen = new Set<string>();
  await expect.poll(async () => seen.add(await drawn.innerText()).size).toBeGreaterThan(1);
  await expect(drawn).toHaveText(/^Last: \d+$/);
  // Nobody's result is everybody's there, and nobody is counted.
  await expect(lineOf(page, 'Minefield')).toHaveCount(0);

  await expect(lineOf(page, 'Play Lottery')).not.toContainText('here');
  const other = await context.newPage();
  await other.goto('/games/play-lottery');
  await expect(lineOf(page, 'Play Lottery')).toContainText('1 here now');
  await other.close();
  await expect(lineOf(page, 'Play Lottery')).not.toContainText('here');
  await expectNoSidewaysScroll(page);
});
