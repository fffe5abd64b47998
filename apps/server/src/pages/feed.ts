/**
 * /rss.xml: the blog's posts for feed readers, in RSS 2.0. A feed is requested by programs that negotiate no language,
 * so its address names the language: English, or that of `?language=`.
 */
import { createHash } from 'node:crypto';
import { originalLanguage, postLanguages, type PostLanguage } from '@fairground/content/languages';
import type { BlogPost } from '@fairground/contract/blog';
import type { FastifyInstance } from 'fastify';
import { isKnown } from '../http/entity-tag.ts';
import { withoutUnshowable } from '../platform/showable-text.ts';

type FeedPost = Pick<
  BlogPost,
  'id' | 'title' | 'excerpt' | 'content' | 'category' | 'tags' | 'createdAt' | 'language'
>;

interface FeedOptions {
  /** The public posts, the newest first. */
  posts: (language: PostLanguage) => readonly FeedPost[];
  /** The public address without a final slash. */
  siteUrl: () => string;
}

const maxItems = 50;

export const installFeed = (app: FastifyInstance, { posts, siteUrl }: FeedOptions): void => {
  app.get<{ Querystring: { language?: unknown } }>(
    '/rss.xml',
    { schema: { hide: true } },
    async ({ query, headers }, reply) => {
      const language = postLanguages.find((each) => each === query.language) ?? originalLanguage;
      const feed = toRss(posts(language).slice(0, maxItems), language, siteUrl());
      // No Last-Modified beside it: some readers drop a corrected text that comes with a date they know.
      const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`;
      reply.header('cache-control', 'no-cache').header('content-language', language).header('etag', etag);
      if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('application/rss+xml; charset=utf-8').send(feed);
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

export const toRss = (posts: readonly FeedPost[], language: PostLanguage, siteUrl: string): string => {
  const channel = channels[language];
  const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
  const date = (iso: string): string => new Date(iso).toUTCString();
  const items = posts.map(
    ({ id, language: written = originalLanguage, ...post }) =>
      `<item>${element('title', post.title)}${element('link', `${siteUrl}/blog/${id}`)}` +
      `<guid isPermaLink="true">${escapeXml(`${siteUrl}/blog/${id}`)}</guid>` +
      element('pubDate', date(post.createdAt)) +
      [post.category, ...post.tags].map((category) => element('category', category)).join('') +
      (written === language ? '' : element('dc:language', written)) +
      `${element('description', post.excerpt)}${element('content:encoded', post.content)}</item>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" ' +
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
    'xmlns:dc="http://purl.org/dc/elements/1.1/">' +
    `<channel>${element('title', channel.title)}${element('link', `${siteUrl}/blog`)}` +
    `<atom:link href="${escapeXml(siteUrl + channel.path)}" rel="self" type="application/rss+xml" />` +
    element('description', channel.description) +
    element('language', language) +
    (posts[0] ? element('lastBuildDate', date(posts[0].createdAt)) : '') +
    `${items.join('')}</channel></rss>`
  );
};

/** Text as XML 1.0 may contain it. */
export const escapeXml = (text: string): string =>
  withoutUnshowable(text).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
