/** Blog, contact and newsletter over HTTP on a complete site. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blogPostSchema, type BlogPost, type BlogTag } from '@fairground/contract/blog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Post } from '@fairground/content/post';
import { blogFolders, readPosts } from './blog/post-files.ts';
import { until } from '../../test/player-client.ts';
import { startTestSite, type TestSite } from '../../test/test-site.ts';

let site: TestSite;
let dataDir: string;
let posts: readonly Post[];

/** Posts of this site alone: one that is not translated, and one whose text looks like markup. */
const added = {
  untranslated: 'Nothing else.',
  hostile: 'Before <img src=x onerror=alert(1)> the xylophone & <b>after</b> it',
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fairground-content-'));
  const blogDir = join(dataDir, 'blog');
  await mkdir(blogDir);
  for (const [slug, text] of Object.entries(added)) {
    const facts = `title: ${slug}\nexcerpt: ${slug}\ncategory: News\ntags: []\ndate: 2026-01-01\n`;
    await writeFile(join(blogDir, `${slug}.md`), `---\n${facts}---\n${text}\n`);
  }
  ({ posts } = await readPosts(blogFolders({ blogDir })));
  site = await startTestSite({ env: { DATA_DIR: dataDir, OPERATOR_EMAIL: 'operator@example.org' } });
});
afterAll(async () => {
  await site?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const mailsTo = async (address: string): Promise<string[]> => {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  // Long lines are folded in the file.
  return mails
    .filter((mail) => mail.includes(`To: ${address}\n`))
    .map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='));
};

const mailTo = async (address: string, subject: string): Promise<string> => {
  let found: string | undefined;
  await until(`a mail to ${address}`, async () => {
    found = (await mailsTo(address)).find((mail) => mail.includes(`Subject: ${subject}`));
    return found !== undefined;
  });
  return found ?? '';
};

describe('the blog', () => {
  it('lists the posts of content/blog and BLOG_DIR, newest first, and pages by time', async () => {
    const { status, body } = await site.call('GET', '/blog?limit=50');
    const listed = body as unknown as BlogPost[];
    expect(status).toBe(200);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(posts.map(({ slug }) => slug).toSorted());
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(
      listed.map(({ createdAt }) => createdAt).toSorted((a, b) => b.localeCompare(a)),
    );
    for (const post of listed) expect(blogPostSchema.parse(post)).toEqual(post);
    const last = listed.at(-1);
    const older = await site.call('GET', `/blog?before=${encodeURIComponent(last?.createdAt ?? '')}`);
    expect(older.body).toEqual([]);
    for (const query of ['limit=0', 'limit=51', 'before=yesterday']) {
      expect((await site.call('GET', `/blog?${query}`)).status, query).toBe(400);
    }
  });

  it('answers in the requested language whatever the browser prefers, and names one only if requested', async () => {
    const { body } = await site.call('GET', '/blog?limit=50');
    for (const post of body as unknown as BlogPost[]) expect(Object.keys(post)).not.toContain('language');
    const listed = (await site.call('GET', '/blog?limit=50&language=es')).body as unknown as BlogPost[];
    expect(listed).toHaveLength(posts.length);
    expect(listed.map(({ id }) => id)).toEqual((body as unknown as BlogPost[]).map(({ id }) => id));
    for (const post of posts) {
      const { slug, createdAt, imageUrl, translations } = post;
      const { title, excerpt, content, category, tags, readTime } = translations.es ?? post;
      const words = { title, excerpt, content, category, tags, readTime };
      const spanish = listed.find(({ id }) => id === slug);
      const language = translations.es ? 'es' : 'en';
      expect(spanish).toMatchObject({ ...words, createdAt, imageUrl, language });
      expect((await site.call('GET', `/blog/${slug}?language=es`)).body).toEqual(spanish);
      const english = (await site.call('GET', `/blog/${slug}?language=en`)).body;
      expect(english).toMatchObject({ title: post.title, content: post.content, language: 'en' });
      const preferences = { 'accept-language': 'es', cookie: 'language=es' };
      const plain = await site.site.app.inject({ url: `/api/blog/${slug}`, headers: preferences });
      expect(plain.json()).toEqual((await site.call('GET', `/blog/${slug}`)).body);
      expect(plain.json()).toMatchObject({ title: post.title });
      expect(plain.json()).not.toHaveProperty('language');
    }
    for (const path of ['/blog?language=xx', `/blog/${posts[0]?.slug}?language=xx`])
      expect((await site.call('GET', path)).status, path).toBe(400);
  });

  it('answers in English, with the language named, where a post has no translation', async () => {
    const slug = 'untranslated';
    expect((await site.call('GET', `/blog/${slug}?language=es`)).body).toMatchObject({
      title: slug,
      language: 'en',
    });
    const listed = (await site.call('GET', '/blog?language=es')).body as unknown as BlogPost[];
    expect(listed.filter(({ language }) => language === 'en').map(({ id }) => id)).toEqual(
      Object.keys(added).toSorted(),
    );
  });

  it('lists the posts of a tag, and the tags of all posts with their labels', async () => {
    const { body: english } = await site.call('GET', '/blog/tags');
    const { body: spanish } = await site.call('GET', '/blog/tags?language=es');
    const tags = english as unknown as BlogTag[];
    expect(tags.map(({ id }) => id).toSorted()).toEqual(
      [...new Set(posts.flatMap(({ tagIds }) => tagIds))].toSorted(),
    );
    expect((spanish as unknown as BlogTag[]).find(({ id }) => id === 'odds')).toEqual({
      id: 'odds',
      label: 'probabilidades',
      posts: 2,
    });
    for (const { id, posts: count } of tags) {
      const listed = (await site.call('GET', `/blog?limit=50&tag=${id}&language=es`))
        .body as unknown as BlogPost[];
      expect(listed).toHaveLength(count);
      for (const post of listed) expect(post.tagIds).toContain(id);
    }
    expect((await site.call('GET', '/blog?tag=no-such-tag')).body).toEqual([]);
    expect((await site.call('GET', `/blog?tag=${'x'.repeat(61)}`)).status).toBe(400);
  });

  it('finds posts by the words of their language, the best match first, with what matched as plain text', async () => {
    const search = async (words: string, more = '') => {
      const { status, body } = await site.call('GET', `/blog?search=${encodeURIComponent(words)}${more}`);
      expect(status, words).toBe(200);
      return body as unknown as BlogPost[];
    };
    // By their stems: the title has "tickets", the text "sealed".
    const [first] = await search('sealing a ticket');
    expect(first?.id).toBe('how-sealed-lottery-tickets-work');
    expect(first?.match?.filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase())).toContain(
      'ticket',
    );
    expect(blogPostSchema.parse(first)).toEqual(first);
    const [spanish] = await search('boletos sellados', '&language=es');
    expect(spanish).toMatchObject({ id: 'how-sealed-lottery-tickets-work', language: 'es' });
    expect(await search('boletos sellados')).toEqual([]);
    expect((await search('wheel -lottery')).map(({ id }) => id)).not.toContain(
      'how-sealed-lottery-tickets-work',
    );
    expect(await search('ticket', '&tag=coins')).toEqual([]);
    expect(await search('ticket', '&limit=1')).toHaveLength(1);
    expect(await search('the')).toEqual([]);
  });

  it('never returns markup that a search or a post contains', async () => {
    const { body } = await site.call('GET', '/blog?search=xylophone');
    const [found] = body as unknown as BlogPost[];
    expect(found?.match).toContainEqual({ text: 'xylophone', isMatch: true });
    expect(found?.match?.filter(({ isMatch }) => isMatch)).toHaveLength(1);
    expect(found?.content).not.toMatch(/<(img|b)\b/);
  });

  it.each([
    ['', 400],
    ['   ', 400],
    ['x'.repeat(101), 400],
    ['a\0b', 400],
    [`'; DROP TABLE blog_post; --`, 200],
    ['"unbalanced', 200],
    ['& | ! ( ) :* <-> \\', 200],
    ['- - -', 200],
    ['OR OR OR', 200],
    ['%_%', 200],
    ['\uD800', 200],
    ['\u202E\uE000<script>\uE001', 200],
    ['a '.repeat(50), 200],
  ])('answers a search for %j with %s', async (words, status) => {
    const answer = await site.site.app.inject({ url: '/api/blog', query: { search: words } });
    expect(answer.statusCode).toBe(status);
    if (status === 200) expect(z.array(blogPostSchema).safeParse(answer.json()).success).toBe(true);
  });

  it('answers not_found for an unknown post', async () => {
    expect(await site.call('GET', '/blog/nothing-here')).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'Post not found' },
    });
  });

  it('counts one like per player, however often it is sent, and removes it', async () => {
    const [post] = posts;
    const alice = await site.register('liker_a');
    const bob = await site.register('liker_b');
    const like = (token: string | null, liked: unknown) =>
      site.call('POST', `/blog/${post?.slug}/like`, token, { liked });
    const many = await Promise.all(Array.from({ length: 20 }, () => like(alice.token, true)));
    expect(many.every(({ body }) => body['likes'] === 1 && body['liked'] === true)).toBe(true);
    expect((await like(bob.token, true)).body).toEqual({ likes: 2, liked: true });
    expect((await site.call('GET', `/blog/${post?.slug}`, bob.token)).body).toMatchObject({
      likes: 2,
      liked: true,
    });
    expect((await site.call('GET', `/blog/${post?.slug}?language=es`, bob.token)).body).toMatchObject({
      likes: 2,
      liked: true,
      language: 'es',
    });
    expect((await site.call('GET', `/blog/${post?.slug}`)).body).toMatchObject({ likes: 2, liked: false });
    expect((await like(alice.token, false)).body).toEqual({ likes: 1, liked: false });
    expect((await like(alice.token, false)).body).toEqual({ likes: 1, liked: false });
    expect((await like(null, true)).status).toBe(401);
    expect((await like(alice.token, 'yes')).status).toBe(400);
    expect((await site.call('POST', '/blog/nothing/like', alice.token, { liked: true })).status).toBe(404);
  });
});

