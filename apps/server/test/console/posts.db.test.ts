/** Posts of the console: drafts, publishing, and what visitors get of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BlogPost, BlogTag } from '@fairground/contract/blog';
import type { ConsolePost, ConsolePosts, PostDraft } from '@fairground/contract/console/posts';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { readPosts } from '../../src/content/blog/post-files.ts';
import { replacePosts } from '../../src/content/blog/replace-posts.ts';
import { hostileTexts } from '../hostile-inputs.ts';
import { siteForAll } from '../for-tests.ts';
import { type StaffCaller } from '../test-staff.ts';

let edda: StaffCaller;
let olga: StaffCaller;
let sam: StaffCaller;
const site = siteForAll({ clock: 'stopped' });
beforeAll(async () => {
  edda = await site.staff.enter('edda', 'editor');
  olga = await site.staff.enter('olga', 'operator');
  sam = await site.staff.enter('sam', 'support');
});

let drafts = 0;
const newSlug = (): string => `a-post-${(drafts += 1)}`;

const draft = (more: Partial<PostDraft> = {}): PostDraft => ({
  imageUrl: null,
  tagIds: ['fairness'],
  en: { title: 'Lanterns', excerpt: 'On lanterns.', category: 'News', markdown: 'A **lantern** glows.' },
  es: { title: 'Farolillos', excerpt: 'De farolillos.', category: 'Noticias', markdown: 'Un farolillo.' },
  ...more,
});

const create = async (more: Partial<PostDraft> = {}): Promise<string> => {
  const slug = newSlug();
  const { status, body } = await edda.post('/posts', { slug, draft: draft(more) });
  expect([status, body]).toEqual([201, { version: 1 }]);
  return slug;
};

const published = async (more: Partial<PostDraft> = {}): Promise<string> => {
  const slug = await create(more);
  expect((await edda.post(`/posts/${slug}/publish`, { version: 1, at: null })).status).toBe(204);
  return slug;
};

const read = async (slug: string, query = ''): Promise<BlogPost | number> => {
  const answer = await site.call('GET', `/blog/${slug}${query}`);
  return answer.status === 200 ? (answer.body as unknown as BlogPost) : answer.status;
};
const listed = async (query = ''): Promise<string[]> => {
  const answer = await site.call('GET', `/blog?limit=50${query}`);
  return (answer.body as unknown as BlogPost[]).map(({ id }) => id);
};
const show = async (slug: string): Promise<ConsolePost> =>
  (await edda.get(`/posts/${slug}`)).body as unknown as ConsolePost;
const entriesOf = async (slug: string): Promise<LogAnswer['entries']> =>
  ((await olga.get('/log')).body as unknown as LogAnswer).entries
    .filter(({ details }) => details['post'] === slug)
    .toReversed();

/** As if that time had passed. */
const makeDue = (slug: string) =>
  site.ownerRows(
    `UPDATE blog_post SET publish_at = clock_timestamp() - interval '1 second' WHERE slug = $1`,
    slug,
  );

