/** The blog, the questions, the contact form and the pages that mails link to: texts, states, keyboard. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, password, test, toastOf } from './fixtures.ts';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll, expectPageAccessible } from './accessible.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';

test.use({ expectedErrors: [/400|401|404|500/] });

const slug = 'what-each-bet-gives-back';

/** Makes a call fail with a server error and this detail. */
const breakCall = (page: Page, url: string | RegExp, detail: string) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Error', status: 500, detail, code: 'internal_error' },
    }),
  );

/** Navigates within the application, where nothing is prerendered. */
const openFromFooter = async (page: Page, name: string): Promise<void> => {
  await page.goto('/newsletter');
  await startApplication(page);
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name, exact: true }).click();
};

/** The link in a mail to this address, from the folder that the site writes its mails to. */
const mailedLink = async (
  { dataDir }: { dataDir: string },
  address: string,
  pattern: RegExp,
): Promise<string> => {
  const folder = join(dataDir, 'mail');
  let link: string | undefined;
  await expect
    .poll(async () => {
      const names = await readdir(folder).catch(() => []);
      const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      const texts = mails.map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='));
      link = texts
        .filter((mail) => mail.includes(`To: ${address}\n`))
        .flatMap((mail) => pattern.exec(mail) ?? [])[0];
      return link !== undefined;
    })
    .toBe(true);
  const { pathname, search, hash } = new URL(link ?? '');
  return pathname + search + hash;
};

