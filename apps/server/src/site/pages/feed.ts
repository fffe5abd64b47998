/**
 * /rss.xml: the blog's posts for feed readers, in RSS 2.0. A feed is asked for by programs that speak no language,
 * so its address says which one it is in: English, or that of `?language=`.
 */
import {
  originalLanguage,
  postIn,
  postLanguages,
  type Post,
  type PostLanguage,
} from '@fairground/content/post';
import type { FastifyInstance } from 'fastify';

interface FeedOptions {
  posts: readonly Post[];
  /** The public address without a final slash. */
  siteUrl: () => string;
}

const maxItems = 50;

export const installFeed = (app: FastifyInstance, { posts, siteUrl }: FeedOptions): void => {
  const newest = posts.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, maxItems);
  app.get<{ Querystring: { language?: unknown } }>(
    '/rss.xml',
    { schema: { hide: true } },
    async ({ query }, reply) => {
      const language = postLanguages.find((each) => each === query.language) ?? originalLanguage;
      return reply
        .type('application/rss+xml; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-language', language)
        .send(toRss(newest, language, siteUrl()));
    },
  );
};

const channels: Record<PostLanguage, { title: string; description: string; path: string }> = {
  en: {
    title: 'Fairground blog',
    description: 'How the games are made, and what every bet gives back on average.',
    path: '/rss.xml',
  },
  es: {
    title: 'Blog de Fairground',
    description: 'Cómo se hacen los juegos y qué devuelve de media cada apuesta.',
    path: '/rss.xml?language=es',
  },
};

export const toRss = (posts: readonly Post[], language: PostLanguage, siteUrl: string): string => {
  const channel = channels[language];
  const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
  const date = (iso: string): string => new Date(iso).toUTCString();
  const items = posts
    .map((post) => postIn(post, language))
    .map(
      (post) =>
        `<item>${element('title', post.title)}${element('link', `${siteUrl}/blog/${post.slug}`)}` +
        `<guid isPermaLink="true">${escapeXml(`${siteUrl}/blog/${post.slug}`)}</guid>` +
        element('pubDate', date(post.createdAt)) +
        [post.category, ...post.tags].map((category) => element('category', category)).join('') +
        (post.language === language ? '' : element('dc:language', post.language)) +
        `${element('description', post.excerpt)}${element('content:encoded', post.content)}</item>`,
    );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
    `<channel>${element('title', channel.title)}${element('link', `${siteUrl}/blog`)}` +
    `<atom:link href="${escapeXml(siteUrl + channel.path)}" rel="self" type="application/rss+xml" />` +
    element('description', channel.description) +
    element('language', language) +
    (posts[0] ? element('lastBuildDate', date(posts[0].createdAt)) : '') +
    `${items.join('')}</channel></rss>`
  );
};

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
