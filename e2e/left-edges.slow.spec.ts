/** Pages begin at one edge: panels and headings of all pages that are no forms, on a wide screen. */
import { expect, test } from './fixtures.ts';

const pages = [
  '/leaderboard',
  '/seasons',
  '/achievements',
  '/profile',
  '/profile/security',
  '/limits',
  '/clubs',
  '/faq',
  '/blog',
  '/about-us',
  '/how-to-play',
  '/lab',
  '/fairness',
  '/fairness/monitor',
];
const readPages = ['/privacy-policy', '/terms-of-service', '/developers'];

test('every page begins at the edge of its kind', { tag: '@desktop' }, async ({ page, signIn }) => {
  const username = await signIn();
  await page.setViewportSize({ width: 1440, height: 900 });
  const edgeOf = async (path: string): Promise<number> => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    return page.evaluate(() => {
      const begun = [...document.querySelectorAll('main :is(nav, header, section, .bites-top)')];
      const places = begun.map((each) => each.getBoundingClientRect());
      return Math.round(Math.min(...places.filter(({ width }) => width > 1).map(({ left }) => left)));
    });
  };
  for (const path of [...pages, `/user/${username}`]) expect.soft(await edgeOf(path), path).toBe(160);
  for (const path of readPages) expect.soft(await edgeOf(path), path).toBe(340);
});
