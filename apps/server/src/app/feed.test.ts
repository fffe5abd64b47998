import { parsePost } from '@fairground/content/post';
import { describe, expect, it } from 'vitest';
import { toRss } from './feed.ts';

const post = parsePost(
  'tea-and-ropes',
  '---\ntitle: Tea & <ropes>\nexcerpt: "A ]]> in the middle"\ncategory: Fairness\ntags: [a, b]\ndate: "2026-11-05T09:00:00Z"\n---\nSome **text**.',
);

describe('the feed', () => {
  it('lists posts with absolute addresses, times as RSS wants them, and their HTML escaped', () => {
    const feed = toRss([post], 'https://fair.example');
    expect(feed).toContain('<link>https://fair.example/blog/tea-and-ropes</link>');
    expect(feed).toContain('<pubDate>Thu, 05 Nov 2026 09:00:00 GMT</pubDate>');
    expect(feed).toContain('<title>Tea &#38; &#60;ropes&#62;</title>');
    expect(feed).toContain('&#60;strong&#62;text&#60;/strong&#62;');
    expect(feed).toContain('<category>Fairness</category><category>a</category><category>b</category>');
    expect(feed).toContain('A ]]&#62; in the middle');
  });

  it('is whole without any post', () => {
    expect(toRss([], 'https://fair.example')).toMatch(/<\/channel><\/rss>$/);
  });
});
