/** The mail of a notice, in the player's language, with links and headers that end mails of its kind (RFC 8058). */
import type { Notice, NoticeLanguage } from '@fairground/contract/notices';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import { escapeHtml, type Mail } from '../../platform/mail/mailer.ts';

const words = {
  en: { open: 'Open it', stop: 'No more mails of this kind', hello: 'Hello' },
  es: { open: 'Abrir', stop: 'No recibir más correos de este tipo', hello: 'Hola' },
} as const;

export const noticeMail = (
  to: { email: string; username: string; language: NoticeLanguage },
  notice: Notice,
  { siteUrl, token }: { siteUrl: string; token: string },
): Mail => {
  const { title, summary } = notice.texts[to.language];
  const { hello, open, stop } = words[to.language];
  const link = `${siteUrl}${notice.path}`;
  const stopLink = mailedLink(siteUrl, '/notices', { name: 'unsubscribe', token });
  const host = new URL(siteUrl).hostname;
  return {
    to: to.email,
    subject: title,
    text: `${hello} ${to.username},

${title}
${summary}

${open}: ${link}

${stop}:
${stopLink}
`,
    html: `<p>${hello} ${escapeHtml(to.username)},</p>
<p><b>${escapeHtml(title)}</b><br>${escapeHtml(summary)}</p>
<p><a href="${escapeHtml(link)}">${open}</a></p>
<p><a href="${escapeHtml(stopLink)}">${stop}</a></p>
`,
    // One that is sent again, because a process ended before it was recorded, is recognized as the same.
    // After a restore ids are given again; the time tells them apart.
    messageId: `<notice-${notice.id}-${Date.parse(notice.createdAt)}@${host}>`,
    headers: {
      'List-Id': `Fairground notices <notices.${host}>`,
      'List-Unsubscribe': `<${siteUrl}/api/notices/one-click?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
