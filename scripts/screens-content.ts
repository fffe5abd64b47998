/** The console's pages of the blog, for `npm run screens`. */
import type { Page } from '@playwright/test';
import { signInStaff, type StaffedSite } from './screens-staff.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const text = `# Lanterns

A **lantern** glows over the meadow, and [the games](/games) are below.

| tile | pays |
| ---- | ---- |
| gem  | 1.2x |

- one
- two`;

/** A picture of the complete page shows the bar that saves where it is in view. */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

/** `name` is a part of addresses that no other picture uses. */
export const takeContent = async (
  page: Page,
  take: Take,
  site: StaffedSite & { name: string },
): Promise<void> => {
  const { name } = site;
  await signInStaff(page.context(), site, { name, role: 'editor' });
  await page.goto('/console/posts');
  await page.getByLabel('Title').fill('Lanterns over the meadow');
  await page.getByLabel('Name in the address').fill(name);
  await page.getByRole('button', { name: 'Begin a draft' }).click();
  await page.getByLabel('Category in English').fill('News');
  await page.getByLabel('Excerpt in English').fill('What glows at night.');
  await page.getByLabel('Text in English, in Markdown').fill(text);
  await page.getByRole('region', { name: 'Preview in English' }).getByRole('table').waitFor();
  await scrollToEnd(page);
  await take('console-post-changed');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText(/^Version 2, saved/).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText(/^Public since/).waitFor();
  await take('console-post-public', false);
  await page.goto('/console/posts');
  await page.getByRole('link', { name: 'Lanterns over the meadow' }).first().waitFor();
  await take('console-posts');
};
