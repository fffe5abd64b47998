import type { BlogPost } from '@fairground/contract/blog';
import { describe, expect, it } from 'vitest';
import { pageDataBlock } from '@fairground/site-kit/page/page-data.ts';
import { describePage, describePost, describeQuestions, siteMark } from './structured-data.ts';

const nasty = '</script><script>alert("1")</script>';
const post: BlogPost = {
  id: 'a-post',
  title: nasty,
  excerpt: nasty,
  content: nasty,
  category: 'Fairness',
  tags: [nasty],
  readTime: '',
  imageUrl: '/pictures/a.png',
  createdAt: '2026-11-05T09:00:00.000Z',
  likes: 0,
  liked: false,
};
const contentOf = (block: string): unknown =>
  JSON.parse(/^<script [^>]*>(.*)<\/script>$/s.exec(block)?.[1] ?? '');

describe('the head of a page', () => {
  it('names the address, the kind and the time of a post', () => {
    const head = describePage({ path: '/blog/a-post', title: 'A', description: 'B', post });
    expect(head).toContain(`<link rel="canonical" href="${siteMark}/blog/a-post" />`);
    expect(head).toContain('property="og:type" content="article"');
    expect(head).toContain(`property="og:image" content="${siteMark}/pictures/a.png"`);
    expect(head).toContain(`href="${siteMark}/rss.xml"`);
    expect(contentOf(describePost(post))).toMatchObject({ '@type': 'BlogPosting', headline: nasty });
  });

  it('names the language, and the other one', () => {
    const head = describePage({ path: '/', title: 'A', description: 'B', post: undefined });
    expect(head).toContain('property="og:locale" content="en_US"');
    expect(head).toContain('property="og:locale:alternate" content="es_ES"');
  });

  it('lists each question with its answer', () => {
    expect(contentOf(describeQuestions([{ question: nasty, answer: 'It is.' }]))).toMatchObject({
      '@type': 'FAQPage',
      url: `${siteMark}/faq`,
      mainEntity: [
        { '@type': 'Question', name: nasty, acceptedAnswer: { '@type': 'Answer', text: 'It is.' } },
      ],
    });
  });

  it('cannot be broken out of by a text', () => {
    const blocks = [describePost(post), pageDataBlock([[['blog', 'post', 'a-post'], post]])];
    for (const block of blocks) {
      expect(block.match(/<\/?script/g)).toHaveLength(2);
      expect(JSON.stringify(contentOf(block))).toContain('alert');
    }
    expect(describePage({ path: '/', title: nasty, description: nasty, post })).not.toMatch(/<script/);
  });
});