const createAddress = (): string => `reader_${Math.random().toString(36).slice(2)}@example.org`;

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test(
    'serves posts and answers, with their metadata',
    { tag: ['@phone', '@nightly'] },
    async ({ page, baseURL }) => {
      await page.goto('/blog');
      await expect(page.getByRole('link', { name: /^Read More/ })).toHaveCount(6);
      await page
        .getByRole('link', { name: 'What each bet gives back on average, and why', exact: true })
        .click();
      await expect(page).toHaveURL(`/blog/${slug}`);
      await expect(page).toHaveTitle('What each bet gives back on average, and why – Fairground');
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/blog/${slug}`);
      await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article');
      await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute(
        'href',
        `${baseURL}/rss.xml`,
      );
      const facts = JSON.parse(
        await page.locator('script[type="application/ld+json"]').innerText(),
      ) as object;
      expect(facts).toMatchObject({ '@type': 'BlogPosting', url: `${baseURL}/blog/${slug}` });
      await expect(page.getByRole('cell', { name: 'Expert' })).toBeVisible();
      await page.goto('/faq');
      await expect(page.getByText('Coins have no cash value. Brand coupons')).toBeVisible();
      const questions = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
        mainEntity: { name: string; acceptedAnswer: { text: string } }[];
      };
      expect(questions).toMatchObject({ '@type': 'FAQPage', url: `${baseURL}/faq` });
      for (const { name, acceptedAnswer } of questions.mainEntity) {
        await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
        await expect(page.getByText(acceptedAnswer.text, { exact: true })).toHaveCount(1);
      }
    },
  );
});

test.describe('the blog', () => {
  test(
    'lists posts with category, time to read, tags and a long date',
    { tag: '@desktop' },
    async ({ page }) => {
      await page.goto('/blog');
      await expect(page).toHaveTitle('Blog – Fairground');
      const card = page.getByRole('article').filter({ hasText: 'What each bet gives back' });
      await expect(card).toContainText('Gameplay');
      await expect(card).toContainText('3 min read');
      await expect(card).toContainText('November 5, 2026');
      await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(3);
      await card.getByRole('link', { name: /^Read More/ }).click();
      await expect(page).toHaveURL(`/blog/${slug}`);
      await expect(page.getByRole('heading', { level: 1, name: /^What each bet/ })).toBeVisible();
      await expect(page).toHaveTitle(/^What each bet gives back on average, and why/);
      await page.getByRole('link', { name: 'Back to Blog' }).click();
      await expect(page).toHaveURL('/blog');
      await expect(page).toHaveTitle('Blog – Fairground');
    },
  );

  test('lists the posts of a tag, and finds posts by their words', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/blog');
    const card = page.getByRole('article').filter({ hasText: 'How the rocket' });
    await card.getByRole('link', { name: 'fairness' }).click();
    await expect(page).toHaveURL('/blog?tag=fairness');
    await expect(page.getByText('2 posts', { exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search the blog' }).fill('sealed tickets');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/blog?tag=fairness&search=sealed+tickets');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article').locator('mark').first()).toHaveText(/^(seal|ticket)/i);
    await expectPageAccessible(page, '/blog?search=wheel');
    await expect(page.getByRole('article').first()).toContainText('wheel');
    await expectNoSidewaysScroll(page);
    await page.getByRole('searchbox', { name: 'Search the blog' }).fill('<img src=x onerror=alert(1)>');
    await page.getByRole('searchbox', { name: 'Search the blog' }).press('Enter');
    await expect(page.getByText('No post matches.')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search the blog' })).toBeFocused();
    await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'All posts' }).click();
    await expect(page.getByText('No post matches.')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search the blog' }).fill('');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/blog');
    await expect(page.getByRole('article')).toHaveCount(6);
  });

  test(
    'shows loading, failed and empty lists, and retries',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await page.route(/\/api\/blog\?/, async (route) => {
        await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
        await route.fulfill({ json: [] });
      });
      await openFromFooter(page, 'Blog');
      await expect(page.getByText('Nothing has been published yet. Check back soon.')).toBeVisible();
      await page.unroute(/\/api\/blog\?/);
      await breakCall(page, /\/api\/blog\?/, 'The printer is out of ink.');
      await openFromFooter(page, 'Blog');
      await expect(page.getByText('Error loading blog posts: The printer is out of ink.')).toBeVisible();
      await page.unroute(/\/api\/blog\?/);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('article')).toHaveCount(6);
    },
  );

  test(
    'retains the prerendered posts when a refetch fails, and reports the failure',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await breakCall(page, /\/api\/blog/, 'The printer is out of ink.');
      await page.goto('/blog');
      await expect(page.getByText('Error loading blog posts: The printer is out of ink.')).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(6);
      await page.goto(`/blog/${slug}`);
      await expect(page.getByText('Error loading blog post: The printer is out of ink.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: /^What each bet/ })).toBeVisible();
      await page.unroute(/\/api\/blog/);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toHaveCount(0);
    },
  );

  test(
    'shortens excerpts, shows at most three tags, and pages to older posts by time',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      const posts = Array.from({ length: 12 }, (_, at) => ({
        id: `post-${at}`,
        title: `Post ${at}`,
        excerpt: 'x'.repeat(301),
        content: '',
        category: 'Tests',
        tags: ['a', 'b', 'c', 'd'],
        readTime: '',
        imageUrl: null,
        createdAt: new Date(Date.UTC(2026, 5, 28 - at)).toISOString(),
        likes: 0,
        liked: false,
      }));
      await page.route(/\/api\/blog\?/, (route) => {
        const query = new URL(route.request().url()).searchParams;
        expect(query.get('limit')).toBe('10');
        const before = query.get('before') ?? '9';
        return route.fulfill({ json: posts.filter(({ createdAt }) => createdAt < before).slice(0, 10) });
      });
      await page.goto('/blog');
      const first = page.getByRole('article').filter({ hasText: 'Post 0' });
      await expect(first).toContainText(`${'x'.repeat(300)}...`);
      await expect(first).toContainText('5 min read');
      await expect(first.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(3);
      await expect(page.getByRole('article')).toHaveCount(10);
      await page.getByRole('button', { name: 'Older posts' }).click();
      await expect(page.getByRole('article')).toHaveCount(12);
      await expect(page.getByRole('button', { name: 'Older posts' })).toHaveCount(0);
    },
  );

  test('reports a missing post, and links back', { tag: ['@phone', '@nightly'] }, async ({ page }) => {
    const answer = await page.goto('/blog/no-such-post');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('Error loading blog post: Post not found')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await expect(page.getByRole('article')).toHaveCount(6);
  });

  test(
    'shows a post without picture, likes and reading time',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      const post = {
        id: slug,
        title: 'A post from elsewhere',
        excerpt: 'e'.repeat(301),
        content: '<p>Short.</p>',
        category: 'News',
        tags: ['one', 'two', 'three', 'four'],
        createdAt: '2026-01-05T20:00:00.000Z',
      };
      await page.route(/\/api\/blog\?/, (route) => route.fulfill({ json: [post] }));
      await page.route(/\/api\/blog\/[^?]+/, (route) => route.fulfill({ json: post }));
      await page.goto('/blog');
      await startApplication(page);
      const card = page.getByRole('article').filter({ hasText: post.title });
      await expect(card).toContainText('5 min read');
      await expect(card.getByText(`${'e'.repeat(300)}...`, { exact: true })).toBeVisible();
      await card.getByRole('link', { name: /^Read More/ }).click();
      await expect(page.getByRole('heading', { name: post.title, level: 1 })).toBeVisible();
      await expect(page.getByText('5 min read', { exact: true })).toBeVisible();
    },
  );

  test(
    'shows a post that loads, fails, and arrives on retry',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await page.route(`**/api/blog/${slug}`, async (route) => {
        await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
        await route.fulfill({ status: 500, body: '' });
      });
      await openFromFooter(page, 'Blog');
      await page.getByRole('link', { name: /^Read More: What each bet/ }).click();
      await expect(page.getByText(/^Error loading blog post: /)).toBeVisible();
      await page.unroute(`**/api/blog/${slug}`);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^What each bet/ })).toBeVisible();
    },
  );

  test(
    'counts a like once and takes it back; sends a visitor to the login',
    { tag: '@desktop' },
    async ({ page, signIn }) => {
      await page.goto(`/blog/${slug}`);
      await page.getByRole('button', { name: 'Like' }).click();
      await expect(page).toHaveURL('/login');
      await signIn();
      await page.goto('/games');
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      await page.goto(`/blog/${slug}`);
      const like = page.getByRole('button', { name: 'Like' });
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      const before = Number((await like.innerText()).replaceAll(/\D/g, ''));
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await expect(like).toContainText(String(before + 1));
      const player = Promise.withResolvers<void>();
      await page.route('**/api/user/me', async (route) => {
        await player.promise;
        await route.continue();
      });
      await page.reload();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await expect(like).toContainText(String(before + 1));
      // Pressed before the page knows who reads it.
      await like.click();
      player.resolve();
      await expect(like).toHaveAttribute('aria-pressed', 'false');
      await expect(page).toHaveURL(`/blog/${slug}`);
    },
  );

  test(
    'a like is not undone by an older answer',
    { tag: ['@desktop', '@nightly'] },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto('/games');
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      const answers: (() => Promise<void>)[] = [];
      await page.route(`**/api/blog/${slug}`, async (route) => {
        const response = await route.fetch();
        answers.push(() => route.fulfill({ response }));
      });
      await page.goto(`/blog/${slug}`);
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached();
      const like = page.getByRole('button', { name: 'Like' });
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      for (const answer of answers) await answer();
      await page.waitForLoadState('networkidle');
      await expect(like).toHaveAttribute('aria-pressed', 'true');
    },
  );

  test(
    'copies the address where the browser has no share sheet',
    { tag: ['@desktop', '@nightly'] },
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
      await page.goto(`/blog/${slug}`);
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(toastOf(page, 'Copied!')).toContainText('Link copied to clipboard.');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    },
  );
});

const mailed = {
  '/newsletter?mailed=confirm': ['Confirm your subscription', 'Confirma tu suscripción'],
  '/newsletter?mailed=unsubscribe': ['Unsubscribe', 'Darse de baja'],
  '/confirm-email?mailed=token': ['Confirm the address', 'Confirmar la dirección'],
  '/confirm-new-email?mailed=token': ['Confirm the change', 'Confirmar el cambio'],
  '/reset-password?mailed=token': ['Repeat it', 'Repítela'],
};

test(
  'mailed links show what they do before the application loads, in both languages',
  { tag: ['@phone', '@nightly'] },
  async ({ page, context, baseURL }) => {
    // Never fulfilled: the page stays as the server sent it.
    await page.route(/\/assets\/(?!first).*\.js$/, () => undefined);
    for (const [path, texts] of Object.entries(mailed)) {
      for (const [place, language] of (['en', 'es'] as const).entries()) {
        await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByText(texts[place] ?? '').first(), path).toBeVisible();
      }
    }
  },
);

test('/notices without a token leads to the choices', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/notices');
  await expect(page.getByText(/^This page stops one kind of email\./)).toBeVisible();
  const link = page.getByRole('main').getByRole('link', { name: 'Choose what you are notified about' });
  await expect(link).toHaveAttribute('href', '/profile/notices');
});

test('a mailed link sends nothing before a press', { tag: '@phone' }, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  for (const [link, button, path] of [
    ['/newsletter?mailed=confirm#confirm=a-token', 'Confirm', '/api/newsletter/confirm'],
    ['/newsletter?mailed=unsubscribe#unsubscribe=a-token', 'Unsubscribe', '/api/newsletter/unsubscribe'],
    ['/confirm-email?mailed=token#token=a-token', 'Confirm the address', '/api/auth/confirm-email'],
    ['/confirm-new-email?mailed=token#token=a-token', 'Confirm the change', '/api/auth/confirm-new-email'],
    ['/notices?mailed=unsubscribe#unsubscribe=a-token', 'Stop these emails', '/api/notices/unsubscribe'],
  ] as const) {
    await page.route(`**${path}`, (route) => route.fulfill({ json: { changed: false } }));
    await page.goto(link);
    const press = page.getByRole('button', { name: button });
    await expect(press).toBeVisible();
    // As scanners of mails wait for a page.
    await page.waitForLoadState('networkidle');
    expect(sent.filter((each) => each === path)).toEqual([]);
    await press.click();
    await expect.poll(() => sent, link).toContain(path);
  }
});

test.describe('the newsletter', () => {
  test('is subscribed to, confirmed and ended by its mails', { tag: '@desktop' }, async ({ page, site }) => {
    const address = createAddress();
    await page.goto('/blog');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(address);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Almost there: open the link in the email to ${address}.`)).toBeVisible();

    const confirm = await mailedLink(site, address, /https?:\/\/\S+\/newsletter\?mailed=confirm#\S+/);
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/newsletter');
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();

    await page.goto(await mailedLink(site, address, /https?:\/\/\S+\/newsletter\?mailed=unsubscribe#\S+/));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  test('is confirmed without moving the footer into view', { tag: '@phone' }, async ({ page }) => {
    const released = Promise.withResolvers<void>();
    await page.route('**/api/newsletter/confirm', async (route) => {
      await released.promise;
      await route.fulfill({ json: {} });
    });
    await page.goto('/newsletter?mailed=confirm#confirm=a-token');
    const button = page.getByRole('button', { name: 'Confirm' });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    // An element that is out of view before and after a change counts as no layout shift.
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
    released.resolve();
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  });

  test(
    'shows that it is confirming, and that it failed',
    { tag: ['@desktop', '@nightly'] },
    async ({ page }) => {
      const button = page.getByRole('button', { name: 'Confirm' });
      await page.route('**/api/newsletter/confirm', async (route) => {
        await expect(button).toHaveAttribute('aria-busy', 'true');
        await route.fulfill({ status: 500, body: '' });
      });
      await page.goto('/newsletter?mailed=confirm#confirm=a-token');
      await button.click();
      await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible();
      await page.unroute('**/api/newsletter/confirm');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    },
  );
});

