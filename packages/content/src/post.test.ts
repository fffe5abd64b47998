import { describe, expect, test } from 'vitest';
import { parsePost as parse, parseTranslation as parseIn, postIn } from './post.ts';
import { parseTags } from './tags.ts';

const tagList = parseTags('one: { en: one, es: uno }\ntwo-words: { en: two words, es: dos palabras }\n');
const parsePost = (slug: string, text: string) => parse(slug, text, tagList);
const parseTranslation = (language: 'es', text: string) =>
  parseIn({ tagIds: ['one', 'two-words'] }, { language, text, tagList });

const post = (body: string, facts = ''): string =>
  `---\ntitle: A title\nexcerpt: What it says.\ncategory: Fairness\ntags: [one, two-words]\ndate: ` +
  `"2026-01-02"\n${facts}---\n${body}\n`;

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
  const translated = parseTranslation('es', translation(hostile));
  for (const { content } of [original, translated]) expect(content).not.toMatch(/<(script|img|svg|a)\b/i);
});

test.each([
  ['A Post', post('x'), 'the name may have'],
  ['a_post', post('x'), 'the name may have'],
  ['a'.repeat(65), post('x'), '64 characters'],
  ['tags', post('x'), 'that of the tags'],
  ['no-facts', 'just text', 'two lines of ---'],
  ['no-body', '---\ntitle: x\n---\n', 'two lines of ---'],
  ['no-yaml', post('x').replace('A title', '"A title'), 'at line'],
  ['no-title', post('x').replace('title: A title\n', ''), '"title" is missing'],
  ['a-number', post('x').replace('A title', '2026'), '"title" is missing, or no text'],
  ['no-date', post('x').replace('2026-01-02', 'soon'), '"date" is not a date'],
  ['no-day', post('x').replace('2026-01-02', '2026-01-32'), '"date" is not a date'],
  ['a-far-date', post('x').replace('2026-01-02', '20260-01-02'), '"date" is not a date'],
  ['a-late-date', post('x').replace('2026-01-02', '9999-12-31T23:59:00-05:00'), '"date" is not a date'],
  ['no-zone', post('x').replace('2026-01-02', '2026-01-02T09:00:00'), '"date" is not a date'],
  ['no-tags', post('x').replace('[one, two-words]', 'one'), '"tags" must be a list'],
  ['another-tag', post('x').replace('[one,', '[three,'), 'the tag "three" is not in tags.yml'],
  ['one-tag-twice', post('x').replace('[one,', '[one, one,'), '"tags" names one twice'],
])('%s is refused with the reason', (slug, text, reason) => {
  expect(() => parsePost(slug, text)).toThrow(reason);
});

test('the plain text has the words of all parts, without markup and without the marks of the search', () => {
  const { plainText } = parsePost(
    'plain',
    post(
      '# One *two*\n\n- `three`\n- [four](https://example.org)\n\n| a | b |\n| - | - |\n| c | d ' +
        '|\n\n```\n<five>\n```\n\nsi\uE000x\uE001',
    ),
  );
  expect(plainText).toBe('One two three four a b c d <five> six');
});

test.each([
  ['A Tag: { en: a, es: b }', '"A Tag" may contain'],
  ['one: { en: a }', '"one" has no label in "es"'],
  ['one:', '"one" has no label in "en"'],
])('a list of tags with %s is refused', (text, reason) => {
  expect(() => parseTags(text)).toThrow(reason);
});

describe('a translation', () => {
  const words = translation('# Hola').replace('A title', 'Un título');

  test('has words alone, and the reading time in its language', () => {
    expect(parseTranslation('es', words)).toEqual({
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
    ['a date of its own', post('x'), '"date" is that of the original'],
    [
      'a picture of its own',
      words.replace('category:', 'image: /a.png\ncategory:'),
      '"image" is that of the original',
    ],
    [
      'tags of its own',
      words.replace('category:', 'tags: [one]\ncategory:'),
      '"tags" is that of the original',
    ],
    ['no title', words.replace('title: Un título\n', ''), '"title" is missing'],
    ['no facts', 'just text', 'two lines of ---'],
  ])('with %s is refused with the reason', (_, text, reason) => {
    expect(() => parseTranslation('es', text)).toThrow(reason);
  });

  test('is given to readers of its language, and the original to all others', () => {
    const original = parsePost('a-post', post('# Hello'));
    const both = { ...original, translations: { es: parseTranslation('es', words) } };
    expect(postIn(both, 'es')).toMatchObject({
      title: 'Un título',
      language: 'es',
      createdAt: original.createdAt,
    });
    expect(postIn(both, 'en')).toMatchObject({ title: 'A title', language: 'en' });
    expect(postIn(original, 'es')).toMatchObject({ title: 'A title', language: 'en' });
  });
});
