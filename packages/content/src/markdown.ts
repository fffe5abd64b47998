/** Markdown to HTML. HTML in the text is shown as text, and links that would run something stay text. */
import MarkdownIt from 'markdown-it';
import { toPlainText } from './plain-text.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

export interface RenderedMarkdown {
  html: string;
  /** The same without markup. */
  plainText: string;
}

export const renderMarkdown = (text: string): RenderedMarkdown => ({
  html: markdown.render(text),
  plainText: toPlainText(markdown.parse(text, {})),
});

/** For a mail, in which addresses of the site need its name. */
export const renderMarkdownForMail = (text: string, siteUrl: string): string => {
  const tokens = markdown.parse(text, {});
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    for (const name of ['href', 'src']) {
      const address = token.attrGet(name);
      if (typeof address === 'string' && /^\/(?!\/)/.test(address)) token.attrSet(name, siteUrl + address);
    }
  }
  return markdown.renderer.render(tokens, markdown.options, {});
};
