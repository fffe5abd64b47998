/**
 * A page's metadata for search engines and for shared links: address, Open Graph, JSON-LD.
 * Used while prerendering only. The site's own address is not known then, so a placeholder is written for it.
 */
import type { BlogPost } from '@fairground/contract/blog';
import { languages, type Language } from '@fairground/site-kit/i18n/catalogues.ts';
import { t } from '@fairground/site-kit/i18n/i18n.ts';
import { activeLanguage } from '@fairground/site-kit/i18n/language.ts';
import { pictureOfSite } from '@fairground/site-kit/page/head.ts';

/** The server puts its public address in its place, see pages.ts there. */
export const siteMark = 'https://site-address.invalid';

export const postPath = ({ id }: { id: string }): string => `/blog/${id}`;

/** Open Graph wants a territory with each language. */
const territories: Record<Language, string> = { en: 'en_US', es: 'es_ES' };

interface PageFace {
  path: string;
  title: string;
  description: string;
  post: BlogPost | undefined;
}

export function describePage({ path, title, description, post }: PageFace): string {
  const address = siteMark + path;
  const properties: Record<string, string> = {
    'og:site_name': t('brand.name'),
    'og:type': post ? 'article' : 'website',
    'og:title': post?.title ?? title,
    'og:description': description,
    'og:url': address,
    'og:locale': territories[activeLanguage()],
    ...(post ? { 'article:published_time': post.createdAt, 'article:section': post.category } : {}),
    'og:image': absolute(post?.imageUrl ?? pictureOfSite),
  };
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== activeLanguage());
  const tags = [
    ...Object.entries(properties),
    ...others.map((language) => ['og:locale:alternate', territories[language]] as const),
  ].map(([property, content]) => `<meta property="${property}" content="${escapeText(content)}" />`);
  // Search engines refuse a relative address next to `hreflang`.
  const feed = path.startsWith('/blog')
    ? `<link rel="alternate" type="application/rss+xml" hreflang="${activeLanguage()}" ` +
      `title="${escapeText(t('title.blog'))}" href="${siteMark}${feedPath()}" />`
    : '';
  return `<link rel="canonical" href="${escapeText(address)}" />${tags.join('')}${feed}`;
}

/** The path of the feed, as in the server's feed.ts. */
const feedPath = (): string => {
  const language = activeLanguage();
  return language === 'en' ? '/rss.xml' : `/rss.xml?language=${language}`;
};

export const describePost = (post: BlogPost): string => jsonLd(postFacts(post));

export const describePosts = (
  posts: readonly BlogPost[],
  { title, description }: { title: string; description: string },
): string =>
  jsonLd({
    '@type': 'Blog',
    name: title,
    description,
    url: `${siteMark}/blog`,
    inLanguage: activeLanguage(),
    blogPost: posts.map(postFacts),
  });

/** The questions of the page, for search engines. */
export const describeQuestions = (questions: readonly { question: string; answer: string }[]): string =>
  jsonLd({
    '@type': 'FAQPage',
    url: `${siteMark}/faq`,
    inLanguage: activeLanguage(),
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });

const postFacts = (post: BlogPost) => ({
  '@type': 'BlogPosting',
  headline: post.title,
  description: post.excerpt,
  inLanguage: post.language ?? 'en',
  datePublished: post.createdAt,
  articleSection: post.category,
  keywords: post.tags,
  url: siteMark + postPath(post),
  mainEntityOfPage: siteMark + postPath(post),
  ...(post.imageUrl ? { image: absolute(post.imageUrl) } : {}),
  author: { '@type': 'Organization', name: t('brand.name'), url: `${siteMark}/` },
  publisher: { '@type': 'Organization', name: t('brand.name'), url: `${siteMark}/` },
});

/** A block of data: browsers never run it, so that the policy against inline scripts is not touched. */
const jsonLd = (facts: object): string => {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
};

const absolute = (address: string): string => (address.startsWith('/') ? siteMark + address : address);

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
