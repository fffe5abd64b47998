/** The mails that the auth module sends, in plain text and HTML. */
import { escapeHtml, type Mail } from '../../platform/mail/mailer.ts';

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
  subject: 'Confirm your email address for Fairground',
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

/** To the address that an account is to have. */
export const newAddressMail = (to: string, username: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new email address for Fairground',
  text: `Hello ${username},

somebody, hopefully you, wants to use this address for a Fairground account.
Open this link within 24 hours to confirm that this address is yours, or to cancel the change:

${link}

If you do not have an account, you can leave this mail be: nothing changes without you.
`,
  html: `<p>Hello ${escapeHtml(username)},</p>
<p>somebody, hopefully you, wants to use this address for a Fairground account.</p>
<p><a href="${escapeHtml(link)}">Confirm that this address is yours</a> within 24 hours, or cancel the change there.</p>
<p>If you do not have an account, you can leave this mail be: nothing changes without you.</p>
`,
});

/** To an address that cannot be used, because an account has it: its owner is the only one to learn that. */
export const takenAddressMail = (to: string, link: string): Mail => ({
  to,
  subject: 'This email address has a Fairground account already',
  text: `Hello,

somebody, hopefully you, wants to use this address for another Fairground account.
It belongs to an account already, so nothing was changed. To sign in to that one with a new password:

${link}

If it was not you, you can leave this mail be.
`,
  html: `<p>Hello,</p>
<p>somebody, hopefully you, wants to use this address for another Fairground account.</p>
<p>It belongs to an account already, so nothing was changed.
<a href="${escapeHtml(link)}">Sign in to that one with a new password</a>.</p>
<p>If it was not you, you can leave this mail be.</p>
`,
});

/** To the present address of the account. */
export const oldAddressMail = (
  to: string,
  {
    username,
    newEmail,
    at,
    browser,
    link,
  }: { username: string; newEmail: string; at: string; browser: string; link: string },
): Mail => ({
  to,
  subject: 'Your Fairground account is to have another email address',
  text: `Hello ${username},

somebody who knows your password asked to change the email address of your account to ${newEmail}.
The change waits until both addresses have confirmed it. Open this link within 24 hours to confirm it, or to cancel it:

${link}

When: ${at}
Browser: ${browser}

If it was not you, cancel the change, and choose a new password.
`,
  html: `<p>Hello ${escapeHtml(username)},</p>
<p>somebody who knows your password asked to change the email address of your account to ${escapeHtml(newEmail)}.</p>
<p>The change waits until both addresses have confirmed it:
<a href="${escapeHtml(link)}">confirm it, or cancel it</a>, within 24 hours.</p>
<p>When: ${escapeHtml(at)}<br>Browser: ${escapeHtml(browser)}</p>
<p>If it was not you, cancel the change, and choose a new password.</p>
`,
});

/** To the address that an account had. */
export const formerAddressMail = (
  to: string,
  { username, at, browser, link }: { username: string; at: string; browser: string; link: string },
): Mail => ({
  to,
  subject: 'The email address of your Fairground account was changed',
  text: `Hello ${username},

both addresses have confirmed it: your account has another email address now, and this one gets no further mail.

When: ${at}
Browser: ${browser}

If it was you, there is nothing to do. If not, write to us:

${link}
`,
  html: `<p>Hello ${escapeHtml(username)},</p>
<p>both addresses have confirmed it: your account has another email address now, and this one gets no further mail.</p>
<p>When: ${escapeHtml(at)}<br>Browser: ${escapeHtml(browser)}</p>
<p>If it was you, there is nothing to do. If not, <a href="${escapeHtml(link)}">write to us</a>.</p>
`,
});

/** What happened to an account, by the subject and the sentence of the mail that reports it. */
const eventTexts = {
  exported: ['Your Fairground data was downloaded', 'everything that is stored about you was downloaded.'],
  closed: ['Your Fairground account is closed', 'your account was closed, and what named you was erased.'],
  passwordChanged: ['Your Fairground password was changed', 'your password was changed.'],
  emailChanged: [
    'The email address of your Fairground account was changed',
    'this is the address of your account from now on.',
  ],
  breakTaken: ['Your break from Fairground', 'a break of more than a week began on your account.'],
  secondFactorAdded: [
    'A second factor for your Fairground account',
    'from now on, signing in takes a code of your authenticator app.',
  ],
  secondFactorRemoved: [
    'The second factor of your Fairground account was removed',
    'from now on, signing in takes your password alone.',
  ],
  passkeyAdded: [
    'A passkey for your Fairground account',
    'a passkey was added to your account. It signs in without your password.',
  ],
  passkeyRemoved: ['A passkey of your Fairground account was removed', 'a passkey was removed.'],
  recoveryCodesReplaced: [
    'New recovery codes for your Fairground account',
    'your recovery codes were replaced; the old ones are void.',
  ],
  recoveryCodeUsed: [
    'A recovery code of your Fairground account was used',
    'somebody signed in with one of your recovery codes. Each works once.',
  ],
  tokenCreated: [
    'An access token for your Fairground account',
    'an access token was created, by which a program can act in your name. Your profile lists your tokens.',
  ],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>;

export type AccountEvent = keyof typeof eventTexts;

export const accountEventMail = (
  event: AccountEvent,
  { email: to, username }: { email: string; username: string },
  seen: { browser: string; at: string; link: string },
): Mail => {
  const [subject, sentence] = eventTexts[event];
  const advice =
    event === 'closed'
      ? { text: 'If not, write to us', html: 'write to us' }
      : {
          text: 'If not, choose a new password, which signs everybody else out',
          html: 'choose a new password',
        };
  return {
    to,
    subject,
    text: `Hello ${username},

${sentence}

When: ${seen.at}
Browser: ${seen.browser}

If it was you, there is nothing to do. ${advice.text}:

${seen.link}
`,
    html: `<p>Hello ${escapeHtml(username)},</p>
<p>${escapeHtml(sentence)}</p>
<p>When: ${escapeHtml(seen.at)}<br>Browser: ${escapeHtml(seen.browser)}</p>
<p>If it was you, there is nothing to do. If not, <a href="${escapeHtml(seen.link)}">${advice.html}</a>.</p>
`,
  };
};

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
