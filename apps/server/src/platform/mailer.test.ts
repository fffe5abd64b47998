/** Mails written to files: one recipient each, whatever their content. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { createMailer, escapeHtml } from './mailer.ts';

test('A25: writes a mail without SMTP to an .eml file with one recipient and no added header', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mail-'));
  const mailer = createMailer({ smtpUrl: null, mailFrom: null, dataDir, log: createLogger('silent') });
  await mailer.send({
    to: 'ann@example.org',
    subject: 'Hello\r\nBcc: eve@example.org',
    text: 'plain',
    html: '<p>rich</p>',
  });
  const [name = ''] = await readdir(path.join(dataDir, 'mail'));
  const file = path.join(dataDir, 'mail', name);
  const source = await readFile(file, 'utf8');
  expect(source).toMatch(/^To: <?ann@example\.org>?$/m);
  expect(source).not.toMatch(/^Bcc:/im);
  expect(source).toContain('text/plain');
  expect(source).toContain('text/html');
  expect((await stat(file)).mode & 0o077).toBe(0);
  mailer.close();
  await rm(dataDir, { recursive: true });
});

test('escapes text in HTML', () => {
  expect(escapeHtml(`<b class="x">'&`)).toBe('&#60;b class=&#34;x&#34;&#62;&#39;&#38;');
});

test('erases many addresses at once, each with only its own mails', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mail-'));
  const mailer = createMailer({ smtpUrl: null, mailFrom: null, dataDir, log: createLogger('silent') });
  const names = Array.from({ length: 20 }, (_, index) => `player${index}@example.org`);
  for (const to of [...names, ...names]) await mailer.send({ to, subject: 's', text: 't', html: 'h' });
  await Promise.all(names.slice(1).map((name) => mailer.forget(name.toUpperCase())));
  const left = await readdir(path.join(dataDir, 'mail'));
  const sources = await Promise.all(left.map((name) => readFile(path.join(dataDir, 'mail', name), 'utf8')));
  expect(sources).toHaveLength(2);
  for (const source of sources) expect(source).toContain('player0@example.org');
  mailer.close();
  await rm(dataDir, { recursive: true });
});
