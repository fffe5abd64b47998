/** When the files of posts are read again; the test moves the clock. */
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostLibrary, lookEveryMs, type PostLibrary } from './post-library.ts';

let folder: string;
let library: PostLibrary;
let lines: string[];
let planned: (() => void) | undefined;
let replan: () => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairground-posts-'));
  lines = [];
  planned = undefined;
  library = createPostLibrary({
    folders: [folder],
    clock: {
      setTimeout(run, delayMs) {
        expect(delayMs).toBe(lookEveryMs);
        planned = run;
        replan?.();
        return { cancel: () => (planned = undefined) };
      },
    },
    log: { warn: (line: unknown) => void lines.push(String(line)) },
  });
});
afterEach(() => {
  library.stop();
  rmSync(folder, { recursive: true });
});

/** Two seconds pass; resolves when the files were looked at, and the next look is planned. */
const look = async (): Promise<void> => {
  const done = new Promise<void>((resolve) => (replan = resolve));
  planned?.();
  await done;
};

const text = 'A **lantern** glows.';
const head = '---\ntitle: Lanterns\nexcerpt: On lanterns.\ncategory: News\ntags: []\ndate: 2026-11-20\n---\n';
const write = (name: string, content = head + text): void => writeFileSync(join(folder, name), content);
const slugs = (): string[] => library.posts().map(({ slug }) => slug);

test('reads the posts at the start, and follows what is added, changed and removed', async () => {
  write('first.md');
  await library.load();
  expect(slugs()).toEqual(['first']);
  write('second.md');
  await look();
  await look();
  expect(slugs()).toEqual(['first', 'second']);
  write('first.md', `${head}Changed.`);
  unlinkSync(join(folder, 'second.md'));
  await look();
  await look();
  expect(library.posts().map(({ slug, plainText }) => [slug, plainText])).toEqual([['first', 'Changed.']]);
});

test('returns the same posts until a file changes', async () => {
  write('first.md');
  await library.load();
  const posts = library.posts();
  for (let at = 0; at < 3; at += 1) await look();
  expect(library.posts()).toBe(posts);
});

test('shows nothing of a file that is being written until it is complete', async () => {
  await library.load();
  write('first.md', '---\ntitle: Lan');
  await look();
  write('first.md', `${head}A **lan`);
  await look();
  write('first.md');
  await look();
  expect([slugs(), lines]).toEqual([[], []]);
  await look();
  expect(library.posts()[0]).toMatchObject({ slug: 'first', plainText: 'A lantern glows.' });
  expect(lines).toEqual([]);
});

test('reads a file again that was half written at the start', async () => {
  write('first.md', head.slice(0, 40));
  await library.load();
  expect(slugs()).toEqual([]);
  write('first.md');
  await look();
  await look();
  expect(slugs()).toEqual(['first']);
});

test('names a file that it leaves out once, until the reason is another', async () => {
  write('first.md');
  write('broken.md', 'no facts');
  await library.load();
  const line = `A file of the blog is left out. ${join(folder, 'broken.md')}: it must begin with its facts`;
  expect(lines).toEqual([expect.stringContaining(line)]);
  write('second.md');
  await look();
  await look();
  expect(slugs()).toEqual(['first', 'second']);
  expect(lines).toHaveLength(1);
  write('broken.md', head.replace('Lanterns', '') + text);
  await look();
  await look();
  expect(lines.slice(1)).toEqual([expect.stringContaining('broken.md: "title" is missing')]);
  write('broken.md');
  await look();
  await look();
  expect(slugs()).toEqual(['broken', 'first', 'second']);
});

test('looks no more once it is stopped', async () => {
  await library.load();
  library.stop();
  expect(planned).toBeUndefined();
});
