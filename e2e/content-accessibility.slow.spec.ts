/** The blog, the questions, the contact form and the pages that mails link to are accessible and fit, also with mistakes. */
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll, expectPageAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/400|401|404/] });

const post = '/blog/what-each-bet-gives-back';

for (const path of [
  '/blog',
  post,
  '/faq',
  '/contact-us',
  '/newsletter',
  '/confirm-email',
  '/confirm-new-email',
  '/notices',
]) {
  test(`${path} is accessible, and fits`, async ({ page }) => {
    await expectPageAccessible(page, path);
    await expectNoSidewaysScroll(page);
    if (path === '/faq') {
      await page.getByRole('button', { name: 'How do I begin?' }).click();
      await page.getByLabel('Search the questions').fill('no such words');
      await expect(page.getByText('No question or answer contains those words.')).toBeVisible();
      await expectAccessibleByNightAndDay(page, 'nothing found');
    }
    if (path === '/contact-us') {
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByLabel('Name')).toBeFocused();
      await expectAccessibleByNightAndDay(page, 'mistakes');
    }
  });
}
