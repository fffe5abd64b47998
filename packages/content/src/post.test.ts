import { describe, expect, test } from 'vitest';
import { parsePost as parse, parseTranslation as parseIn, postIn } from './post.ts';
import { parseTags } from './tags.ts';

const tagList = parseTags('one: { en: one, es: uno }\ntwo-words: { en: two words, es: dos palabras }\n');
const parsePost = (slug: string, text: string) => parse(slug, text, tagList);
const parseTranslation = (slug: string, language: 'es', text: string) =>
  parseIn({ slug, tagIds: ['one', 'two-words'] }, { language, text, tagList });

const post = (body: string, facts = ''): string =>
  `---\ntitle: A title\nexcerpt: What it says.\ncategory: Fairness\ntags: [one, two-words]\ndate: "2026-01-02"\n${facts}---\n${body}\n`;

const translation = (body: string): string =>
  post(body).replace('tags: [one, two-words]\ndate: "2026-01-02"\n', '');

test('facts and Markdown become a post', () => {
  const parsed = parsePost('a-post', post('# Hello\n\nSome *words*.', 'image: /pictures/a.png\n'));
  expect(parsed).toEqual({
    slug: 'a-post',
    title: 'A title',
    excerpt: 'What it says.',
    content: '<h1>Hello</h1>\n<p>Some <em>words</em>.</p>\n',
    plainText: 'Hello Some words.',
    category: 'Fairness',
    tags: ['one', 'two words'],
    tagIds: ['one', 'two-words'],
    readTime: '1 min read',
    imageUrl: '/pictures/a.png',
    createdAt: '2026-01-02T00:00:00.000Z',
    translations: {},
  });
});

test('A23: HTML in a text is shown as text, and links that run are no links', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[b](vbscript:alert(1))',
    '[c](data:text/html;base64,PHNjcmlwdD4=)',
    '<svg/onload=alert(1)>',
  ].join('\n\n');
  const original = parsePost('hostile', post(hostile));
  const translated = parseTranslation('hostile', 'es', translation(hostile));
  for (const { content } of [original, translated]) expect(content).not.toMatch(/<(script|img|svg|a)\b/i);
});

test.each([
  ['A Post', post('x')],
  ['a_post', post('x')],
  ['no-facts', 'just text'],
  ['no-title', post('x').replace('title: A title\n', '')],
  ['no-date', post('x').replace('2026-01-02', 'soon')],
  ['no-tags', post('x').replace('[one, two-words]', 'one')],
  ['another-tag', post('x').replace('[one,', '[three,')],
  ['one-tag-twice', post('x').replace('[one,', '[one, one,')],
  ['tags', post('x')],
  ['no-body', '---\ntitle: x\n---\n'],
])('%s is refused by name', (slug, text) => {
  expect(() => parsePost(slug, text)).toThrow(`content/blog/${slug}.md`);
});

test('the plain text has the words of all parts, without markup and without the marks of the search', () => {
  const { plainText } = parsePost(
    'plain',
    post(
      '# One *two*\n\n- `three`\n- [four](https://example.org)\n\n| a | b |\n| - | - |\n| c | d |\n\n```\n<five>\n```\n\nsi\uE000x\uE001',
    ),
  );
  expect(plainText).toBe('One two three four a b c d <five> six');
});

test.each([
  ['A Tag: { en: a, es: b }', '"A Tag" may contain'],
  ['one: { en: a }', '"one" has no label in "es"'],
  ['one:', '"one" has no label in "en"'],
])('a list of tags with %s is refused', (text, reason) => {
  expect(() => parseTags(text)).toThrow(`content/blog/tags.yml: ${reason}`);
});

describe('a translation', () => {
  const words = translation('# Hola').replace('A title', 'Un título');

  test('has words alone, and the reading time in its language', () => {
    expect(parseTranslation('a-post', 'es', words)).toEqual({
      title: 'Un título',
      excerpt: 'What it says.',
      content: '<h1>Hola</h1>\n',
      plainText: 'Hola',
      category: 'Fairness',
      tags: ['uno', 'dos palabras'],
      readTime: '1 min de lectura',
    });
  });

  test.each([
    ['a date of its own', post('x')],
    ['a picture of its own', words.replace('category:', 'image: /a.png\ncategory:')],
    ['tags of its own', words.replace('category:', 'tags: [one]\ncategory:')],
    ['no title', words.replace('title: Un título\n', '')],
    ['no facts', 'just text'],
  ])('with %s is refused by name', (_, text) => {
    expect(() => parseTranslation('a-post', 'es', text)).toThrow('content/blog/es/a-post.md');
  });

  test('is given to readers of its language, and the original to all others', () => {
    const original = parsePost('a-post', post('# Hello'));
    const both = { ...original, translations: { es: parseTranslation('a-post', 'es', words) } };
    expect(postIn(both, 'es')).toMatchObject({
      title: 'Un título',
      language: 'es',
      createdAt: original.createdAt,
    });
    expect(postIn(both, 'en')).toMatchObject({ title: 'A title', language: 'en' });
    expect(postIn(original, 'es')).toMatchObject({ title: 'A title', language: 'en' });
  });
});
