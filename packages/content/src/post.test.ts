import { expect, test } from 'vitest';
import { parsePost } from './post.ts';

const post = (body: string, facts = ''): string =>
  `---\ntitle: A title\nexcerpt: What it says.\ncategory: Fairness\ntags: [one, two]\ndate: "2026-01-02"\n${facts}---\n${body}\n`;

test('facts and Markdown become a post', () => {
  const parsed = parsePost('a-post', post('# Hello\n\nSome *words*.', 'image: /pictures/a.png\n'));
  expect(parsed).toEqual({
    slug: 'a-post',
    title: 'A title',
    excerpt: 'What it says.',
    content: '<h1>Hello</h1>\n<p>Some <em>words</em>.</p>\n',
    category: 'Fairness',
    tags: ['one', 'two'],
    readTime: '1 min read',
    imageUrl: '/pictures/a.png',
    createdAt: '2026-01-02T00:00:00.000Z',
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
  const { content } = parsePost('hostile', post(hostile));
  expect(content).not.toMatch(/<(script|img|svg|a)\b/i);
});

test.each([
  ['A Post', post('x')],
  ['a_post', post('x')],
  ['no-facts', 'just text'],
  ['no-title', post('x').replace('title: A title\n', '')],
  ['no-date', post('x').replace('2026-01-02', 'soon')],
  ['no-tags', post('x').replace('[one, two]', 'one')],
  ['no-body', '---\ntitle: x\n---\n'],
])('%s is refused by name', (slug, text) => {
  expect(() => parsePost(slug, text)).toThrow(`content/blog/${slug}.md`);
});
