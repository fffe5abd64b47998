/** Pages of posts that the build did not have: what is rendered when, and what is sent. */
import type { Post } from '@fairground/content/post';
import type { GamesConfig } from '@fairground/contract/config';
import { beforeEach, expect, test } from 'vitest';
import { readPosts } from '../content/blog/post-files.ts';
import { openPostPages, type Page } from './post-pages.ts';

const { posts: ofBuild } = await readPosts();
const built: Page = async () => 'of the build';

let posts: readonly Post[];
let rendered: string[];
let opened: number;
let fails: boolean;
let isRendering: boolean;

beforeEach(() => {
  posts = ofBuild;
  rendered = [];
  opened = 0;
  fails = false;
  isRendering = false;
});

const open = () =>
  openPostPages({
    posts: () => posts,
    built: ofBuild,
    gamesConfig: {} as GamesConfig,
    openPrerenderer: async () => {
      opened += 1;
      return {
        languages: ['en', 'es'],
        async render({ path }, language, facts) {
          expect(isRendering, 'two pages at a time').toBe(false);
          isRendering = true;
          await Promise.resolve();
          isRendering = false;
          if (fails) throw new Error('no such page');
          rendered.push(`${path} ${language}`);
          const { posts: all } = facts;
          return {
            html: `${path} in ${language} of ${all[language as 'en' | 'es'].length}`,
            unlisted: false,
          };
        },
      };
    },
  });

const another = (slug: string): Post => ({ ...ofBuild[0]!, slug, title: slug });

test('sends the pages of the build while there are no other posts, and loads no code of pages', async () => {
  const { find } = await open();
  for (const path of ['/blog', `/blog/${ofBuild[0]?.slug}`, '/faq'])
    expect(await find(path, built)).toBe(built);
  expect(await find('/blog/nothing', undefined)).toBeUndefined();
  expect(opened).toBe(0);
});

test('renders the list with the start where there are other posts, and each page once, in each language', async () => {
  posts = [another('added'), ...ofBuild];
  const { find } = await open();
  expect(rendered).toEqual(['/blog en', '/blog es']);
  const [list, post, again] = await Promise.all(
    ['/blog', '/blog/added', '/blog/added', `/blog/${ofBuild[0]?.slug}`].map((path) => find(path, built)),
  );
  expect(await list?.('es')).toBe(`/blog in es of ${posts.length}`);
  expect(await post?.('en')).toBe(`/blog/added in en of ${posts.length}`);
  expect(again).toBe(post);
  expect(rendered.slice(2, 4)).toEqual(['/blog/added en', '/blog/added es']);
  expect(rendered).toHaveLength(6);
  expect(await find('/faq', built)).toBe(built);
  expect(opened).toBe(1);
});

test('renders anew once posts have changed, and sends no page of a post that went', async () => {
  const { find } = await open();
  posts = [another('added'), ...ofBuild];
  expect(await (await find('/blog', built))?.('en')).toBe(`/blog in en of ${posts.length}`);
  expect(await find('/blog/added', undefined)).toBeDefined();
  const [gone, ...others] = ofBuild;
  posts = others;
  expect(await find('/blog/added', undefined)).toBeUndefined();
  expect(await find(`/blog/${gone?.slug}`, built)).toBeUndefined();
  expect(await (await find('/blog', built))?.('en')).toBe(`/blog in en of ${others.length}`);
  posts = [...ofBuild];
  expect(await find('/blog', built)).toBe(built);
});

test('opens with a page that cannot be rendered, and tries it again', async () => {
  posts = [another('added'), ...ofBuild];
  fails = true;
  const { find } = await open();
  await expect(find('/blog/added', undefined)).rejects.toThrow('no such page');
  fails = false;
  expect(await (await find('/blog/added', undefined))?.('en')).toContain('/blog/added in en');
});
