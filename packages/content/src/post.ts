/**
 * A blog post as its author writes it: YAML between two lines of dashes, then Markdown. HTML in the text is
 * shown as text, never taken over, so what comes out is safe to put on a page.
 */
import MarkdownIt from 'markdown-it';
import { parse } from 'yaml';

export interface Post {
  /** The file's name: part of the address, and so never changed. */
  slug: string;
  title: string;
  excerpt: string;
  /** HTML made from the Markdown. */
  content: string;
  category: string;
  tags: readonly string[];
  readTime: string;
  imageUrl: string | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const wordsPerMinute = 220;
const layout = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/;

/** Throws an error that names the file and what is wrong with it. */
export const parsePost = (slug: string, text: string): Post => {
  const wrong = (what: string): Error => new Error(`content/blog/${slug}.md: ${what}`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw wrong('the name may hold a-z, 0-9 and single dashes only');
  const match = layout.exec(text.replaceAll('\r\n', '\n'));
  if (!match) throw wrong('it must begin with its facts between two lines of ---');
  const facts = parse(match[1] ?? '') as Record<string, unknown> | null;
  const body = (match[2] ?? '').trim();
  const word = (name: string): string => {
    const value = facts?.[name];
    if (typeof value !== 'string' || value.trim() === '') throw wrong(`"${name}" is missing`);
    return value.trim();
  };
  const createdAt = new Date(word('date'));
  if (Number.isNaN(createdAt.getTime())) throw wrong('"date" is no date');
  const tags = facts?.['tags'];
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
    throw wrong('"tags" must be a list');
  const image = facts?.['image'];
  return {
    slug,
    title: word('title'),
    excerpt: word('excerpt'),
    content: markdown.render(body),
    category: word('category'),
    tags,
    readTime: `${Math.max(1, Math.ceil(body.split(/\s+/).length / wordsPerMinute))} min read`,
    imageUrl: typeof image === 'string' ? image : null,
    createdAt: createdAt.toISOString(),
  };
};
