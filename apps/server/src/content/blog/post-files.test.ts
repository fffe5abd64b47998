/** What of a folder becomes a post, and what is left out with which reason. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blogFolders, describeFolders, readPosts } from './post-files.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'fairground-posts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const facts = 'title: Lanterns\nexcerpt: On lanterns.\ncategory: News\n';
const post = (more = '', body = 'A **lantern** glows.'): string =>
  `---\n${facts}tags: []\ndate: 2026-11-20\n${more}---\n${body}\n`;
const translation = `---\n${facts}---\nUn farolillo.\n`;

/** With the paths as they are within the folder. */
const read = async (folders = [folder]) => {
  const { posts, faults } = await readPosts(folders);
  return {
    posts,
    slugs: posts.map(({ slug }) => slug),
    faults: faults.map((line) => line.replace(`${folder}/`, '')),
  };
};

test.each([
  ['broken.md', '---\ntitle: "x\n---\nx', /^broken\.md: .* at line \d/],
  ['no-facts.md', 'A lantern.', 'no-facts.md: it must begin with its facts between two lines of ---'],
  ['Bad Name.md', post(), 'Bad Name.md: the name may have 64 characters: a-z, 0-9 and single dashes'],
  ['tagged.md', post().replace('[]', '[lanterns]'), 'tagged.md: the tag "lanterns" is not in tags.yml'],
  ['large.md', post('', 'x'.repeat(257 * 1024)), 'large.md: this is larger than 256 KiB'],
  ['es/alone.md', translation, 'es/alone.md: there is no post alone.md that it translates'],
  ['es/good.md', post(), 'es/good.md: "date" is that of the original'],
  ['tags.yml', 'lanterns: { en: lanterns }', 'tags.yml: "lanterns" has no label in "es"'],
])('leaves %s out and names it, in one line, and keeps the others', async (name, text, line) => {
  write('good.md', post());
  write(name, text);
  const { slugs, faults } = await read();
  expect(slugs).toEqual(['good']);
  expect(faults).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  expect(faults.join()).not.toContain('\n');
});

test('leaves out what is no file, and passes over what an editor keeps beside it', async () => {
  write('good.md', post());
  mkdirSync(join(folder, 'folder.md'));
  symlinkSync('/nothing/here', join(folder, '.#good.md'));
  write('.good.md.swp', 'x');
  write('notes.txt', 'x');
  symlinkSync('/nothing/here', join(folder, 'gone.md'));
  expect(await read()).toMatchObject({ slugs: ['good'], faults: ['folder.md: this is no file'] });
});

test('has no posts of a folder that is not there, and a line for one that cannot be read', async () => {
  expect(await read([join(folder, 'nothing')])).toEqual({ posts: [], slugs: [], faults: [] });
  write('file', 'x');
  write('good.md', post());
  const { slugs, faults } = await read([join(folder, 'file'), folder]);
  expect(slugs).toEqual(['good']);
  expect(faults).toContainEqual(expect.stringMatching(/^file: ENOTDIR/));
});

test('keeps the post of the site where another folder has one with its name', async () => {
  const own = await readPosts();
  const [first] = own.posts;
  write(`${first?.slug}.md`, post());
  write(`es/${first?.slug}.md`, translation);
  write('good.md', post());
  const { posts, faults } = await read(blogFolders({ blogDir: folder }));
  expect(posts.find(({ slug }) => slug === first?.slug)).toEqual(first);
  expect(posts).toHaveLength(own.posts.length + 1);
  expect(faults).toEqual([
    `${first?.slug}.md: another folder has a post with this name`,
    `es/${first?.slug}.md: there is no post ${first?.slug}.md that it translates`,
  ]);
});

test('reads a text with a byte order mark, line ends of Windows and characters that nothing can show', async () => {
  write('good.md', `\uFEFF${post('', 'A \u0007lantern\0 glows.').replaceAll('\n', '\r\n')}`);
  const { posts, faults } = await read();
  expect(faults).toEqual([]);
  expect(posts[0]).toMatchObject({ title: 'Lanterns', plainText: 'A lantern glows.' });
});

test('knows the tags of all folders, by the labels of the last one that has them', async () => {
  write('tags.yml', 'lanterns: { en: lanterns, es: farolillos }\nodds: { en: chances, es: suertes }\n');
  write('good.md', post().replace('[]', '[lanterns, odds]'));
  write('es/good.md', translation);
  const { posts, faults } = await read(blogFolders({ blogDir: folder }));
  expect(faults).toEqual([]);
  const good = posts.find(({ slug }) => slug === 'good');
  expect([good?.tags, good?.translations.es?.tags]).toEqual([
    ['lanterns', 'chances'],
    ['farolillos', 'suertes'],
  ]);
});

test('lists the newest first, and no two of one moment', async () => {
  write('a.md', post());
  write('b.md', post());
  write('c.md', post().replace('2026-11-20', '2026-11-19'));
  const { posts } = await read();
  expect(posts.map(({ slug, createdAt }) => [slug, createdAt])).toEqual([
    ['a', '2026-11-20T00:00:00.001Z'],
    ['b', '2026-11-20T00:00:00.000Z'],
    ['c', '2026-11-19T00:00:00.000Z'],
  ]);
});

test('describes a folder by its files, without those that are no part of the blog', async () => {
  const describe = () => describeFolders([folder]);
  const states = [await describe()];
  const differs = async () => {
    const state = await describe();
    expect(states).not.toContain(state);
    states.push(state);
  };
  write('good.md', post());
  await differs();
  write('good.md', post('', 'Changed.'));
  await differs();
  write('es/good.md', translation);
  await differs();
  write('tags.yml', '');
  await differs();
  rmSync(join(folder, 'good.md'));
  await differs();
  write('notes.txt', 'x');
  expect(await describe()).toBe(states.at(-1));
});
