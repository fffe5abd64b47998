import { parsePost, parseTranslation } from '@fairground/content/post';
import { parseTags } from '@fairground/content/tags';
import { describe, expect, it } from 'vitest';
import { listIn } from '../content/blog/service.ts';
import { toRss } from './feed.ts';

const tagList = parseTags('a: { en: a, es: c }\nb: { en: b & b, es: d }');

const post = parsePost(
  'tea-and-ropes',
  '---\ntitle: Tea & <ropes>\nexcerpt: "A ]]> in the middle"\ncategory: Fairness\ntags: [a, b]\ndate: ' +
    '"2026-11-05T09:00:00Z"\n---\nSome **text**.',
  tagList,
);

describe('the feed', () => {
  it('lists posts with absolute URLs, RFC 822 times and escaped HTML', () => {
    const feed = toRss(listIn('en', [post]), 'en', 'https://fair.example');
    expect(feed).toContain('<link>https://fair.example/blog/tea-and-ropes</link>');
    expect(feed).toContain('<pubDate>Thu, 05 Nov 2026 09:00:00 GMT</pubDate>');
    expect(feed).toContain('<title>Tea &#38; &#60;ropes&#62;</title>');
    expect(feed).toContain('&#60;strong&#62;text&#60;/strong&#62;');
    expect(feed).toContain(
      '<category>Fairness</category><category>a</category><category>b &#38; b</category>',
    );
    expect(feed).toContain('A ]]&#62; in the middle');
  });

  it('is in the language of its URL, and marks what is not translated', () => {
    const translation = parseTranslation(post, {
      language: 'es',
      text: '---\ntitle: Té y cuerdas\nexcerpt: Nada\ncategory: Juego limpio\n---\nAlgo.',
      tagList,
    });
    const feed = toRss(
      listIn('es', [{ ...post, translations: { es: translation } }]),
      'es',
      'https://fair.example',
    );
    expect(feed).toContain('<language>es</language>');
    expect(feed).toContain('href="https://fair.example/rss.xml?language=es" rel="self"');
    expect(feed).toContain('<title>Té y cuerdas</title>');
    expect(feed).toContain('<link>https://fair.example/blog/tea-and-ropes</link>');
    expect(feed).toContain('<category>Juego limpio</category><category>c</category><category>d</category>');
    expect(feed).not.toContain('dc:language>');
    const untranslated = toRss(listIn('es', [post]), 'es', 'https://fair.example');
    expect(untranslated).toContain('<title>Tea &#38; &#60;ropes&#62;</title>');
    expect(untranslated).toContain('<dc:language>en</dc:language>');
  });

  it('leaves out what XML 1.0 refuses, and escapes the rest', () => {
    const [plain] = listIn('en', [post]);
    const feed = toRss(
      [{ ...plain!, title: 'Bells <&>\u0007\uFFFE', content: ']]>\u001B\uFFFF' }],
      'en',
      'https://x',
    );
    expect(feed).toContain('<title>Bells &#60;&#38;&#62;</title>');
    expect(feed).toContain('<content:encoded>]]&#62;</content:encoded>');
  });

  it('is valid without any post', () => {
    expect(toRss([], 'en', 'https://fair.example')).toMatch(/<\/channel><\/rss>$/);
  });
});
