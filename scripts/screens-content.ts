/** The console's pages of the blog and the newsletter, for `npm run screens`. */
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { withDatabase } from '../apps/server/src/admin/command.ts';
import { createStaffAccounts } from '../apps/server/src/console/staff/accounts.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createPasswords } from '../apps/server/src/platform/passwords.ts';
import { createSeal, readSealKey } from '../apps/server/src/platform/seal.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';
import { codeOf } from '../apps/server/test/one-time-codes.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const text = `# Lanterns

A **lantern** glows over the meadow, and [the games](/games) are below.

| tile | pays |
| ---- | ---- |
| gem  | 1.2x |

- one
- two`;

interface Site {
  url: string;
  dataDir: string;
}

/** A new editor and a subscriber of the newsletter; the code of an account is accepted once. */
const signInEditor = async (context: BrowserContext, { url, dataDir }: Site, name: string): Promise<void> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  const seal = createSeal(key);
  const { password, secret } = await withDatabase(readSettings({ DATA_DIR: dataDir }), async (database) => {
    await database.query({
      text: `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token)
        VALUES ($1, clock_timestamp(), $1)`,
      values: [`${name}@example.org`],
    });
    const accounts = createStaffAccounts({
      database,
      entropy: systemEntropy,
      passwords: createPasswords({}),
      seal,
    });
    const added = await accounts.add(name, 'editor');
    if (!added.ok) throw new Error(`${name} is taken`);
    return added.value;
  });
  const response = await context.request.post('/api/console/sign-in', {
    data: { name, password, code: codeOf(secret, Date.now()) },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(await response.text());
};

/** `name` is a part of addresses that no other picture uses. */
export const takeContent = async (page: Page, take: Take, site: Site & { name: string }): Promise<void> => {
  const { name } = site;
  await signInEditor(page.context(), site, name);
  await page.goto('/console/posts');
  await page.getByLabel('Title').fill('Lanterns over the meadow');
  await page.getByLabel('Name in the address').fill(name);
  await page.getByRole('button', { name: 'Begin a draft' }).click();
  await page.getByLabel('Category in English').fill('News');
  await page.getByLabel('Excerpt in English').fill('What glows at night.');
  await page.getByLabel('Text in English, in Markdown').fill(text);
  await page.getByRole('region', { name: 'Preview in English' }).getByRole('table').waitFor();
  await take('console-post-changed');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText(/^Version 2, saved/).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText(/^Public since/).waitFor();
  await take('console-post-public', false);
  await page.goto('/console/posts');
  await page.getByRole('link', { name: 'Lanterns over the meadow' }).first().waitFor();
  await take('console-posts');

  await page.goto('/console/letters');
  await page.getByRole('button', { name: 'Begin a letter' }).click();
  await page.getByLabel('Subject in English').fill('News of the fair');
  await page.getByLabel('Text in English, in Markdown').fill(text);
  await page.getByRole('region', { name: 'Preview in English' }).getByRole('table').waitFor();
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText(/^Version 2, saved/).waitFor();
  await take('console-letter');
  await page.getByLabel('I have read the test, and it is right').check();
  await page.getByRole('button', { name: 'Send the letter' }).click();
  await page.getByText(/finished/).waitFor();
  await take('console-letter-sent', false);
  await page.goto('/console/letters');
  await page.getByRole('link', { name: 'News of the fair' }).first().waitFor();
  await take('console-letters');
};
