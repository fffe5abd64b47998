/** Pages of posts that are published while the site runs: what is rendered when, and what is sent. */
import type { BlogPost } from '@fairground/contract/blog';
import { beforeEach, expect, test } from 'vitest';
import { createLivePosts, type LivePosts } from './live-posts.ts';

let revisions: Record<string, string>;
let rendered: string[][];
let warnings: number;
let fails: boolean;
let isAway: boolean;
let planned: number;
let live: LivePosts;

const post = (id: string): BlogPost => ({
  id,
  title: id,
  excerpt: '',
  content: `<p>${id}</p>`,
  category: '',
  tags: [],
  readTime: '',
  imageUrl: null,
  createdAt: '2026-11-23T12:00:00.000Z',
  likes: 0,
  liked: false,
});

beforeEach(() => {
  revisions = {};
  rendered = [];
  warnings = 0;
  fails = false;
  isAway = false;
  planned = 0;
  live = createLivePosts({
    clock: {
      now: () => 0,
      monotonic: () => 0,
      setTimeout: () => {
        planned += 1;
        return { cancel: () => (planned -= 1) };
      },
      setInterval: () => ({ cancel: () => undefined }),
    },
    log: { debug: () => undefined, warn: () => void (warnings += 1) },
    listRevisions: async () => {
      if (isAway) throw new Error('the database does not respond');
      return Object.entries(revisions).map(([slug, revision]) => ({ slug, revision }));
    },
    listPosts: async () => [...Object.keys(revisions), 'of-a-file'].map(post),
    render: async (paths, posts) => {
      if (fails) throw new Error('no prerenderer');
      rendered.push([...paths]);
      return paths.map((path) => ({
        path,
        page: { en: `${path} of ${posts.en.length}`, es: `${path} en español` },
      }));
    },
  });
});

test('renders nothing while all posts are files', async () => {
  await live.load();
  expect([rendered, live.find('/blog'), live.paths(), live.posts('en')]).toEqual([
    [],
    undefined,
    [],
    undefined,
  ]);
  expect(planned).toBe(1);
});

test('renders the list and each post once, and again what was published again', async () => {
  revisions = { 'a-post': '1' };
  await live.load();
  expect(live.find('/blog/a-post')?.get('en')).toBe('/blog/a-post of 2');
  expect(live.find('/blog/a-post')?.get('es')).toBe('/blog/a-post en español');
  expect(live.paths()).toEqual(['/blog', '/blog/a-post']);
  expect(live.posts('es')?.map(({ id }) => id)).toEqual(['a-post', 'of-a-file']);
  await live.load();
  revisions = { 'a-post': '1', another: '1' };
  await live.load();
  revisions = { 'a-post': '2', another: '1' };
  await live.load();
  expect(rendered).toEqual([
    ['/blog', '/blog/a-post'],
    ['/blog', '/blog/another'],
    ['/blog', '/blog/a-post'],
  ]);
  expect(live.find('/blog/another')?.get('en')).toBe('/blog/another of 3');
  expect(live.find('/blog/of-a-file')).toBeUndefined();
});

test('a post that is unpublished is gone, also where the list cannot be rendered', async () => {
  revisions = { 'a-post': '1', another: '1' };
  await live.load();
  fails = true;
  revisions = { another: '1' };
  await live.load();
  expect([live.find('/blog/a-post'), live.paths(), warnings]).toEqual([
    undefined,
    ['/blog', '/blog/another'],
    1,
  ]);
  fails = false;
  await live.load();
  expect(live.find('/blog')?.get('en')).toBe('/blog of 2');
  revisions = {};
  await live.load();
  expect([live.find('/blog'), live.posts('en')]).toEqual([undefined, undefined]);
});

test('continues to send what it has while the database is away, without a warning', async () => {
  revisions = { 'a-post': '1' };
  await live.load();
  isAway = true;
  await live.load();
  expect([live.find('/blog/a-post')?.get('en'), warnings, planned]).toEqual(['/blog/a-post of 2', 0, 2]);
});

test('checks on after a failure, until it is stopped', async () => {
  revisions = { 'a-post': '1' };
  fails = true;
  await live.load();
  expect([live.find('/blog/a-post'), warnings, planned]).toEqual([undefined, 1, 1]);
  live.stop();
  await live.load();
  expect(planned).toBe(0);
});