describe('a draft', () => {
  it('is seen by editors and operators alone, and by nobody outside', async () => {
    const slug = await create();
    for (const editor of [edda, olga]) {
      const { posts } = (await editor.get('/posts')).body as unknown as ConsolePosts;
      expect(posts.find((post) => post.slug === slug)).toMatchObject({ state: 'draft', updatedBy: 'edda' });
      expect((await editor.get(`/posts/${slug}`)).status).toBe(200);
    }
    expect(await read(slug)).toBe(404);
    expect(await listed()).not.toContain(slug);
    expect(await listed('&search=lantern')).not.toContain(slug);
    for (const [path, body] of [
      ['/posts', { slug: newSlug(), draft: draft() }],
      ['/posts/preview', { language: 'en', markdown: 'x' }],
      [`/posts/${slug}/save`, { version: 1, draft: draft() }],
      [`/posts/${slug}/publish`, { version: 1, at: null }],
      [`/posts/${slug}/unpublish`, {}],
    ] as const) {
      expect((await sam.post(path, body)).status, path).toBe(403);
    }
    for (const path of ['/posts', '/post-tags', `/posts/${slug}`])
      expect((await sam.get(path)).status, path).toBe(403);
  });

  it('is saved by one of those who edited the same version, and the others are refused', async () => {
    const slug = await create();
    const texts = ['first', 'second', 'third'].map((markdown) => draft({ en: { ...draft().en, markdown } }));
    const answers = await Promise.all(
      texts.map((text, at) =>
        (at % 2 ? olga : edda).post(`/posts/${slug}/save`, { version: 1, draft: text }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409,
    ]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await show(slug)).toMatchObject({ version: 2, draft: texts[winner] });
    const again = await edda.post(`/posts/${slug}/save`, { version: 2, draft: draft() });
    expect(again.body).toEqual({ version: 3 });
    const [created, first] = await entriesOf(slug);
    expect(created).toMatchObject({ command: 'post create', staff: 'edda', after: { version: 1 } });
    expect(first).toMatchObject({ command: 'post save', before: { version: 1 }, after: { version: 2 } });
  });

  it('takes no name of a file or of another draft', async () => {
    const [file] = await readPosts();
    const slug = await create();
    for (const taken of [file?.slug ?? '', slug]) {
      const answer = await edda.post('/posts', { slug: taken, draft: draft() });
      expect([answer.status, answer.body.code], taken).toEqual([409, 'already_taken']);
    }
  });

  it.each([
    ['the name of a call', { slug: 'tags', draft: draft() }],
    ['a name with a slash', { slug: 'a/b', draft: draft() }],
    ['an unknown tag', { slug: 'other', draft: draft({ tagIds: ['no-such-tag'] }) }],
    ['a tag twice', { slug: 'other', draft: draft({ tagIds: ['fairness', 'fairness'] }) }],
    ['a picture elsewhere', { slug: 'other', draft: draft({ imageUrl: '//example.org/a.png' }) }],
    ['a picture that runs', { slug: 'other', draft: draft({ imageUrl: 'javascript:alert(1)' }) }],
    ['a title of two lines', { slug: 'other', draft: draft({ en: { ...draft().en, title: 'a\nb' } }) }],
    ['another field', { slug: 'other', draft: { ...draft(), published: true } }],
    [
      'a control character',
      { slug: 'other', draft: draft({ en: { ...draft().en, title: 'rings \u0007' } }) },
    ],
  ])('with %s is refused', async (_, body) => {
    expect((await edda.post('/posts', body)).status).toBe(400);
  });

  it('A34: with hostile texts is stored, refused or shown as text, and never an error', async () => {
    const statuses = new Set<number>();
    for (const text of hostileTexts) {
      const part = { title: text, excerpt: text, category: text, markdown: text };
      const answers = await Promise.all([
        edda.post('/posts', { slug: text, draft: draft() }),
        edda.post('/posts', {
          slug: newSlug(),
          draft: draft({ en: part, es: { ...draft().en, markdown: text } }),
        }),
        edda.post('/posts/preview', { language: 'en', markdown: text }),
        edda.get(`/posts/${encodeURIComponent(text.toWellFormed().slice(0, 500))}`),
      ]);
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400]));
  });

  it('is previewed by the renderer of the public pages, which takes no HTML over', async () => {
    const markdown = '# Hello\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](/games)';
    const preview = await edda.post('/posts/preview', { language: 'es', markdown });
    expect(preview.body).toMatchObject({ readTime: '1 min de lectura' });
    expect(preview.body['html']).not.toMatch(/<script|href="javascript/i);
    const slug = await published({ en: { ...draft().en, markdown } });
    expect(await read(slug)).toMatchObject({ content: preview.body['html'] });
  });
});

