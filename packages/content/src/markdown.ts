/** Markdown to HTML. HTML in the text is shown as text, and links that would run something stay text. */
import MarkdownIt from 'markdown-it';
import { toPlainText } from './plain-text.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

export const renderMarkdown = (text: string) => ({
  html: markdown.render(text),
  /** The text without markup. */
  plainText: toPlainText(markdown.parse(text, {})),
});
