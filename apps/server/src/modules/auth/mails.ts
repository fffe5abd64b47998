/** The mails that the auth module sends, in plain text and HTML. */
import { escapeHtml, type Mail } from '../../platform/mailer.ts';

export const passwordResetMail = (to: string, username: string, link: string): Mail => ({
  to,
  subject: 'Choose a new Fairground password',
  text: `Hello ${username},

somebody, hopefully you, asked for a new password for your Fairground account.
Open this link within 30 minutes to choose one:

${link}

It works once. If you did not ask for it, you can leave this mail be: your password stays as it is.
`,
  html: `<p>Hello ${escapeHtml(username)},</p>
<p>somebody, hopefully you, asked for a new password for your Fairground account.</p>
<p><a href="${escapeHtml(link)}">Choose a new password</a> within 30 minutes. The link works once.</p>
<p>If you did not ask for it, you can leave this mail be: your password stays as it is.</p>
`,
});
