/** The newsletter's own mails, in plain text and HTML. */
import { escapeHtml, type Mail } from '../../platform/mail/mailer.ts';

const listHeaders = (link: string) => ({
  'List-Id': `Fairground newsletter <newsletter.${new URL(link).hostname}>`,
});

export const confirmMail = (to: string, link: string): Mail => ({
  to,
  headers: listHeaders(link),
  subject: 'Confirm the Fairground newsletter',
  text: `Hello,

somebody, hopefully you, asked for the Fairground newsletter at this address.
Open this link within 30 days to get it:

${link}

If you did not ask for it, you can leave this mail be: nothing more will come.
`,
  html: `<p>Hello,</p>
<p>somebody, hopefully you, asked for the Fairground newsletter at this address.</p>
<p><a href="${escapeHtml(link)}">Yes, send it to me</a> – the link is good for 30 days.</p>
<p>If you did not ask for it, you can leave this mail be: nothing more will come.</p>
`,
});

export const welcomeMail = (to: string, unsubscribeLink: string): Mail => ({
  to,
  headers: listHeaders(unsubscribeLink),
  subject: 'You get the Fairground newsletter',
  text: `Hello,

from now on you get the Fairground newsletter: new posts, and changes of the rules before they count.
To end it, at any time, open this link:

${unsubscribeLink}
`,
  html: `<p>Hello,</p>
<p>from now on you get the Fairground newsletter: new posts, and changes of the rules before they count.</p>
<p>To end it, at any time: <a href="${escapeHtml(unsubscribeLink)}">Unsubscribe</a>.</p>
`,
});
