/**
 * Outgoing mail: by SMTP where the operator has set it up, else each mail as an .eml file under
 * DATA_DIR/mail, so that a site without mail can still be tried completely.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../logger.ts';

export interface Mail {
  /** One bare address. It is never parsed as a list, so it cannot name a second recipient. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beyond those that every mail has. */
  headers?: Readonly<Record<string, string>>;
  /** In angle brackets; made up where it is absent. */
  messageId?: string;
  /** An address or an account that it is about, whatever its recipient: `forget` erases it with those. */
  about?: string;
  /** The account that it is erased with where it has to wait. */
  playerId?: bigint;
  /** How long its link is valid, where that is less than a day: it is not sent afterwards. */
  goodForSeconds?: number;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Erases the mails to an address, or about it or an account, that lie here. */
  forget(who: string): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  smtpUrl: string | null;
  /** An address such as `Fairground <play@example.org>`. */
  mailFrom: string | null;
  dataDir: string;
  log: Log;
}

/** An account as mails are about it. */
export const accountOf = (playerId: bigint): string => `account ${playerId}`;

const defaultFrom = 'Fairground <no-reply@localhost>';

export const createMailer = ({ smtpUrl, mailFrom, dataDir, log }: MailerOptions): Mailer => {
  const from = senderOf(mailFrom ?? defaultFrom);
  const message = ({ to, subject, text, html, headers, messageId }: Mail) => ({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Programs that answer for somebody who is away do not answer these (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    ...(messageId === undefined ? {} : { messageId }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  if (smtpUrl !== null) {
    const smtp = lazy(async () => (await import('nodemailer')).createTransport(smtpUrl));
    return {
      async send(mail) {
        await (await smtp.get()).sendMail(message(mail));
      },
      forget: async () => undefined,
      close: smtp.close,
    };
  }

  const folder = path.join(dataDir, 'mail');
  log.info({ folder }, 'no SMTP_URL is set: mails are written to files');
  const writer = lazy(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );
  return {
    async send(mail) {
      const { message: source } = await (await writer.get()).sendMail(message(mail));
      if (!Buffer.isBuffer(source)) throw new Error('a mail came as a stream and not as a buffer');
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const about = mail.about === undefined ? '' : `-${nameOf(mail.about)}`;
      const file = path.join(folder, `${stamp}-${randomBytes(4).toString('hex')}${about}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The mail carries a one-time link, so no other user of the machine may read it.
      await writeFile(file, source, { mode: 0o600 });
      log.debug({ file }, 'mail written to a file');
    },
    async forget(who) {
      const recipient = `to: ${who.toLowerCase()}`;
      const end = `-${nameOf(who)}.eml`;
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        // Another call may be erasing mails at the same time.
        const source = await readFile(file, 'utf8').catch(unlessGone);
        if (name.endsWith(end) || headersOf(source).includes(recipient)) await rm(file, { force: true });
      }
    },
    close: writer.close,
  };
};

/** As one address, whatever its name contains: a colon would make a group of it. */
const senderOf = (text: string): { name: string; address: string } => {
  const [, name = '', address = text] = /^(.*)<(.+)>$/.exec(text) ?? [];
  return { name: name.trim(), address };
};

/** The library is loaded with the first mail: a start needs none. */
const lazy = <Transport extends { close(): void }>(create: () => Promise<Transport>) => {
  let created: Promise<Transport> | undefined;
  return {
    get: () => (created ??= create()),
    close: () => void created?.then((transport) => transport.close()),
  };
};

/** In lower case, each on one line: a long one is written on several. */
const headersOf = (source: string): string[] =>
  (source.split('\n\n', 1)[0] ?? '')
    .replaceAll(/\n[ \t]+/g, ' ')
    .toLowerCase()
    .split('\n')
    .map((line) => line.replace(/^to: +/, 'to: '));

/** As it is written in the name of a file, which a listing of the folder shows. */
const nameOf = (who: string): string =>
  createHash('sha256').update(who.toLowerCase()).digest('hex').slice(0, 32);

const unlessGone = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return '';
  throw error;
};

/** Text that is safe between HTML tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Records whether each mail was accepted by the mail server. */
export const countMails = (mailer: Mailer, record: (result: 'sent' | 'failed') => void): Mailer => ({
  ...mailer,
  async send(mail) {
    try {
      await mailer.send(mail);
    } catch (error) {
      record('failed');
      throw error;
    }
    record('sent');
  },
});
