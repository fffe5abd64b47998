/**
 * The tags of the head that name the page in view. Prerendered pages carry theirs from the start; moves inside
 * the site change them here, so that a shared or saved link describes that page.
 */
export interface PageFace {
  title: string;
  description: string;
  /** Without query; absent where no search engine is to know the page. */
  canonicalPath?: string | undefined;
}

/** Where the tags are looked for and made: the document, or a stand-in in a test. */
export interface Head {
  title: string;
  find: (selector: string) => HeadTag | null;
  add: (tag: 'meta' | 'link', attributes: Record<string, string>) => void;
}

export interface HeadTag {
  setAttribute: (name: string, value: string) => void;
  remove: () => void;
}

export const pictureOfSite = '/icons/og.png';

export const headOfDocument = (): Head => ({
  get title() {
    return document.title;
  },
  set title(title) {
    document.title = title;
  },
  find: (selector) => document.head.querySelector(selector),
  add(tag, attributes) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
  },
});

/** What a page is called; a page whose title depends on data calls it again when the data has come. */
export function namePage(head: Head, { title, description }: { title?: string; description?: string }): void {
  if (title) {
    head.title = title;
    put(head, 'property', 'og:title', title);
  }
  if (description) {
    put(head, 'name', 'description', description);
    put(head, 'property', 'og:description', description);
  }
}

/** After a move to another page. `origin` is the public address of the site, without a final slash. */
export function describeMove(head: Head, { canonicalPath, ...names }: PageFace, origin: string): void {
  // Metadata of the previous page alone: its article, its questions.
  for (const own of ['script[type="application/ld+json"]', 'meta[property^="article:"]']) {
    for (let tag = head.find(own); tag; tag = head.find(own)) tag.remove();
  }
  namePage(head, names);
  put(head, 'property', 'og:type', 'website');
  put(head, 'property', 'og:image', origin + pictureOfSite);
  if (canonicalPath === undefined) {
    head.find('link[rel="canonical"]')?.remove();
    head.find('meta[property="og:url"]')?.remove();
    put(head, 'name', 'robots', 'noindex');
    return;
  }
  head.find('meta[name="robots"]')?.remove();
  const address = origin + canonicalPath;
  put(head, 'property', 'og:url', address);
  const link = head.find('link[rel="canonical"]');
  if (link) link.setAttribute('href', address);
  else head.add('link', { rel: 'canonical', href: address });
}

function put(head: Head, attribute: 'name' | 'property', name: string, content: string): void {
  const tag = head.find(`meta[${attribute}="${name}"]`);
  if (tag) tag.setAttribute('content', content);
  else head.add('meta', { [attribute]: name, content });
}
