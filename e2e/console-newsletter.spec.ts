/** The console's page of the newsletter: who subscribed. */
import { readFileSync } from 'node:fs';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { addSubscriber, signInStaff } from './console-steps.ts';
import { createName, expect, test } from './fixtures.ts';

test(
  "an operator downloads the newsletter's subscribers",
  { tag: '@phone' },
  async ({ page, context, site }) => {
    const reader = `${createName()}@example.org`;
    await addSubscriber(site, reader);
    await signInStaff(context, site, 'operator');
    await page.goto('/console/newsletter');
    await expect(page.getByText('Confirmed addresses')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'the newsletter');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the subscribers' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('subscribers.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain(`\r\n${reader},en,`);
  },
);
