/** Posts that an operator puts into BLOG_DIR while the site runs: their pages, the list, the feed and the sitemap. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication } from '../apps/web/build/page-weight.ts';
import { expectNoSidewaysScroll, expectPageAccessible } from './accessible.ts';
import { createName, expect, test as base } from './fixtures.ts';

interface Fixtures {
  /** Writes the files of a post, which go with the end of the test: others count the posts of this site. */
  writePost: (files: Record<string, string>) => Promise<void>;
}

const test = base.extend<Fixtures>({
  async writePost({ site, request }, use) {
    const folder = join(site.dataDir, 'blog');
    await use(async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(join(folder, name, '..'), { recursive: true });
        await writeFile(join(folder, name), text);
      }
    });
    await rm(folder, { recursive: true, force: true });
    const listed = async () => ((await (await request.get('/api/blog?limit=50')).json()) as unknown[]).length;
    await expect.poll(listed, { timeout: 30_000 }).toBe(6);
  },
});

const createSlug = (): string => createName().replaceAll('_', '-').toLowerCase();

const post = (title: string, text: string): string =>
  `---\ntitle: ${title}\nexcerpt: On lanterns.\ncategory: News\ntags: [fairness]\ndate: 2026-11-25\n---\n${text}\n`;
const inSpanish = (title: string, text: string): string =>
  `---\ntitle: ${title}\nexcerpt: De farolillos.\ncategory: Noticias\n---\n${text}\n`;

test(
  'a post of a new file has its page, and goes with the file',
  { tag: '@phone' },
  async ({ page, request, writePost, site }) => {
    const slug = createSlug();
    const title = `Lanterns ${slug}`;
    const statusOf = async () => (await request.get(`/blog/${slug}`)).status();
    expect(await statusOf()).toBe(404);
    await writePost({
      [`${slug}.md`]: post(title, 'A **lantern** glows.\n\n<b>no markup</b>'),
      [`es/${slug}.md`]: inSpanish(`Farolillos ${slug}`, 'Un *farolillo* brilla.'),
    });
    await expect.poll(statusOf, { timeout: 30_000 }).toBe(200);
    const html = await (await request.get(`/blog/${slug}`)).text();
    expect(html).toContain('<strong>lantern</strong>');
    expect(html).toContain('&lt;b&gt;no markup&lt;/b&gt;');
    expect(html).toContain(`<title>${title}`);
    const spanish = await request.get(`/blog/${slug}`, { headers: { 'accept-language': 'es' } });
    expect(await spanish.text()).toContain('<em>farolillo</em>');
    for (const path of ['/blog', '/sitemap.xml', '/rss.xml'])
      expect(await (await request.get(path)).text(), path).toContain(`/blog/${slug}`);

    await expectPageAccessible(page, `/blog/${slug}`);
    await expectNoSidewaysScroll(page);
    const main = page.getByRole('main');
    const before = await main.innerText();
    await startApplication(page);
    // React reports texts that differ as an error.
    await expect.poll(() => main.innerText()).toBe(before);

    await rm(join(site.dataDir, 'blog'), { recursive: true });
    await expect.poll(statusOf, { timeout: 30_000 }).toBe(404);
    expect(await (await request.get('/blog')).text()).not.toContain(slug);
  },
);

test(
  'the feed and the sitemap are well-formed XML, whatever is stored in a post',
  { tag: '@phone' },
  async ({ page, request, site, writePost }) => {
    const slug = createSlug();
    const text = post('"Bells <&> \u0007\u{fffe}whistles"', 'A bell ]]> rings.\u001B\u{ffff}');
    await writePost({ [`${slug}.md`]: text });
    const read = async (path: string): Promise<string> => (await request.get(path)).text();
    await expect.poll(() => read('/rss.xml'), { timeout: 30_000 }).toContain(`/blog/${slug}`);
    await page.goto('/blog');
    const parse = (xml: string) =>
      page.evaluate((given) => {
        const parsed = new DOMParser().parseFromString(given, 'application/xml');
        const textsOf = (name: string) =>
          [...parsed.querySelectorAll(name)].map(({ textContent }) => textContent);
        return {
          errors: textsOf('parsererror'),
          titles: textsOf('item > title'),
          addresses: textsOf('url > loc'),
        };
      }, xml);
    const feed = await parse(await read('/rss.xml'));
    expect(feed).toMatchObject({ errors: [], titles: expect.arrayContaining(['Bells <&> whistles']) });
    const sitemap = await parse(await read('/sitemap.xml'));
    expect(sitemap).toMatchObject({
      errors: [],
      addresses: expect.arrayContaining([`${site.url}/blog/${slug}`]),
    });
  },
);