describe('deleting', () => {
  it('ends a draft that was never public, for the one who saw its newest version', async () => {
    const slug = await create();
    expect(await show(slug)).toMatchObject({ isDeletable: true });
    await edda.post(`/posts/${slug}/save`, { version: 1, draft: draft({ tagIds: [] }) });
    expect((await sam.post(`/posts/${slug}/delete`, { version: 2 })).status).toBe(403);
    const stale = await olga.post(`/posts/${slug}/delete`, { version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'already_taken']);
    const answers = await Promise.all(
      [edda, olga].map((each) => each.post(`/posts/${slug}/delete`, { version: 2 })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404]);
    expect((await edda.get(`/posts/${slug}`)).status).toBe(404);
    const entries = await entriesOf(slug);
    expect(entries.map(({ command }) => command)).toEqual(['post create', 'post save', 'post delete']);
    expect(entries[2]).toMatchObject({ before: { version: 2, title: 'Lanterns' } });
    // The name is free again.
    expect((await edda.post('/posts', { slug, draft: draft() })).status).toBe(201);
  });

  it.each([
    ['public', null, false],
    ['unpublished', null, true],
    ['scheduled', 3_600_000, false],
  ] as const)('is refused for a post that is %s, by the database too', async (_, aheadMs, isTakenBack) => {
    const slug = await create();
    const at = aheadMs === null ? null : new Date(Date.now() + aheadMs).toISOString();
    expect((await edda.post(`/posts/${slug}/publish`, { version: 1, at })).status).toBe(204);
    if (isTakenBack) expect((await edda.post(`/posts/${slug}/unpublish`)).status).toBe(204);
    expect(await show(slug)).toMatchObject({ isDeletable: false });
    const refused = await edda.post(`/posts/${slug}/delete`, { version: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'already_taken']);
    await expect(site.ownerRows(`DELETE FROM post_draft WHERE slug = $1`, slug)).rejects.toThrow(
      'is not deleted',
    );
  });

  it('and publishing at the same time: one of them is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const slug = await create();
      const answers = await Promise.all([
        edda.post(`/posts/${slug}/publish`, { version: 1, at: null }),
        olga.post(`/posts/${slug}/delete`, { version: 1 }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect([
        [204, 409],
        [404, 204],
      ]).toContainEqual(statuses);
      expect(await read(slug)).toEqual(statuses[0] === 204 ? expect.objectContaining({ id: slug }) : 404);
    }
  });
});

describe('a published post', () => {
  it('is listed, found, searched and liked like one of a file, in both languages', async () => {
    const slug = await published();
    expect(await read(slug)).toMatchObject({
      title: 'Lanterns',
      content: '<p>A <strong>lantern</strong> glows.</p>\n',
      tagIds: ['fairness'],
      tags: ['fairness'],
    });
    expect(await read(slug, '?language=es')).toMatchObject({ title: 'Farolillos', language: 'es' });
    expect((await listed())[0]).toBe(slug);
    expect(await listed('&tag=fairness')).toContain(slug);
    expect(await listed('&search=lanterns')).toContain(slug);
    expect(await listed('&search=farolillos&language=es')).toContain(slug);
    const tags = (await site.call('GET', '/blog/tags')).body as unknown as BlogTag[];
    expect(tags.find(({ id }) => id === 'fairness')?.posts).toBe((await listed('&tag=fairness')).length);
    const { token } = await site.register('reader');
    const like = await site.call('POST', `/blog/${slug}/like`, token, { liked: true });
    expect(like.body).toEqual({ likes: 1, liked: true });
  });

  it('shows a change when it is published again, with the date it had', async () => {
    const slug = await published();
    const first = (await read(slug)) as BlogPost;
    const change = draft({ en: { ...draft().en, title: 'More lanterns' }, es: null });
    await edda.post(`/posts/${slug}/save`, { version: 1, draft: change });
    expect(await read(slug)).toMatchObject({ title: 'Lanterns' });
    expect(await show(slug)).toMatchObject({ state: 'public', version: 2, publicVersion: 1 });
    const stale = await edda.post(`/posts/${slug}/publish`, { version: 1, at: null });
    expect([stale.status, stale.body.code]).toEqual([409, 'already_taken']);
    expect((await edda.post(`/posts/${slug}/publish`, { version: 2, at: null })).status).toBe(204);
    expect(await read(slug)).toMatchObject({ title: 'More lanterns', createdAt: first.createdAt });
    expect(await read(slug, '?language=es')).toMatchObject({ title: 'More lanterns', language: 'en' });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await edda.post(`/posts/${slug}/publish`, { version: 2, at })).body.code).toBe('already_taken');
    expect(await read(slug)).toMatchObject({ title: 'More lanterns' });
  });

  it('is gone when it is unpublished, and comes back with its likes', async () => {
    const slug = await published();
    await site.ownerRows('UPDATE blog_post SET likes = 3 WHERE slug = $1', slug);
    expect((await edda.post(`/posts/${slug}/unpublish`)).status).toBe(204);
    expect(await read(slug)).toBe(404);
    expect(await listed()).not.toContain(slug);
    expect(await listed('&search=lanterns')).not.toContain(slug);
    expect((await edda.post(`/posts/${slug}/unpublish`)).body.code).toBe('already_taken');
    await edda.post(`/posts/${slug}/publish`, { version: 1, at: null });
    expect(await read(slug)).toMatchObject({ likes: 3 });
    const entries = await entriesOf(slug);
    expect(entries.map(({ command }) => command)).toEqual([
      'post create',
      'post publish',
      'post unpublish',
      'post publish',
    ]);
    expect(entries[1]).toMatchObject({ before: null, after: { version: 1, title: 'Lanterns' } });
    expect(entries[2]?.before).toMatchObject({ version: 1 });
  });

  it('is refused while a part is missing', async () => {
    for (const more of [
      { en: { ...draft().en, markdown: ' \n ' } },
      { en: { ...draft().en, category: '' } },
      { es: { title: '', excerpt: '', category: '', markdown: '' } },
    ]) {
      const slug = await create(more);
      const answer = await edda.post(`/posts/${slug}/publish`, { version: 1, at: null });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(await read(slug)).toBe(404);
    }
    expect((await edda.post('/posts/nothing/publish', { version: 1, at: null })).status).toBe(404);
    expect((await edda.post('/posts/nothing/unpublish')).status).toBe(404);
  });
});

