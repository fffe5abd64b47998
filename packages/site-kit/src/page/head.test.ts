import { describe, expect, it } from 'vitest';
import { describeMove, namePage, type Head } from './head.ts';

type Attributes = Record<string, string>;

/** A head that knows the selectors which the code uses: a tag, and one attribute that equals or begins with a value. */
function makeHead(...tags: [string, Attributes][]) {
  let all = tags.map(([tag, attributes]) => ({ tag, attributes: { ...attributes } }));
  const head: Head = {
    title: 'Before',
    find(selector) {
      const [, tag, name = '', how, value = ''] = /^(\w+)\[(\w+)(\^?=)"(.*)"\]$/.exec(selector) ?? [];
      const found = all.find(
        (each) =>
          each.tag === tag &&
          (how === '=' ? each.attributes[name] === value : each.attributes[name]?.startsWith(value)),
      );
      if (!found) return null;
      return {
        setAttribute: (attribute, text) => void (found.attributes[attribute] = text),
        remove: () => void (all = all.filter((each) => each !== found)),
      };
    },
    add: (tag, attributes) => void all.push({ tag, attributes }),
  };
  const content = (name: string) =>
    all.find(({ attributes }) => attributes['property'] === name || attributes['name'] === name)?.attributes[
      'content'
    ];
  const canonical = () => all.find(({ attributes }) => attributes['rel'] === 'canonical')?.attributes['href'];
  return { head, content, canonical, tags: () => all.map(({ tag }) => tag) };
}

const origin = 'https://fair.example';
const article = () =>
  makeHead(
    ['meta', { name: 'description', content: 'A post' }],
    ['link', { rel: 'canonical', href: `${origin}/blog/a-post` }],
    ['meta', { property: 'og:type', content: 'article' }],
    ['meta', { property: 'og:title', content: 'A post' }],
    ['meta', { property: 'og:url', content: `${origin}/blog/a-post` }],
    ['meta', { property: 'og:image', content: `${origin}/a.png` }],
    ['meta', { property: 'article:published_time', content: '2026' }],
    ['meta', { property: 'article:section', content: 'Fairness' }],
    ['script', { type: 'application/ld+json' }],
  );
const faq = { title: 'FAQ', description: 'Questions', canonicalPath: '/faq' };

describe('the head after a move', () => {
  it('names the new page everywhere', () => {
    const { head, content, canonical } = article();
    describeMove(head, faq, origin);
    expect(head.title).toBe('FAQ');
    expect(content('description')).toBe('Questions');
    expect(content('og:title')).toBe('FAQ');
    expect(content('og:description')).toBe('Questions');
    expect(content('og:url')).toBe(`${origin}/faq`);
    expect(canonical()).toBe(`${origin}/faq`);
  });

  it('drops what described the previous page alone', () => {
    const { head, content, tags } = article();
    describeMove(head, faq, origin);
    expect(content('og:type')).toBe('website');
    expect(content('og:image')).toBe(`${origin}/icons/og.png`);
    expect(content('article:published_time')).toBeUndefined();
    expect(content('article:section')).toBeUndefined();
    expect(tags()).not.toContain('script');
  });

  it('hides a page from search engines that is not for them, and shows the next one again', () => {
    const { head, content, canonical } = article();
    describeMove(head, { title: 'Games', description: 'For players' }, origin);
    expect([content('robots'), canonical(), content('og:url')]).toEqual(['noindex', undefined, undefined]);
    describeMove(head, faq, origin);
    expect([content('robots'), canonical()]).toEqual([undefined, `${origin}/faq`]);
  });

  it('follows a title that came later with its data, and leaves the rest', () => {
    const { head, content, canonical } = article();
    describeMove(head, faq, origin);
    namePage(head, { title: 'Another' });
    expect([head.title, content('og:title'), content('description')]).toEqual([
      'Another',
      'Another',
      'Questions',
    ]);
    expect(canonical()).toBe(`${origin}/faq`);
  });
});
