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