test('confirms an email address by its mail, once', { tag: '@desktop' }, async ({ page, site, signIn }) => {
  const username = await signIn();
  const link = await mailedLink(
    site,
    `${username}@example.org`,
    /https?:\/\/\S+\/confirm-email\?mailed=token#\S+/,
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await page.goto('/confirm-email');
  await expect(page.getByText('Open the link in the email you got when you signed up')).toBeVisible();
  await page.getByRole('link', { name: 'To the games' }).click();
  await expect(page).toHaveURL('/games');
});

test(
  'an email address is changed by the links of both mails, each pressed',
  { tag: '@phone' },
  async ({ page, site, signIn }) => {
    const username = await signIn();
    const old = `${username}@example.org`;
    const [address, link] = [createAddress(), /https?:\/\/\S+\/confirm-new-email\?mailed=token#\S+/];
    await page.goto(await mailedLink(site, old, /https?:\/\/\S+\/confirm-email\?mailed=token#\S+/));
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();

    await page.goto('/profile');
    await page.getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessibleByNightAndDay(page, 'the dialog of a new address');
    await dialog.getByLabel('New email address').fill(address);
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Send the links' }).click();
    await expect(dialog.getByText(`The change to ${address} is open until`)).toBeVisible();

    await page.goto(await mailedLink(site, address, link));
    await page.getByRole('button', { name: 'Confirm the change' }).click();
    await expect(page.getByRole('heading', { name: 'Confirmed here' })).toBeVisible();
    await page.goto(await mailedLink(site, old, link));
    await expect(page.getByRole('button', { name: 'Cancel the change' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm the change' }).click();
    await expect(page.getByRole('heading', { name: 'Address changed' })).toBeVisible();
    await page.getByRole('link', { name: 'To my profile' }).click();
    await expect(page.getByRole('main').getByText(address)).toBeVisible();
  },
);

test.describe('the questions', () => {
  test(
    'are found by their words and by category, one answer open at a time, by keyboard',
    { tag: '@desktop' },
    async ({ page }) => {
      await page.goto('/faq');
      const search = page.getByLabel('Search the questions');
      await search.fill('GIFT cards');
      const question = page.getByRole('button', { name: 'Can I redeem coins for coupons or gift cards?' });
      await expect(page.getByText('1 question', { exact: true })).toBeVisible();
      await question.focus();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(/^Coins have no cash value\. Brand coupons and gift cards are available only/),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Clear search' }).click();
      await expect(search).toBeFocused();
      await expect(search).toHaveValue('');

      await page.getByRole('button', { name: 'Aviator', exact: true }).click();
      await expect(page.getByText('4 questions', { exact: true })).toBeVisible();
      const how = page.getByRole('button', { name: 'How does Aviator work?' });
      const auto = page.getByRole('button', { name: 'Can it cash out by itself?' });
      await how.click();
      await expect(how).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(auto).toBeFocused();
      await page.keyboard.press('Space');
      await expect(auto).toHaveAttribute('aria-expanded', 'true');
      await expect(how).toHaveAttribute('aria-expanded', 'false');
      await search.fill('gondolas');
      await expect(page.getByText('No question or answer contains those words.')).toBeVisible();
      await page.getByRole('link', { name: 'Contact Support' }).click();
      await expect(page).toHaveURL('/contact-us');
    },
  );

  test('can be linked one by one', { tag: '@phone' }, async ({ page }) => {
    const open = page.getByRole('button', { expanded: true }).and(page.locator('main button'));
    await page.goto('/faq#coins.posters');
    await expect(open).toHaveText('How do the ads work?');
    await expect(open).toBeInViewport();
    await page.getByRole('button', { name: 'What do I get for inviting friends?' }).click();
    await expect(page).toHaveURL('/faq#coins.invite');
    await page.reload();
    await expect(open).toHaveText('What do I get for inviting friends?');
    await open.click();
    await expect(page).toHaveURL('/faq');
    await expect(open).toHaveCount(0);
  });

  test('are in Spanish too', { tag: ['@phone', '@nightly'] }, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: 'es', url: baseURL ?? '' }]);
    await page.goto('/faq');
    await page.getByRole('button', { name: '¿Cómo empiezo?' }).click();
    await expect(page.getByText(/ recibes 1\.000 monedas\./)).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByText(/and you get 1,000 coins\./)).toBeVisible();
    await page.getByRole('button', { name: 'Español' }).click();
    await expect(page.getByText(/ recibes 1\.000 monedas\./)).toBeVisible();
    await page.getByLabel('Buscar en las preguntas').fill('TARJETAS regalo');
    await page.getByRole('button', { name: '¿Puedo canjear monedas por cupones o tarjetas regalo?' }).click();
    await expect(page.getByText(/^Las monedas no tienen valor en efectivo\./)).toBeVisible();
    await expect(page.getByText('1 pregunta', { exact: true })).toBeVisible();
  });

  test('have the figures of this site', { tag: ['@phone', '@nightly'] }, async ({ page, request }) => {
    const config = (await (await request.get('/api/games/config')).json()) as {
      ads: { seconds: number; coins: number; dailyLimit: number };
      aviator: { countdownMs: number };
      doubleTrouble: { intervalMs: number; max: number };
    };
    await page.goto('/faq');
    await page.getByRole('button', { name: 'All Categories' }).click();
    const answerTo = async (question: string) => {
      const button = page.getByRole('button', { name: question });
      await button.click();
      return page.getByRole('region', { name: question });
    };
    await expect(await answerTo('How do the ads work?')).toContainText(
      `for ${config.ads.seconds} seconds and you get ${config.ads.coins} coins, up to ${config.ads.dailyLimit} times`,
    );
    await expect(await answerTo('How does Double Trouble work?')).toContainText(
      `Every ${config.doubleTrouble.intervalMs / 1000} seconds a number from 1 to ${config.doubleTrouble.max}`,
    );
    await expect(await answerTo('What can I stake, and how often?')).toContainText(
      `about ${config.aviator.countdownMs / 1000} seconds`,
    );
  });
});

test.describe('the contact form', () => {
  const fill = async (page: Page) => {
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Subject').fill('A loose bulb');
    await page.getByLabel('Message').fill('The third one from the left.');
  };
  const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });

  test('names what is missing at each field', { tag: '@phone' }, async ({ page }) => {
    // A newly loaded page starts at its top, wherever the last one was scrolled to.
    await page.goto('/faq');
    await page.getByRole('link', { name: 'Contact Support' }).scrollIntoViewIfNeeded();
    await page.goto('/contact-us');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    for (const name of ['Name', 'Email', 'Subject', 'Message']) {
      await expect(page.getByLabel(name)).toHaveAttribute('required', '');
    }
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await send(page).click();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(4);
    await expect(page.getByLabel('Name')).toBeFocused();
    const header = await page.getByRole('banner').boundingBox();
    const field = await page.getByLabel('Name').boundingBox();
    expect(field?.y).toBeGreaterThan(header?.height ?? 0);
    await fill(page);
    await page.getByLabel('Email').fill('ada');
    await send(page).click();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    await expect(page.getByLabel('Email')).toBeFocused();
  });

  test('shows Sending... and then that the message was sent', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/contact-us');
    await page.route('**/api/contactus/create', async (route) => {
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
      await route.continue();
    });
    await fill(page);
    await page.getByLabel('Subject').press('Enter');
    await expect(toastOf(page, 'Message Sent')).toContainText('Your message has been sent successfully.');
    await expect(page.getByLabel('Message')).toHaveValue('');
    await expect(send(page)).toBeEnabled();
  });

  test(
    'shows the reason of the server or a general error, and retains the message',
    { tag: ['@desktop', '@nightly'] },
    async ({ page }) => {
      await page.goto('/contact-us');
      await breakCall(page, '**/api/contactus/create', 'The post office is closed.');
      await fill(page);
      await send(page).click();
      await expect(page.getByRole('alert')).toHaveText('The post office is closed.');
      await page.unroute('**/api/contactus/create');
      await page.route('**/api/contactus/create', (route) => route.fulfill({ status: 500, body: 'oh' }));
      await send(page).click();
      await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.');
      await expect(page.getByLabel('Message')).toHaveValue('The third one from the left.');
    },
  );
});