describe('a scheduled post', () => {
  const later = (): string => new Date(Date.now() + 3_600_000).toISOString();

  it('is public from its time on, without another act, as it was when it was scheduled', async () => {
    const slug = await create();
    const at = later();
    expect((await edda.post(`/posts/${slug}/publish`, { version: 1, at })).status).toBe(204);
    expect(await show(slug)).toMatchObject({ state: 'scheduled', publicAt: at, publicVersion: 1 });
    expect(await read(slug)).toBe(404);
    expect(await listed()).not.toContain(slug);
    await edda.post(`/posts/${slug}/save`, { version: 1, draft: draft({ tagIds: [] }) });
    await makeDue(slug);
    expect(await read(slug)).toMatchObject({ tagIds: ['fairness'], createdAt: at });
    expect(await show(slug)).toMatchObject({ state: 'public', version: 2, publicVersion: 1 });
  });

  it('can be moved, and taken back before its time', async () => {
    const slug = await create();
    await edda.post(`/posts/${slug}/publish`, { version: 1, at: later() });
    const at = new Date(Date.now() + 7_200_000).toISOString();
    expect((await edda.post(`/posts/${slug}/publish`, { version: 1, at })).status).toBe(204);
    expect(await show(slug)).toMatchObject({ publicAt: at });
    expect((await edda.post(`/posts/${slug}/unpublish`)).status).toBe(204);
    await makeDue('nothing');
    expect(await show(slug)).toMatchObject({ state: 'draft', publicAt: null, publicVersion: null });
  });

  it.each([
    ['in the past', () => new Date(Date.now() - 60_000).toISOString()],
    ['in ten years', () => new Date(Date.now() + 3_652 * 86_400_000).toISOString()],
    ['no time', () => 'soon'],
  ])('is refused for a time %s', async (_, at) => {
    const slug = await create();
    expect((await edda.post(`/posts/${slug}/publish`, { version: 1, at: at() })).status).toBe(400);
  });
});

describe('posts of files', () => {
  it('are listed and read-only', async () => {
    const [file] = await readPosts();
    const slug = file?.slug ?? '';
    const { posts } = (await edda.get('/posts')).body as unknown as ConsolePosts;
    expect(posts.find((post) => post.slug === slug)).toMatchObject({
      isFile: true,
      state: 'public',
      languages: ['en', 'es'],
    });
    expect((await edda.get(`/posts/${slug}`)).status).toBe(404);
    for (const verb of ['publish', 'unpublish'] as const)
      expect((await edda.post(`/posts/${slug}/${verb}`, { version: 1, at: null })).status).toBe(404);
    expect(await read(slug)).toMatchObject({ title: file?.title });
  });

  it('leave posts of the console as they are when they are imported, unless a file has the same name', async () => {
    const [slug, replaced] = [await published(), await published()];
    const files = await readPosts();
    const [first] = files;
    if (!first) throw new Error('there are no files');
    await replacePosts(site.database.query, files);
    expect(await read(slug, '?language=es')).toMatchObject({ title: 'Farolillos', language: 'es' });
    await replacePosts(site.database.query, [...files, { ...first, slug: replaced }]);
    expect(await read(replaced)).toMatchObject({ title: first.title });
    // The draft is not lost, and is published again when the file is gone.
    expect(await show(replaced)).toMatchObject({ state: 'draft', version: 1 });
    const refused = await edda.post(`/posts/${replaced}/publish`, { version: 1, at: null });
    expect(refused.body).toMatchObject({
      code: 'already_taken',
      detail: 'A file has the name of this post.',
    });
    await replacePosts(site.database.query, files);
    expect(await read(replaced)).toBe(404);
    expect((await edda.post(`/posts/${replaced}/publish`, { version: 1, at: null })).status).toBe(204);
    expect(await read(replaced)).toMatchObject({ title: 'Lanterns' });
  });
});