describe('the contact form', () => {
  const message = { name: 'Visitor', email: 'v@example.org', title: 'Hello', description: 'A question.' };

  it('stores a message and mails it to the operator', async () => {
    const answer = await site.call('POST', '/contactus/create', null, message);
    expect(answer.status).toBe(201);
    const mail = await mailTo(
      'operator@example.org',
      `Fairground message ${answer.body['id'] as string}: Hello`,
    );
    expect(mail).toContain('A question.');
    await until('it is noted as mailed', async () => {
      const rows = await site.rows(
        `SELECT FROM contact_message WHERE id = $1 AND mailed_at IS NOT NULL`,
        answer.body['id'],
      );
      return rows.length === 1;
    });
  });

  it('A25: adds no header and no recipient for line breaks or further addresses', async () => {
    const hostile = {
      ...message,
      name: 'X\r\nBcc: victim@example.org',
      title: 'Hi\r\nBcc: victim@example.org\r\n\r\nbody',
    };
    const { status, body } = await site.call('POST', '/contactus/create', null, hostile);
    expect(status).toBe(201);
    const mail = await mailTo('operator@example.org', `Fairground message ${body['id'] as string}:`);
    const head = mail.split('\n\n', 1)[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    expect(head.match(/^to:/gim)).toHaveLength(1);
    for (const email of [
      'a@example.org,b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'not an address',
    ]) {
      expect((await site.call('POST', '/contactus/create', null, { ...message, email })).status, email).toBe(
        400,
      );
    }
  });

  it.each([
    {},
    { ...message, name: '' },
    { ...message, title: '   ' },
    { ...message, description: undefined },
    { ...message, description: 'x'.repeat(5_001) },
    { ...message, admin: true },
  ])('%j is a 400', async (body) => {
    expect((await site.call('POST', '/contactus/create', null, body)).status).toBe(400);
  });
});

describe('the newsletter', () => {
  it('A38: mails an unconfirmed address once, however often it is subscribed', async () => {
    const email = 'pestered@example.org';
    const subscribe = async (address: string) =>
      expect((await site.call('POST', '/newsletter', null, { email: address })).status).toBe(202);
    await subscribe(email);
    const confirmation = await mailTo(email, 'Confirm the Fairground newsletter');
    const tagged = Array.from({ length: 5 }, (_, n) => `pestered+${n}@example.org`);
    for (const address of [...tagged, email, 'Pestered@Example.org']) await subscribe(address);
    // Mails are sent after the answer: when the mail of a later request has arrived, the earlier requests are done.
    await subscribe('another@example.org');
    await mailTo('another@example.org', 'Confirm the Fairground newsletter');
    expect(await mailsTo(email)).toHaveLength(1);
    for (const address of [...tagged, 'Pestered@Example.org']) expect(await mailsTo(address)).toEqual([]);
    // The link of that mail stays valid.
    const token = /#confirm=([\w-]{43})/.exec(confirmation)?.[1];
    expect((await site.call('POST', '/newsletter/confirm', null, { token })).status).toBe(204);
    await mailTo(email, 'You get the Fairground newsletter');
  });

  it('counts an address after its owner has confirmed it, and erases it on request', async () => {
    const email = 'reader@example.org';
    expect((await site.call('POST', '/newsletter', null, { email })).status).toBe(202);
    const confirmation = await mailTo(email, 'Confirm the Fairground newsletter');
    const token = /#confirm=([\w-]{43})/.exec(confirmation)?.[1];
    expect((await site.call('POST', '/newsletter/confirm', null, { token: 'no such' })).status).toBe(400);
    expect((await site.call('POST', '/newsletter/confirm', null, { token })).status).toBe(204);
    expect((await site.call('POST', '/newsletter/confirm', null, { token })).status).toBe(400);
    const welcome = await mailTo(email, 'You get the Fairground newsletter');
    const goodbye = /#unsubscribe=([\w-]{43})/.exec(welcome)?.[1];
    expect((await site.call('POST', '/newsletter/unsubscribe', null, { token: goodbye })).status).toBe(204);
    expect((await site.call('POST', '/newsletter/unsubscribe', null, { token: goodbye })).status).toBe(400);
    const left = await site.rows(`SELECT FROM newsletter_subscriber WHERE email = $1`, email);
    expect(left).toEqual([]);
  });

  it('gives the same answer for a new, a known and a pending address, and 400 for an invalid one', async () => {
    const answers = [];
    for (const email of ['b@example.org', 'b@example.org', 'B@example.org']) {
      answers.push(await site.call('POST', '/newsletter', null, { email }));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await site.call('POST', '/newsletter', null, { email: 'a@b.c,d@e.f' })).status).toBe(400);
  });
});
