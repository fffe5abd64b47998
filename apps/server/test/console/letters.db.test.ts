/** Letters of the console: drafts, tests, sending once, stopping, and what is left of those who unsubscribe. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConsoleLetter, ConsoleLetters, LetterDraft } from '@fairground/contract/console/letters';
import type { LogAnswer } from '@fairground/contract/console/staff';
import { startConsoleSite, type ConsoleSite, type StaffCaller } from '../console-site.ts';

let site: ConsoleSite;
let edda: StaffCaller;
let olga: StaffCaller;
let sam: StaffCaller;
beforeAll(async () => {
  site = await startConsoleSite({ env: { SITE_URL: 'https://fair.example' } });
  edda = await site.staff('edda', 'editor');
  olga = await site.staff('olga', 'operator');
  sam = await site.staff('sam', 'support');
});
afterAll(() => site?.close());

const letter = (more: Partial<LetterDraft> = {}): LetterDraft => ({
  en: { subject: 'News of the fair', markdown: 'A **letter**.' },
  es: null,
  ...more,
});
const create = async (given = letter()): Promise<string> => {
  const { status, body } = await edda.post('/letters', { letter: given });
  expect([status, body['version']]).toEqual([201, 1]);
  return String(body['id']);
};
const show = async (id: string): Promise<ConsoleLetter> =>
  (await edda.get(`/letters/${id}`)).body as unknown as ConsoleLetter;
const rows = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  site.owner.query<Row>({ text, values });
const subscribe = (email: string) =>
  rows(
    `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token) VALUES ($1, clock_timestamp(), $2)`,
    email,
    `token of ${email}`,
  );
const mailsTo = async (email: string): Promise<string[]> => {
  const folder = join(site.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`) || mail.startsWith(`To: ${email}\n`));
};
const entriesOf = async (id: string): Promise<LogAnswer['entries']> =>
  ((await olga.get('/log')).body as unknown as LogAnswer).entries
    .filter(({ details }) => details['letter'] === id)
    .toReversed();
/** The engine sends once a second. */
const waitFor = (reached: () => Promise<boolean>) =>
  vi.waitUntil(reached, { timeout: 200_000, interval: 50 });

