/** Prerendered pages of the blog in each language: words, head, data, and where they check for newer ones. */
import type { BlogPost } from '@fairground/contract/blog';
import type { GamesConfig } from '@fairground/contract/config';
import { beforeAll, describe, expect, it } from 'vitest';
import { guardedPaths, publicPaths, readShortcuts, renderPage, type PageFacts } from './prerender.tsx';
import { siteMark } from './app/structured-data.ts';
import { loadCatalogues } from '@fairground/site-kit/i18n/catalogues.ts';

const english: BlogPost = {
  id: 'a-post',
  title: 'How it works',
  excerpt: `All of it. ${'x'.repeat(300)}`,
  content: '<p>Words of the post.</p>',
  category: 'Fairness',
  tags: ['one', 'two', 'three', 'four'],
  readTime: '3 min read',
  imageUrl: null,
  createdAt: '2026-11-05T09:00:00.000Z',
  likes: 0,
  liked: false,
};
const spanish: BlogPost = {
  ...english,
  title: 'Cómo funciona',
  excerpt: `Todo. ${'x'.repeat(300)}`,
  content: '<p>Palabras del artículo.</p>',
  category: 'Juego limpio',
  tags: ['uno', 'dos', 'tres', 'cuatro'],
  readTime: '4 min de lectura',
  language: 'es',
};
/** Written in English, and not translated. */
const newer: BlogPost = {
  ...english,
  id: 'newer',
  title: 'Only in English',
  createdAt: '2026-11-06T09:00:00.000Z',
};
const facts: PageFacts = {
  posts: { en: [newer, english], es: [{ ...newer, language: 'en' }, spanish] },
  // Pages of the blog show no figures.
  gamesConfig: {} as GamesConfig,
};

/** The part that is the page's own: next to it is the switch, which names the other language in that. */
const render = async (path: string, language: 'en' | 'es') => {
  const page = await renderPage(path, language, facts);
  const main = /<main.*<\/main>/s.exec(page.html)?.[0] ?? '';
  return { ...page, main, languages: new Set([...main.matchAll(/ lang="(\w+)"/g)].map(([, name]) => name)) };
};
const property = (head: string, name: string): string | undefined =>
  new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(head)?.[1];
const structured = (head: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? '');
const marked = (html: string, text: string): string | undefined =>
  new RegExp(`lang="(\\w+)"[^>]*>(?:<[^>]*>)*${text}`).exec(html)?.[1];

beforeAll(() => loadCatalogues('es'));

describe('a page of the blog', () => {
  it('has one address for both languages', () => {
    expect(publicPaths(facts).filter((path) => path.startsWith('/blog/'))).toEqual([
      '/blog/newer',
      '/blog/a-post',
    ]);
  });

  it('shows a translated post in Spanish: words, head and data', async () => {
    const page = await render('/blog/a-post', 'es');
    expect(page).toMatchObject({ title: 'Cómo funciona – Fairground', description: spanish.excerpt });
    for (const words of [
      'Palabras del artículo.',
      'Juego limpio',
      '4 min de lectura',
      '5 de noviembre de 2026',
    ])
      expect(page.main).toContain(words);
    expect(page.languages).toEqual(new Set(['es']));
    expect(page.main).not.toContain('cuatro');
    expect(property(page.head, 'og:title')).toBe('Cómo funciona');
    expect(property(page.head, 'og:description')).toBe(spanish.excerpt);
    expect(property(page.head, 'og:locale')).toBe('es_ES');
    expect(property(page.head, 'article:section')).toBe('Juego limpio');
    expect(page.head).toMatch(/<link rel="canonical" href="[^"?]*\/blog\/a-post" \/>/);
    expect(page.head).toContain(
      `hreflang="es" title="Blog – Fairground" href="${siteMark}/rss.xml?language=es"`,
    );
    expect(structured(page.head)).toMatchObject({
      headline: 'Cómo funciona',
      description: spanish.excerpt,
      inLanguage: 'es',
      keywords: spanish.tags,
    });
    expect(page.data).toContain('Palabras del artículo.');
    expect(page.shown).toMatchObject({ asks: '/api/blog/a-post?language=es' });
    expect(page.shown?.shows).toContain('Cómo funciona');
  });

  it('shows a post without a translation in English, and marks it so', async () => {
    const page = await render('/blog/newer', 'es');
    expect(page.title).toBe('Only in English – Fairground');
    for (const words of ['Only in English', 'Fairness', 'one', '<p>Words of the post'])
      expect(marked(page.main, words), words).toBe('en');
    expect(page.main).toContain('3 min de lectura');
    expect(page.main).toContain('6 de noviembre de 2026');
    expect(structured(page.head)).toMatchObject({ headline: 'Only in English', inLanguage: 'en' });
    expect(property(page.head, 'og:locale')).toBe('es_ES');
  });

  it('lists posts in Spanish, each in the language that it has', async () => {
    const page = await render('/blog', 'es');
    expect(marked(page.main, 'Cómo funciona')).toBe('es');
    expect(marked(page.main, 'Only in English')).toBe('en');
    expect(page.main).toContain(`${spanish.excerpt.slice(0, 300)}...`);
    expect(page.main).not.toContain('x'.repeat(300));
    expect(page.main).not.toContain('cuatro');
    expect(page.main).toContain('5 de noviembre de 2026');
    expect(structured(page.head)).toMatchObject({
      '@type': 'Blog',
      inLanguage: 'es',
      blogPost: [
        { headline: 'Only in English', inLanguage: 'en' },
        { headline: 'Cómo funciona', inLanguage: 'es' },
      ],
    });
    expect(page.shown).toMatchObject({ asks: '/api/blog?limit=10&language=es' });
    expect(page.data).not.toContain('Palabras del artículo.');
  });

  it('fetches and shows English as before', async () => {
    const list = await render('/blog', 'en');
    expect(list.shown).toMatchObject({ asks: '/api/blog?limit=10' });
    expect(list.head).toContain(`href="${siteMark}/rss.xml"`);
    const page = await render('/blog/a-post', 'en');
    expect(page.shown).toMatchObject({ asks: '/api/blog/a-post' });
    expect(page.title).toBe('How it works – Fairground');
    expect(page.main).toContain('3 min read');
    expect(page.main).toContain('November 5, 2026');
    expect(page.languages).toEqual(new Set(['en']));
    expect(page.head + page.main).not.toContain('Cómo');
  });
});

