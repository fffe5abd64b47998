/** Mails written to files: one recipient each, whatever their content. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { accountOf, createMailer, escapeHtml } from './mailer.ts';

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

test.each([
  ['Fairground: games <play@example.org>', '"Fairground: games" <play@example.org>'],
  ['Fair; square <play@example.org>', '"Fair; square" <play@example.org>'],
  ['Fairground (official) <play@example.org>', '"Fairground (official)" <play@example.org>'],
  ['Fairground <play@example.org>', 'Fairground <play@example.org>'],
  ['<play@example.org>', 'play@example.org'],
  ['play@example.org', 'play@example.org'],
])('writes the sender %s as one address with its whole name', async (mailFrom, header) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mail-'));
  const mailer = createMailer({ smtpUrl: null, mailFrom, dataDir, log: createLogger('silent') });
  await mailer.send({ to: 'ann@example.org', subject: 's', text: 't', html: 'h' });
  const [name = ''] = await readdir(path.join(dataDir, 'mail'));
  expect(await readFile(path.join(dataDir, 'mail', name), 'utf8')).toContain(`\nFrom: ${header}\n`);
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

test('erases mails to an address of any length, and those about an address or an account', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mail-'));
  const mailer = createMailer({ smtpUrl: null, mailFrom: null, dataDir, log: createLogger('silent') });
  const left = async () => (await readdir(path.join(dataDir, 'mail'))).length;
  const mail = { subject: 's', text: 't', html: 'h' };
  for (const length of [60, 72, 73, 74, 76, 80, 200, 254]) {
    const to = `${'a'.repeat(40)}@${'b'.repeat(length - 45)}.org`;
    await mailer.send({ ...mail, to });
    expect(await left()).toBe(1);
    await mailer.forget(to.toUpperCase());
    expect([to, await left()]).toEqual([to, 0]);
  }
  await mailer.send({ ...mail, to: 'ann@example.org', about: accountOf(12n) });
  await mailer.send({ ...mail, to: 'staff@example.org', about: 'Ann@Example.org' });
  await mailer.send({ ...mail, to: 'bob@example.org', about: accountOf(1n) });
  for (const other of [accountOf(2n), accountOf(121n), 'nn@example.org', 'staff', ''])
    await mailer.forget(other);
  expect(await left()).toBe(3);
  await mailer.forget(accountOf(12n));
  expect(await left()).toBe(2);
  await mailer.forget('ann@example.org');
  expect(await left()).toBe(1);
  mailer.close();
  await rm(dataDir, { recursive: true });
});
