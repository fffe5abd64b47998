/** The console's pages of the blog and the newsletter: writing, publishing, what visitors see of it, and who subscribed. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { addSubscriber, signInStaff, storeUnshowable } from './console-steps.ts';
import { createName, expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/401|403|404|409/] });

const createSlug = (): string => createName().replaceAll('_', '-').toLowerCase();

const beginPost = async (page: Page, slug: string, title: string): Promise<void> => {
  await page.goto('/console/posts');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Name in the address').fill(slug);
  await page.getByRole('button', { name: 'Begin a draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

const writePost = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Category in English').fill('News');
  await page.getByLabel('Excerpt in English').fill('On lanterns.');
  await page.getByLabel('Text in English, in Markdown').fill(text);
};

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText(/^Version \d+, saved/)).toBeVisible();
};

test(
  'an editor writes a post in both languages, publishes it, and takes it back',
  { tag: '@phone' },
  async ({ page, context, site, request }) => {
    const slug = createSlug();
    const title = `Lanterns ${slug}`;
    const statusOf = async () => (await request.get(`/blog/${slug}`)).status();
    await signInStaff(context, site, 'editor');
    await beginPost(page, slug, title);
    await writePost(page, 'A **lantern** glows.\n\n<b>no markup</b>');
    const preview = page.getByRole('region', { name: 'Preview in English' });
    await expect(preview.locator('strong')).toHaveText('lantern');
    await expect(preview).toContainText('<b>no markup</b>');
    await page.getByLabel('With a translation into Spanish').check();
    await page.getByLabel('Title in Spanish').fill(`Farolillos ${slug}`);
    await page.getByLabel('Category in Spanish').fill('Noticias');
    await page.getByLabel('Excerpt in Spanish').fill('De farolillos.');
    await page.getByLabel('Text in Spanish, in Markdown').fill('Un *farolillo* brilla.');
    await page.getByLabel('fairness').check();
    await expect(page.getByRole('button', { name: 'Publish now' })).toBeDisabled();
    await save(page);
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'a draft');
    expect(await statusOf()).toBe(404);

    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText(/^Public since/)).toBeVisible();
    await expect.poll(statusOf, { timeout: 200_000 }).toBe(200);
    const html = await (await request.get(`/blog/${slug}`)).text();
    expect(html).toContain('<strong>lantern</strong>');
    expect(html).toContain(`<title>${title}`);
    const spanish = await request.get(`/blog/${slug}`, { headers: { 'accept-language': 'es' } });
    expect(await spanish.text()).toContain('<em>farolillo</em>');
    for (const path of ['/blog', '/sitemap.xml', '/rss.xml'])
      expect(await (await request.get(path)).text(), path).toContain(`/blog/${slug}`);
    await page.goto('/console/posts');
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'the posts');
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('link', { name: `/blog/${slug}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goBack();

    await page.getByRole('button', { name: 'Unpublish' }).click();
    await expect(page.getByText('Nobody but the staff sees this draft.')).toBeVisible();
    await expect.poll(statusOf, { timeout: 200_000 }).toBe(404);
    await expect
      .poll(async () => (await (await request.get('/blog')).text()).includes(slug), { timeout: 200_000 })
      .toBe(false);
  },
);

test(
  'a text that somebody else saved in the meantime is not overwritten, and nothing in the fields is lost',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, context, site, browser }) => {
    const slug = createSlug();
    await signInStaff(context, site, 'editor');
    await beginPost(page, slug, 'Two editors');
    await writePost(page, 'The first text.');
    await save(page);
    const otherContext = await browser.newContext({ baseURL: site.url });
    await signInStaff(otherContext, site, 'operator');
    const other = await otherContext.newPage();
    await other.goto(`/console/posts/${slug}`);
    await other.getByLabel('Text in English, in Markdown').fill('The text of the other.');
    await save(other);
    const field = page.getByLabel('Text in English, in Markdown');
    await field.fill('My text.');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await expect(page.getByRole('alert')).toHaveText('Somebody saved this post in the meantime.');
    await expect(page.getByText(/^staff-.* saved version 3/)).toBeVisible();
    await expect(field).toHaveValue('My text.');
    await expectAccessibleByNightAndDay(page, 'a conflict');
    // Neither a reload nor another page loses it.
    await page.reload();
    await expect(page.getByText('This text was not saved when you left the page.')).toBeVisible();
    await expect(field).toHaveValue('My text.');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await expect(page.getByText(/^Version 4, saved/)).toBeVisible();
    await field.fill('My text, again.');
    await expect(page.getByText('This text was not saved when you left the page.')).toHaveCount(0);
    await other.reload();
    await expect(other.getByLabel('Text in English, in Markdown')).toHaveValue('My text.');
    await otherContext.close();
  },
);

test(
  "an operator downloads the newsletter's subscribers",
  { tag: '@phone' },
  async ({ page, context, site }) => {
    const reader = `${createName()}@example.org`;
    await addSubscriber(site, reader);
    await signInStaff(context, site, 'operator');
    await page.goto('/console/newsletter');
    await expect(page.getByText('Confirmed addresses')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'the newsletter');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the subscribers' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('subscribers.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain(`\r\n${reader},en,`);
  },
);

test(
  'a draft that nobody has seen is deleted after a confirmation',
  { tag: '@desktop' },
  async ({ page, context, site }) => {
    const slug = createSlug();
    await signInStaff(context, site, 'editor');
    await beginPost(page, slug, `Never mind ${slug}`);
    const remove = page.getByRole('button', { name: 'Delete the post' });
    await expect(remove).toBeDisabled();
    await page.getByLabel('Nobody needs this text any more').check();
    await expectAccessibleByNightAndDay(page, 'a draft to delete');
    await remove.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
    await expect(page.getByRole('link', { name: slug })).toHaveCount(0);
  },
);

test(
  'the feed and the sitemap are well-formed XML, whatever is stored in a post',
  { tag: '@phone' },
  async ({ page, context, site, request }) => {
    const slug = createSlug();
    await signInStaff(context, site, 'editor');
    await beginPost(page, slug, 'Bells <&> whistles');
    await writePost(page, 'A bell ]]> rings.');
    await save(page);
    await storeUnshowable(site, slug);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText(/^Public since/)).toBeVisible();
    const read = async (path: string): Promise<string> => (await request.get(path)).text();
    await expect.poll(() => read('/rss.xml'), { timeout: 30_000 }).toContain(`/blog/${slug}`);
    await expect.poll(() => read('/sitemap.xml'), { timeout: 30_000 }).toContain(`/blog/${slug}`);
    const parse = (xml: string) =>
      page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'application/xml');
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
    // Other tests of this site count its posts.
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await expect.poll(() => read('/blog'), { timeout: 30_000 }).not.toContain(slug);
  },
);
