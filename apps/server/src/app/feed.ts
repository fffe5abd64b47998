/** /rss.xml: the blog's posts for feed readers, in RSS 2.0. */
import type { Post } from '@fairground/content/post';
import type { FastifyInstance } from 'fastify';

interface FeedOptions {
  posts: readonly Post[];
  /** The public address without a final slash. */
  siteUrl: () => string;
}

const mostItems = 50;

export const installFeed = (app: FastifyInstance, { posts, siteUrl }: FeedOptions): void => {
  const newest = posts.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, mostItems);
  app.get('/rss.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(toRss(newest, siteUrl())),
  );
};

export const toRss = (posts: readonly Post[], siteUrl: string): string => {
  const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
  const date = (iso: string): string => new Date(iso).toUTCString();
  const items = posts.map(
    (post) =>
      `<item>${element('title', post.title)}${element('link', `${siteUrl}/blog/${post.slug}`)}` +
      `<guid isPermaLink="true">${escapeXml(`${siteUrl}/blog/${post.slug}`)}</guid>` +
      element('pubDate', date(post.createdAt)) +
      [post.category, ...post.tags].map((category) => element('category', category)).join('') +
      `${element('description', post.excerpt)}${element('content:encoded', post.content)}</item>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">' +
    `<channel>${element('title', 'Fairground blog')}${element('link', `${siteUrl}/blog`)}` +
    `<atom:link href="${escapeXml(`${siteUrl}/rss.xml`)}" rel="self" type="application/rss+xml" />` +
    element('description', 'How the games are made, and what every bet gives back on average.') +
    element('language', 'en') +
    (posts[0] ? element('lastBuildDate', date(posts[0].createdAt)) : '') +
    `${items.join('')}</channel></rss>`
  );
};

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
