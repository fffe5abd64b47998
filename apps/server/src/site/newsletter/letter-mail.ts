/** A letter of the newsletter as a mail, with a link and headers that end the subscription (RFC 8058). */
import { renderMarkdownForMail } from '@fairground/content/markdown';
import { mailedLink } from '../../platform/mailed-link.ts';
import { escapeHtml, type Mail } from '../../platform/mailer.ts';

export type LetterLanguage = 'en' | 'es';

export interface LetterText {
  subject: string;
  markdown: string;
}

export interface LetterRecipient {
  email: string;
  language: LetterLanguage;
  /** Null for a test, whose address need not be a subscriber's. */
  unsubscribeToken: string | null;
}

const words = {
  en: {
    reason: 'You get this letter because you subscribed to the Fairground newsletter.',
    test: 'This is a test: nobody else got it.',
    stop: 'Unsubscribe',
  },
  es: {
    reason: 'Recibes esta carta porque te suscribiste al boletín de Fairground.',
    test: 'Esto es una prueba: nadie más la ha recibido.',
    stop: 'Darse de baja',
  },
} as const;

/** `messageId` is that of one letter to one subscriber, so that a mail that is sent again is recognised as the same. */
export const letterMail = (
  { subject, markdown }: LetterText,
  { email, language, unsubscribeToken: token }: LetterRecipient,
  { siteUrl, messageId }: { siteUrl: string; messageId?: string },
): Mail => {
  const { reason, test, stop } = words[language];
  const text = markdown.replaceAll(/\]\((?=\/(?!\/))/g, `](${siteUrl}`);
  const html = renderMarkdownForMail(markdown, siteUrl);
  if (token === null) {
    return {
      to: email,
      subject: `[Test] ${subject}`,
      text: `${text}\n\n-- \n${test}\n`,
      html: `${html}<hr><p>${test}</p>\n`,
    };
  }
  const stopLink = mailedLink(siteUrl, '/newsletter', { name: 'unsubscribe', token });
  return {
    to: email,
    subject,
    text: `${text}\n\n-- \n${reason}\n${stop}: ${stopLink}\n`,
    html: `${html}<hr><p>${reason} <a href="${escapeHtml(stopLink)}">${stop}</a></p>\n`,
    ...(messageId === undefined ? {} : { messageId }),
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/newsletter/one-click?token=${encodeURIComponent(token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
