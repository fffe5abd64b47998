/** Mails of a complete site over SMTP: their recipients, and that their links work. */
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../player-client.ts';
import { startSmtpSink, type ReceivedMail, type SmtpSink } from '../smtp-sink.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let sink: SmtpSink;
let testSite: TestSite;

beforeAll(async () => {
  sink = await startSmtpSink();
  testSite = await startTestSite({
    env: {
      SMTP_URL: sink.url,
      MAIL_FROM: 'Fairground <play@example.org>',
      OPERATOR_EMAIL: 'operator@example.org',
    },
  });
});
afterAll(async () => {
  await testSite?.close();
  await sink?.close();
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  testSite.site.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });

/** Undoes the soft line breaks of quoted-printable. */
const readable = (mail: ReceivedMail): string => mail.source.replaceAll('=\n', '').replaceAll('=3D', '=');

const mailTo = async (address: string, subject: string): Promise<ReceivedMail> => {
  const find = () =>
    sink.mails.find(({ to, source }) => to.includes(address) && source.includes(`Subject: ${subject}`));
  await until(`"${subject}" to ${address}`, () => find() !== undefined);
  const found = find();
  if (!found) throw new Error('the mail is gone');
  return found;
};

const tokenIn = (mail: ReceivedMail): string => /#token=([\w-]{43})/.exec(readable(mail))?.[1] ?? '';

it('confirms the address of a new account by the mailed link, once', async () => {
  const { user } = await testSite.register('confirmer');
  const mail = await mailTo('confirmer@example.org', 'Confirm your email address for Fairground');
  expect(mail.from).toBe('play@example.org');
  expect(mail.to).toEqual(['confirmer@example.org']);
  expect(mail.source).toContain('Content-Type: text/plain');
  expect(mail.source).toContain('Content-Type: text/html');
  expect(readable(mail)).toMatch(/\/confirm-email\?mailed=token#token=[\w-]{43}\s/);
  const token = tokenIn(mail);
  expect((await post('/auth/confirm-email', { token })).statusCode).toBe(204);
  expect((await post('/auth/confirm-email', { token })).statusCode).toBe(400);
  const [row] = await testSite.rows<{ email_confirmed_at: Date | null }>(
    `SELECT email_confirmed_at FROM player WHERE id = $1`,
    user.id,
  );
  expect(row?.email_confirmed_at).toBeInstanceOf(Date);
});

it('notifies the owner of a confirmed address once of a sign-in from another browser', async () => {
  await testSite.register('owner');
  const confirmation = await mailTo('owner@example.org', 'Confirm your email address for Fairground');
  expect((await post('/auth/confirm-email', { token: tokenIn(confirmation) })).statusCode).toBe(204);
  const login = (agent: string) =>
    post('/auth/login', { identifier: 'owner', password: 'a meadow of lanterns' }, { 'user-agent': agent });
  expect((await login('Elsewhere/1.0 (Windows NT 10.0) <script>')).statusCode).toBe(200);
  const mail = await mailTo('owner@example.org', 'A sign-in to your Fairground account');
  expect(readable(mail)).toContain('an unknown browser on Windows');
  expect(readable(mail)).not.toMatch(/Elsewhere|<script>/);
  expect((await login('Elsewhere/1.0 (Windows NT 10.0) <script>')).statusCode).toBe(200);
  expect((await post('/auth/forgot-password', { email: 'owner@example.org' })).statusCode).toBe(202);
  const reset = await mailTo('owner@example.org', 'Choose a new Fairground password');
  const notices = sink.mails.filter(({ source }) => source.includes('A sign-in to your Fairground'));
  expect(notices).toHaveLength(1);
  const newPassword = 'another row of lanterns';
  expect((await post('/auth/reset-password', { token: tokenIn(reset), newPassword })).statusCode).toBe(204);
  expect((await post('/auth/login', { identifier: 'owner', password: newPassword })).statusCode).toBe(200);
});

it("A25: mails a visitor's message to the operator only and adds no header from its text", async () => {
  const hostile = {
    name: 'Mallory\r\nBcc: victim@example.org',
    email: 'mallory@example.org',
    title: 'Hello\r\nTo: victim@example.org\r\nX-Added: yes',
    description: 'Line one\r\n.\r\nMAIL FROM:<x@example.org>\r\nRCPT TO:<victim@example.org>',
  };
  expect((await post('/contactus/create', hostile)).statusCode).toBe(201);
  const mail = await mailTo('operator@example.org', 'Fairground message');
  expect(mail.to).toEqual(['operator@example.org']);
  const [head = ''] = mail.source.split('\n\n', 1);
  expect(head).not.toMatch(/^(bcc|x-added):/im);
  expect(head.match(/^to:/gim)).toHaveLength(1);
  expect(sink.mails.some(({ to }) => to.includes('victim@example.org'))).toBe(false);
});

it('marks every mail of the site as sent by a program, and those of the newsletter with their list', async () => {
  expect((await post('/newsletter', { email: 'reader@example.org' })).statusCode).toBe(202);
  const mail = await mailTo('reader@example.org', 'Confirm the Fairground newsletter');
  expect(mail.source).toMatch(/^List-Id: Fairground newsletter <newsletter\.[\w.-]+>$/im);
  expect(sink.mails.length).toBeGreaterThan(3);
  for (const { source } of sink.mails) expect(source).toMatch(/^Auto-Submitted: auto-generated$/m);
});

const readFiles = async ({ dataDir }: TestSite) => {
  const folder = `${dataDir}/mail`;
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
};

it('erases mails written to files with the account of a confirmed address', async () => {
  const files = await startTestSite();
  try {
    const { token } = await files.register('eraser');
    await files.register('keeper');
    await until('both mails lie there', async () => (await readFiles(files)).length === 2);
    await files.rows(`UPDATE player SET email_confirmed_at = clock_timestamp() WHERE username = 'eraser'`);
    const closed = await files.call('DELETE', '/user/me', token, { password: 'a meadow of lanterns' });
    expect(closed.status).toBe(204);
    const left = await readFiles(files);
    expect(left).toHaveLength(1);
    expect(left[0]).toContain('keeper@example.org');
  } finally {
    await files.close();
  }
});

it('erases mails written to files with an account whose addresses were never confirmed, and no others', async () => {
  const files = await startTestSite();
  try {
    await files.register('keeper');
    const { token } = await files.register('eraser');
    const password = 'a meadow of lanterns';
    const change = await files.call('POST', '/user/email', token, { email: 'another@example.org', password });
    expect(change.status).toBeLessThan(300);
    await until('three mails lie there', async () => (await readFiles(files)).length === 3);
    expect((await files.call('DELETE', '/user/me', token, { password })).status).toBe(204);
    const left = await readFiles(files);
    expect(left).toHaveLength(1);
    expect(left[0]).toContain('keeper@example.org');
  } finally {
    await files.close();
  }
});
