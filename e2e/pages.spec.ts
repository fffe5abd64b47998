/** The words and links of docs/product.md 2, as a visitor and as a player. */
import { expect, test } from './fixtures.ts';
import { gameLinks } from './game-links.ts';

const footerLinks = [
  ['Home', '/'],
  ['How to Play', '/how-to-play'],
  ['FAQ', '/faq'],
  ['About Us', '/about-us'],
  ['Contact Us', '/contact-us'],
  ['Privacy Policy', '/privacy-policy'],
  ['Terms of Service', '/terms-of-service'],
  ['Blog', '/blog'],
] as const;

const titles = {
  '/': 'Fairground – games anybody can check',
  '/login': 'Login – Fairground',
  '/register': 'Sign Up – Fairground',
  '/forgot-password': 'Forgot your password? – Fairground',
  '/reset-password': 'Choose a new password – Fairground',
};

test('every public page has its title, description and footer', { tag: '@desktop' }, async ({ page }) => {
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w{3}/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('All rights reserved. For entertainment purposes only.');
    await expect(footer).toContainText(String(new Date().getFullYear()));
    for (const [name, to] of footerLinks) {
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
    }
  }
});

test('shows a visitor Login and Sign Up', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
  await expect(header.getByRole('button', { name: /^Balance/ })).toHaveCount(0);
});

test('shows a player the menus and the balance instead', async ({ page, signIn, isMobile }) => {
  const username = await signIn();
  await page.goto('/games');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Balance: 1,000 coins' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0);
  if (isMobile) return;

  await header.getByRole('button', { name: 'Games' }).click();
  await expect(header.getByRole('link').and(page.locator('[href^="/games"]'))).toHaveCount(gameLinks.length);
  for (const [name, to] of gameLinks) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  }
  await expect(header.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog');
  await header.getByRole('button', { name: `Account of ${username}` }).click();
  await expect(header.getByText(`${username}@example.org`)).toBeVisible();
  await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await expect(header.getByRole('link', { name: 'FAQ' })).toHaveAttribute('href', '/faq');
  const logOut = header.getByRole('button', { name: 'Log out' });
  await expect(logOut).toBeVisible();
  const menu = header.locator('div[id]').filter({ has: page.getByRole('button', { name: 'Log out' }) });
  await expect(menu.locator('svg')).toHaveCount(0);
  const [bar, box] = await Promise.all([header.boundingBox(), menu.boundingBox()]);
  expect(box?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  await page.keyboard.press('Escape');
  await expect(logOut).toBeHidden();
});

test('All Games has its four named stalls first, and a closed one last', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games');
  await expect(page).toHaveTitle('All Games – Fairground');
  for (const [name, to] of [
    ['Play Lottery', '/games/play-lottery'],
    ['Double Trouble', '/games/double-trouble'],
    ['Aviator', '/games/aviator'],
    ['Minefield', '/games/minefield'],
  ] as const) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(card.getByRole('link', { name: 'Play Now' })).toHaveAttribute('href', to);
    await expect(card.getByRole('link', { name: 'Play Now' })).toHaveText('Play Now');
  }
  const names = await page.getByRole('article').getByRole('heading').allTextContents();
  expect(names.slice(0, 4)).toEqual(['Play Lottery', 'Double Trouble', 'Aviator', 'Minefield']);
  expect(names.at(-1)).toBe('More Games');
  const closed = page.getByRole('article').filter({ hasText: 'More Games' });
  await expect(closed.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
});

test('Aviator shows that a history is empty', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  // Without live messages no crash can slip in between.
  await page.routeWebSocket(/\/ws$/, () => undefined);
  await page.route('**/api/aviator/globalHistory', (route) => route.fulfill({ json: [] }));
  await page.goto('/games/aviator');
  await expect(page).toHaveTitle('Aviator – Fairground');
  await expect(page.getByRole('region', { name: 'Recent Crashes (Global)' })).toContainText(
    'No Global History',
  );
  await expect(page.getByRole('region', { name: 'Your Bids' })).toContainText('No Bets Found');
  for (const coins of ['10', '20', '50', '100']) {
    await expect(page.getByRole('button', { name: coins, exact: true })).toBeVisible();
  }
  const slider = page.getByRole('slider', { name: 'Bet' });
  await expect(slider).toHaveAttribute('aria-valuetext', '10 coins');
  // Its limits and its value are coins, for programs too.
  await expect(slider).toHaveValue('10');
  for (const [name, coins] of Object.entries({ min: '10', max: '1000', step: '10' })) {
    await expect(slider).toHaveAttribute(name, coins);
  }
});

test(
  'the theme follows the system until it is switched, and is remembered',
  { tag: '@phone' },
  async ({ page }) => {
    const root = page.locator('html');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    await expect(root).toHaveAttribute('data-theme', 'night');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(root, 'a page that nobody has touched follows too').toHaveAttribute('data-theme', 'day');
    await page.getByRole('button', { name: 'Night fair' }).click();
    await expect(root).toHaveAttribute('data-theme', 'night');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'night');
    await expect(page.getByRole('button', { name: 'Day fair' })).toBeVisible();
  },
);

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [/404/] });

  test('responds 404 with the page for it', { tag: '@phone' }, async ({ page }) => {
    const response = await page.goto('/no/such/stall');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('Page Not Found – Fairground');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    for (const [name, to] of [
      ['Home', '/'],
      ['Lottery', '/games/play-lottery'],
      ['Aviator', '/games/aviator'],
      ['Double Trouble', '/games/double-trouble'],
      ['Leaderboard', '/leaderboard'],
    ] as const) {
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
    }
  });
});
