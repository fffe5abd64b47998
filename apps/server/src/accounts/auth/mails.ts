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

export const confirmEmailMail = (to: string, username: string, link: string): Mail => ({
  to,
  subject: 'Confirm your e-mail address for Fairground',
  text: `Hello ${username},

welcome to the fair. Open this link within 30 days to confirm that this address is yours:

${link}

You can play without it; a confirmed address is how you get back in when a password is lost.
If you did not open an account, you can leave this mail be.
`,
  html: `<p>Hello ${escapeHtml(username)},</p>
<p>welcome to the fair. <a href="${escapeHtml(link)}">Confirm that this address is yours</a> within 30 days.</p>
<p>You can play without it; a confirmed address is how you get back in when a password is lost.
If you did not open an account, you can leave this mail be.</p>
`,
});

export const newBrowserMail = (
  to: string,
  username: string,
  seen: { browser: string; at: string; link: string },
): Mail => ({
  to,
  subject: 'A sign-in to your Fairground account',
  text: `Hello ${username},

somebody signed in to your Fairground account from a browser we had not seen there before.

When: ${seen.at}
Browser: ${seen.browser}

If it was you, there is nothing to do. If not, choose a new password, which signs everybody else out:

${seen.link}
`,
  html: `<p>Hello ${escapeHtml(username)},</p>
<p>somebody signed in to your Fairground account from a browser we had not seen there before.</p>
<p>When: ${escapeHtml(seen.at)}<br>Browser: ${escapeHtml(seen.browser)}</p>
<p>If it was you, there is nothing to do. If not, <a href="${escapeHtml(seen.link)}">choose a new password</a>,
which signs everybody else out.</p>
`,
});
