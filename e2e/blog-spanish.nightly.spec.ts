/** The blog in Spanish: posts with and without script, one like for both languages, and posts without a translation. */
import type { BlogPost } from '@fairground/contract/blog';
import { fingerprint } from '../apps/web/src/features/blog/freshness.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';
import { expectNoSidewaysScroll, expectPageAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.use({ locale: 'es-ES' });

const slug = 'what-each-bet-gives-back';
const path = `/blog/${slug}`;
const titles = {
  en: 'What each bet gives back on average, and why',
  es: 'Qué devuelve de media cada apuesta, y por qué',
};

test('the blog is accessible in Spanish, and fits', async ({ page }) => {
  for (const each of ['/blog', path, '/blog/how-the-crash-point-is-made']) {
    await expectPageAccessible(page, each);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.locator('main [lang="en"]')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('serves the posts in Spanish, with their metadata', { tag: '@phone' }, async ({ page, baseURL }) => {
    await page.goto('/blog');
    await expect(page).toHaveTitle('Blog – Fairground');
    await expect(page.getByRole('link', { name: /^Leer más/ })).toHaveCount(6);
    const card = page.getByRole('article').filter({ hasText: titles.es });
    for (const words of ['Los juegos', 'min de lectura', '5 de noviembre de 2026', 'retorno'])
      await expect(card).toContainText(words);
    await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute(
      'href',
      `${baseURL}/rss.xml?language=es`,
    );
    await card.getByRole('link', { name: titles.es, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(`${titles.es} – Fairground`);
    await expect(page.getByRole('heading', { level: 1, name: titles.es })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Experto' })).toBeVisible();
    await expect(page.getByText(/Hay 13\.983\.816 maneras/)).toBeVisible();
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Todos los juegos/);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', titles.es);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}${path}`);
    const facts = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as object;
    expect(facts).toMatchObject({ headline: titles.es, inLanguage: 'es', url: `${baseURL}${path}` });
  });
});

test(
  'the HTML shows the posts that the API returns in Spanish',
  { tag: '@phone' },
  async ({ page, request }) => {
    for (const each of ['/blog', path]) {
      await page.goto(each);
      const root = page.locator('#root');
      const asks = (await root.getAttribute('data-asks')) ?? '';
      expect(asks).toContain('language=es');
      const posts = [(await (await request.get(asks)).json()) as BlogPost | BlogPost[]].flat();
      await expect(root).toHaveAttribute('data-shows', fingerprint(posts));
    }
  },
);

test('the application takes over pages of the blog in Spanish', { tag: '@phone' }, async ({ page }) => {
  for (const each of ['/blog', path]) {
    await page.goto(each);
    const main = page.getByRole('main');
    const before = await main.innerText();
    await startApplication(page);
    // It shows a notice while it refetches; React reports texts that differ as an error.
    await expect.poll(() => main.innerText(), { message: each }).toBe(before);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  }
});

test('switches a post to the other language and back', { tag: '@phone' }, async ({ page }) => {
  await page.goto(path);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(titles.es);
  const footer = page.getByRole('contentinfo');
  for (const [button, language, cell] of [
    ['English', 'en', '13,983,816'],
    ['Español', 'es', '13.983.816'],
  ] as const) {
    await footer.getByRole('button', { name: button, exact: true }).click();
    await expect(heading).toHaveText(titles[language]);
    await expect(heading).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(`${titles[language]} – Fairground`);
    await expect(page.locator('article > div[lang]')).toContainText(cell);
    await expect(page).toHaveURL(path);
  }
  await page.getByRole('link', { name: 'Volver al blog' }).click();
  await expect(page.getByRole('article').filter({ hasText: titles.es })).toBeVisible();
  await footer.getByRole('button', { name: 'English', exact: true }).click();
  await expect(page.getByRole('article').filter({ hasText: titles.en })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
});

test('a like given in one language counts in the other', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Saldo:/ })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Saldo:/ })).toBeVisible();
  const like = page.getByRole('main').getByRole('button', { name: /^(Me gusta|Like)/ });
  const before = Number((await like.innerText()).replaceAll(/\D/g, ''));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('contentinfo').getByRole('button', { name: 'English', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: titles.en })).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText(String(before + 1));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('shows a post without a translation in English, marked as such', { tag: '@phone' }, async ({ page }) => {
  await page.route(/\/api\/blog(\/|\?)/, async (route) => {
    const url = new URL(route.request().url());
    expect(url.searchParams.get('language')).toBe('es');
    url.searchParams.set('language', 'en');
    const answer = await route.fetch({ url: url.href });
    await route.fulfill({ response: answer, json: (await answer.json()) as BlogPost | BlogPost[] });
  });
  await page.goto('/blog');
  const card = page.getByRole('article').filter({ hasText: titles.en });
  for (const words of [titles.en, 'Gameplay', /^Every game here/, 'odds'])
    await expect(card.locator('[lang="en"]').filter({ hasText: words }).first()).toBeVisible();
  await expect(card).toContainText('5 de noviembre de 2026');
  await expect(card).toContainText('3 min de lectura');
  await card.getByRole('link', { name: titles.en, exact: true }).click();
  await expect(page.locator('article > div[lang]')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1, name: titles.en })).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
