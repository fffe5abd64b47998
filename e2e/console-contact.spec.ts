/** The console's inbox: a message of the contact page is read and answered by mail. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { signInStaff } from './console-steps.ts';
import { createName, expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/401|403/] });

test(
  'support answers a message by mail, from a template',
  { tag: '@phone' },
  async ({ page, context, site, request }) => {
    const title = `Question of ${createName()}`;
    const data = { name: 'Vera', email: 'vera@example.org', title, description: 'Where is my payout?' };
    const headers = { origin: site.url };
    expect((await request.post('/api/contactus/create', { data, headers })).status()).toBe(201);
    await signInStaff(context, site, 'support');
    await page.goto('/console/contact');
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'the inbox');
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText('Where is my payout?')).toBeVisible();
    await page.getByRole('button', { name: 'Corrected' }).click();
    await expect(page.getByLabel('Answer', { exact: true })).toHaveValue(/^Hello Vera,/);
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByText('The answer was mailed.')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Answer of staff-/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'an answered message');
    const folder = join(site.dataDir, 'mail');
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(mails.filter((mail) => mail.includes(`Subject: Re: ${title}`))).toHaveLength(1);
    await page.goto('/console/contact');
    await expect(page.getByRole('link', { name: 'All messages' })).toBeVisible();
    await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  },
);