it('names the shortcuts of the installed site in words', async () => {
  const shortcuts = await readShortcuts();
  expect(shortcuts.length).toBeGreaterThan(0);
  for (const { name, url } of shortcuts)
    expect([name, url]).toEqual([expect.stringMatching(/^[A-Z][\w ]+$/), url]);
});

describe('the backdrop', () => {
  it.each(['/contact-us', '/privacy-policy'])(
    'is in the HTML of %s, for this page and later ones',
    async (path) => {
      const { html } = await renderPage(path, 'en', facts);
      for (const name of ['fair', 'lights'])
        expect(html).toMatch(new RegExp(`<svg [^>]*data-art="${name}"[^>]*><g`));
    },
  );

  it('is not on a page that does not load it', async () => {
    expect((await renderPage('/fairness', 'en', facts)).html).not.toContain('data-art');
  });
});

describe('the header', () => {
  it.each([
    ['en', 'Leaderboard', 'Login'],
    ['es', 'Clasificación', 'Entrar'],
  ] as const)('is in the HTML for visitors and for players, in %s', async (language, link, login) => {
    const { html } = await renderPage('/privacy-policy', language, facts);
    const [, shell = '', after = ''] = /<div class="player-shell">(.*?)<\/nav><\/div>(.*)/s.exec(html) ?? [];
    expect(shell).toMatch(new RegExp(`<a [^>]*href="/leaderboard"[^>]*>${link}</a>`));
    expect(after).toContain(`>${login}</a>`);
  });
});

describe('a page of a player', () => {
  /** What is in its shell, and what follows that. */
  const readShell = async (path: string, language: 'en' | 'es') => {
    const { main } = await render(path, language);
    const [, shell = '', after = ''] =
      /<div inert="" class="page-shell[^"]*">(.*)<\/div>(<p role="status".*)<\/main>/s.exec(main) ?? [];
    return { shell, after };
  };

  it.each([
    ['en', 'Leaderboard', 'Checking who you are...'],
    ['es', 'Clasificación', 'Comprobando quién eres...'],
  ] as const)(
    'is rendered before its data in %s, and so that nothing can be pressed',
    async (...expected) => {
      const [language, heading, checking] = expected;
      const { shell, after } = await readShell('/leaderboard', language);
      expect(shell).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
      expect(after).toContain(checking);
    },
  );

  const named = guardedPaths.filter((path) => path.includes(':'));

  it.each(named)('is not in the shell of %s, whose address says what it is of', async (path) => {
    const { shell, after } = await readShell(path, 'en');
    expect(after).toContain('Checking who you are...');
    expect(shell).toBe('');
  });

  it.each(guardedPaths.filter((path) => !named.includes(path)))('is in the shell of %s', async (path) => {
    const { shell } = await readShell(path, 'en');
    expect(shell).toMatch(/^<(div|p) /);
    expect(shell).not.toContain('undefined');
  });
});