describe('a letter', () => {
  it('is for editors and operators alone', async () => {
    const id = await create();
    expect((await olga.get(`/letters/${id}`)).status).toBe(200);
    for (const path of ['/letters', `/letters/${id}`]) expect((await sam.get(path)).status).toBe(403);
    for (const [path, body] of [
      ['/letters', { letter: letter() }],
      [`/letters/${id}/save`, { version: 1, letter: letter() }],
      [`/letters/${id}/test`, { email: 'sam@example.org', language: 'en' }],
      [`/letters/${id}/send`, { version: 1 }],
      [`/letters/${id}/stop`, {}],
      [`/letters/${id}/resume`, {}],
      [`/letters/${id}/delete`, { version: 1 }],
    ] as const)
      expect((await sam.post(path, body)).status, path).toBe(403);
  });

  it('is saved by one of those who edited the same version', async () => {
    const id = await create();
    const answers = await Promise.all(
      [edda, olga].map((each) => each.post(`/letters/${id}/save`, { version: 1, letter: letter() })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await show(id)).toMatchObject({ version: 2, state: 'draft', progress: null });
    const missing = await edda.post('/letters/999999/save', { version: 1, letter: letter() });
    expect(missing.status).toBe(404);
  });

  it('is tried at one address, marked as a test, without the address in the log', async () => {
    const id = await create();
    const email = 'edda@example.org';
    expect((await edda.post(`/letters/${id}/test`, { email, language: 'es' })).status).toBe(204);
    const [mail = '', ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toContain('Subject: [Test] News of the fair');
    expect(mail).not.toMatch(/unsubscribe/i);
    expect(await show(id)).toMatchObject({ state: 'draft', progress: null });
    expect(JSON.stringify(await entriesOf(id))).not.toContain(email);
    const empty = await create(letter({ en: { subject: ' ', markdown: 'x' } }));
    expect((await edda.post(`/letters/${empty}/test`, { email, language: 'en' })).status).toBe(400);
    expect((await edda.post(`/letters/${id}/test`, { email: 'a@b.c,d@e.f', language: 'en' })).status).toBe(
      400,
    );
  });

  it.each([
    ['a subject of two lines', letter({ en: { subject: 'a\r\nBcc: other@example.org', markdown: 'x' } })],
    ['a long subject', letter({ en: { subject: 'x'.repeat(151), markdown: 'x' } })],
    ['another field', { ...letter(), to: 'other@example.org' }],
  ])('with %s is refused', async (_, given) => {
    expect((await edda.post('/letters', { letter: given })).status).toBe(400);
  });
});

describe('deleting', () => {
  it('ends a draft that was not sent, for the one who saw its newest version', async () => {
    const id = await create();
    expect((await edda.post(`/letters/${id}/save`, { version: 1, letter: letter() })).status).toBe(200);
    const stale = await olga.post(`/letters/${id}/delete`, { version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'already_taken']);
    const answers = await Promise.all(
      [edda, olga].map((each) => each.post(`/letters/${id}/delete`, { version: 2 })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404]);
    expect((await edda.get(`/letters/${id}`)).status).toBe(404);
    const entries = await entriesOf(id);
    expect(entries.map(({ command }) => command)).toEqual(['letter create', 'letter save', 'letter delete']);
    expect(entries[2]).toMatchObject({ before: { version: 2, subject: 'News of the fair' } });
  });

  it('is refused for a letter that was started, by the database too', async () => {
    const id = await create();
    await subscribe('kept@example.org');
    expect((await edda.post(`/letters/${id}/send`, { version: 1 })).status).toBe(204);
    expect((await edda.post(`/letters/${id}/delete`, { version: 1 })).body.code).toBe('already_taken');
    await waitFor(async () => (await show(id)).state === 'sent');
    expect((await edda.post(`/letters/${id}/delete`, { version: 1 })).body.detail).toMatch(/deleted/);
    await expect(rows(`DELETE FROM letter WHERE id = $1`, id)).rejects.toThrow('not changed');
    await rows(`DELETE FROM newsletter_subscriber WHERE email = 'kept@example.org'`);
  });
});

describe('sending', () => {
  it('waits for a subscriber, goes to everybody once, and never a second time', async () => {
    const id = await create();
    const toNobody = await edda.post(`/letters/${id}/send`, { version: 1 });
    expect([toNobody.status, toNobody.body.code]).toEqual([409, 'too_early']);
    const emails = ['anna@example.org', 'bruno@example.org'];
    for (const email of emails) await subscribe(email);
    expect((await edda.get('/letters')).body as unknown as ConsoleLetters).toMatchObject({
      subscribers: { confirmed: 2, spanish: 0 },
    });
    expect((await edda.post(`/letters/${id}/send`, { version: 2 })).status).toBe(409);
    const presses = await Promise.all([1, 2, 3].map(() => edda.post(`/letters/${id}/send`, { version: 1 })));
    expect(presses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      204, 409, 409,
    ]);
    await waitFor(async () => (await show(id)).state === 'sent');
    for (const email of emails) {
      const mails = await mailsTo(email);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    }
    expect((await show(id)).progress).toMatchObject({
      recipients: 2,
      sent: 2,
      waiting: 0,
      failed: 0,
      dropped: 0,
    });
    expect((await edda.post(`/letters/${id}/send`, { version: 1 })).body.detail).toMatch(/never sent twice/);
    expect((await edda.post(`/letters/${id}/save`, { version: 1, letter: letter() })).status).toBe(409);
    for (const act of ['stop', 'resume'])
      expect((await edda.post(`/letters/${id}/${act}`)).body.code).toBe('already_taken');
    const [, sent] = await entriesOf(id);
    expect(sent).toMatchObject({
      command: 'letter send',
      staff: 'edda',
      after: { recipients: 2, version: 1 },
    });
  });

  it('ends the subscription by the address in the headers, and erases it from what was sent', async () => {
    const [mail = ''] = await mailsTo('anna@example.org');
    const address = /^List-Unsubscribe: <https:\/\/fair\.example([^>]*)>$/m.exec(
      mail.replaceAll(/\n[ \t]+/g, ' '),
    )?.[1];
    const url = address?.trim() ?? '';
    const opened = await site.site.app.inject({ url });
    expect([opened.statusCode, opened.headers['location']]).toEqual([
      303,
      'https://fair.example/newsletter?mailed=unsubscribe#unsubscribe=token%20of%20anna%40example.org',
    ]);
    const count = async () => (await rows(`SELECT FROM letter_delivery WHERE subscriber_id IS NULL`)).length;
    const before = await count();
    // A browser that opens the address changes nothing.
    expect(await rows(`SELECT FROM newsletter_subscriber WHERE email = 'anna@example.org'`)).toHaveLength(1);
    const press = () =>
      site.site.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await press()).statusCode).toBe(204);
    expect(await rows(`SELECT FROM newsletter_subscriber WHERE email = 'anna@example.org'`)).toHaveLength(0);
    expect(await count()).toBe(before + 1);
    expect((await press()).statusCode).toBe(400);
  });

  it('stops, and continues with the rest', async () => {
    const id = await create();
    await subscribe('carla@example.org');
    const folder = join(site.dataDir, 'mail');
    const aside = join(site.dataDir, 'mail-aside');
    await rename(folder, aside);
    await writeFile(folder, 'in the way of the folder');
    await edda.post(`/letters/${id}/send`, { version: 1 });
    await waitFor(
      async () => (await rows(`SELECT FROM letter_delivery WHERE last_error IS NOT NULL`)).length === 2,
    );
    expect((await olga.post(`/letters/${id}/stop`)).status).toBe(204);
    expect((await olga.post(`/letters/${id}/stop`)).body.code).toBe('already_taken');
    expect(await show(id)).toMatchObject({
      state: 'stopped',
      progress: { recipients: 2, sent: 0, waiting: 2 },
    });
    await rm(folder);
    await rename(aside, folder);
    await rows(`UPDATE letter_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`);
    expect((await olga.post(`/letters/${id}/resume`)).status).toBe(204);
    expect((await olga.post(`/letters/${id}/resume`)).body.code).toBe('already_taken');
    await waitFor(async () => (await show(id)).state === 'sent');
    expect(await mailsTo('carla@example.org')).toHaveLength(1);
    const commands = (await entriesOf(id)).map(({ command }) => command);
    expect(commands).toEqual(['letter create', 'letter send', 'letter stop', 'letter resume']);
    expect((await edda.post('/letters/999999/stop')).status).toBe(404);
  });
});

describe('a subscription', () => {
  it('has the language of its page', async () => {
    const answer = await site.site.app.inject({
      method: 'POST',
      url: '/api/newsletter',
      payload: { email: 'dora@example.org', language: 'es' },
    });
    expect(answer.statusCode).toBe(202);
    const language = async () =>
      (
        await rows<{ language: string }>(
          `SELECT language FROM newsletter_subscriber WHERE email = 'dora@example.org'`,
        )
      )[0]?.language;
    await waitFor(async () => (await language()) === 'es');
    const unknown = await site.site.app.inject({
      method: 'POST',
      url: '/api/newsletter',
      payload: { email: 'dora@example.org', language: 'xx' },
    });
    expect(unknown.statusCode).toBe(400);
  });
});
