/** The inbox: reading messages, answering each once by mail, and what is left where the mail fails. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { InboxAnswer, MessageAnswer } from '@fairground/contract/console/contact';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { siteForAll } from '../for-tests.ts';
import { type StaffCaller } from '../test-staff.ts';

let sam: StaffCaller;
let olga: StaffCaller;
let keys = 0;
const site = siteForAll({ clock: 'stopped' });
beforeAll(async () => {
  sam = await site.staff.enter('sam', 'support');
  olga = await site.staff.enter('olga', 'operator');
});

const newKey = (): string => `answer-${(keys += 1)}`;
const mailFolder = (): string => join(site.dataDir, 'mail');

const write = async (title: string): Promise<string> => {
  const answer = await site.call('POST', '/contactus/create', null, {
    name: 'Visitor',
    email: 'visitor@example.org',
    title,
    description: 'First line.\nSecond line.',
  });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: string }).id;
};

const mails = async (): Promise<string[]> => {
  const names = await readdir(mailFolder()).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(mailFolder(), name), 'utf8')));
};

const show = async (id: string): Promise<MessageAnswer> =>
  (await sam.get(`/contact/${id}`)).body as unknown as MessageAnswer;

const listed = async (path: string): Promise<string[]> =>
  ((await sam.get(path)).body as unknown as InboxAnswer).messages.map(({ id }) => id);

it('answers a message once, by mail to the one who wrote', async () => {
  const id = await write('My bet\r\nBcc: other@example.org');
  expect(await listed('/contact')).toContain(id);
  const body = { text: 'It was paid.\n<b>Sorry</b>', key: newKey() };
  const answers = await Promise.all([1, 2, 3].map(() => sam.post(`/contact/${id}/answer`, body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [mail = '', ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toContain('To: visitor@example.org');
  expect(mail).toMatch(/^Subject: Re: My bet Bcc: other@example\.org$/m);
  expect(mail).not.toMatch(/^Bcc:/m);
  expect(mail).toContain('> First line.\n> Second line.');
  // As text it is what was written; as HTML it is no markup.
  expect(mail.slice(mail.indexOf('text/html'))).not.toContain('<b>');
  const { message, answers: stored } = await show(id);
  expect(message.answeredAt).not.toBeNull();
  expect(stored).toMatchObject([{ staff: 'sam', text: body.text, isMailed: true }]);
  expect(await listed('/contact')).not.toContain(id);
  expect(await listed('/contact?all=yes')).toContain(id);
  const other = await sam.post(`/contact/${id}/answer`, { ...body, text: 'Something else.' });
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch']);

  const { entries } = (await olga.get('/log')).body as unknown as LogAnswer;
  const entry = entries.find(({ command }) => command === 'contact answer');
  expect(entry).toMatchObject({ staff: 'sam', details: { id } });
  expect(JSON.stringify(entry)).not.toMatch(/visitor|paid/);
});

it('stores an answer whose mail fails, and mails it with the next try', async () => {
  const id = await write('A failing mail');
  const before = (await mails()).length;
  await rm(mailFolder(), { recursive: true });
  await writeFile(mailFolder(), 'in the way of the folder');
  const body = { text: 'Please try again.', key: newKey() };
  expect((await sam.post(`/contact/${id}/answer`, body)).body).toEqual({ isMailed: false });
  expect((await show(id)).answers).toMatchObject([{ isMailed: false }]);
  await rm(mailFolder());
  expect((await sam.post(`/contact/${id}/answer`, body)).body).toEqual({ isMailed: true });
  expect((await show(id)).answers).toMatchObject([{ isMailed: true }]);
  expect(await mails()).toHaveLength(1);
  expect(before).toBe(1);
});

it('marks a message as done without an answer, and answers no message that is not there', async () => {
  const id = await write('Nothing to say');
  expect((await sam.post(`/contact/${id}/done`)).status).toBe(204);
  expect((await sam.post(`/contact/${id}/done`)).body.code).toBe('already_taken');
  expect((await show(id)).answers).toEqual([]);
  for (const [path, body] of [
    ['/contact/999999/done', {}],
    ['/contact/999999/answer', { text: 'Hello?', key: newKey() }],
  ] as const) {
    expect((await sam.post(path, body)).status).toBe(404);
  }
  expect((await sam.post(`/contact/${id}/answer`, { text: '  ', key: newKey() })).status).toBe(400);
});

it('erases answers with their message', async () => {
  const id = await write('To be erased');
  await sam.post(`/contact/${id}/answer`, { text: 'Hello.', key: newKey() });
  const { query } = site.database;
  const change = { text: `UPDATE contact_answer SET text = 'changed' WHERE message_id = $1`, values: [id] };
  await expect(query(change)).rejects.toThrow('permission denied');
  await query({ text: 'DELETE FROM contact_message WHERE id = $1', values: [id] });
  const text = 'SELECT id FROM contact_answer WHERE message_id = $1';
  expect(await query({ text, values: [id] })).toEqual([]);
});
