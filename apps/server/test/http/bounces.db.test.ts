/** Mails that come back: who may report them, what is stored of an address, what it changes, and when it ends. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '@fairground/contract/user';
import { letterChecks } from '../../src/site/newsletter/audit.ts';
import { createBouncesService, recordRefusals } from '../../src/site/bounces/service.ts';
import { runChecks } from '../../src/ledger/audit.ts';
import { noLimiter } from '../../src/platform/attempt-limiter.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer } from '../../src/platform/mailer.ts';
import { hostileTexts, hostileValues } from '../hostile-inputs.ts';
import { corrupt } from '../query-as-owner.ts';
import { startSmtpSink } from '../smtp-sink.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

const secret = 'a secret of more than thirty-two characters';
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ chainLinks: 64, env: { MAIL_BOUNCE_SECRET: secret, RATE_LIMITS: 'on' } });
});
afterAll(() => site?.close());

const rows = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  site.test.database.query<Row>({ text, values });
const marks = () =>
  rows<{ address: string; kind: string; bounced_at: Date; message_id: string | null }>(
    `SELECT address, kind, bounced_at, message_id FROM mail_bounce ORDER BY address`,
  );
afterEach(() => rows(`DELETE FROM mail_bounce`));

const minute = 60_000;
/** A report is stored with the time of its arrival at the latest. */
const after = () => new Date(Date.now() + minute).toISOString();
let callers = 0;
const report = async (body: object, { given = `Bearer ${secret}`, from = '' } = {}) => {
  callers += 1;
  const response = await site.site.app.inject({
    method: 'POST',
    url: '/api/mail/bounces',
    headers: given === '' ? {} : { authorization: given },
    payload: body,
    remoteAddress: from === '' ? `10.1.${callers >> 8}.${callers & 255}` : from,
  });
  return response.statusCode;
};
const bounce = (address: string, more: object = {}) =>
  report({ address, kind: 'hard', at: after(), ...more });
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string | null, payload?: object) =>
  site.site.app.inject({
    method,
    url: `/api${path}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  });
const isStopped = async (token: string): Promise<boolean | undefined> =>
  (await call('GET', '/user/me', token)).json<User>().mailStopped;
const subscribe = (email: string) =>
  rows(
    `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token) VALUES ($1, clock_timestamp() - interval '1 hour', $2)`,
    email,
    `token of ${email}`,
  );
/** An hour ago. */
const confirm = (email: string) =>
  rows(
    `UPDATE player SET email_confirmed_at = clock_timestamp() - interval '1 hour' WHERE email = $1`,
    email,
  );
const mailsTo = async (email: string): Promise<string[]> => {
  const folder = join(site.dataDir, 'mail');
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return sources.filter((source) => new RegExp(`^To: <?${email}>?$`, 'm').test(source));
};

describe('a report', () => {
  it('needs the secret', async () => {
    await site.register('asked');
    const body = { address: 'asked@example.org', kind: 'hard', at: after() };
    for (const given of ['', 'Bearer', 'Bearer x', `Bearer ${secret}x`, `Basic ${secret}`, secret])
      expect(await report(body, { given }), given).toBe(401);
    expect(await marks()).toEqual([]);
    expect(await report(body)).toBe(204);
    expect(await marks()).toHaveLength(1);
  });

  it('is refused by a site without a secret', async () => {
    const service = createBouncesService({
      database: site.test.database,
      secret: null,
      limiter: noLimiter,
      now: Date.now,
      record: expect.fail,
    });
    const body = { address: 'asked@example.org', kind: 'hard', at: after() } as const;
    for (const given of [undefined, '', 'null', secret])
      expect(await service.report({ secret: given, from: '10.0.0.1', bounce: body }), given).toMatchObject({
        ok: false,
        code: 'not_found',
      });
  });

  it('is refused with anything else than what is documented, never with a fault', async () => {
    const valid = { address: 'asked@example.org', kind: 'hard', at: after(), messageId: '<a@b>' };
    for (const name of ['address', 'kind', 'at', 'messageId'] as const) {
      for (const value of [...hostileTexts.filter((text) => text.length < 3_000), ...hostileValues]) {
        const status = await report({ ...valid, [name]: value });
        expect([204, 400], `${name} ${JSON.stringify(value).slice(0, 40)}`).toContain(status);
      }
      if (name !== 'messageId') {
        const { [name]: _left, ...rest } = valid;
        expect(await report(rest)).toBe(400);
      }
    }
    expect(await report({ ...valid, more: 1 })).toBe(400);
    expect(await report({ ...valid, address: `${'a'.repeat(5_000)}@example.org` })).toBe(413);
    for (const at of ['2020-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(await report({ ...valid, at }), at).toBe(400);
  });

  it('of an address that nobody has stores nothing', async () => {
    expect(await bounce('nobody@example.org')).toBe(204);
    expect(await marks()).toEqual([]);
  });

  it('is limited for each address that it comes from', async () => {
    const body = { address: 'x@example.org', kind: 'soft', at: after() };
    const statuses = await Promise.all(Array.from({ length: 601 }, () => report(body, { from: '10.9.9.9' })));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await bounce('x@example.org')).toBe(204);
  });

  it('may be repeated and arrive in any order: the worst and the newest count', async () => {
    await site.register('repeated');
    const address = 'repeated@example.org';
    const at = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
    await bounce('Repeated@Example.org', { at: at(30), messageId: '<1@fair>' });
    const [first] = await marks();
    expect(first).toMatchObject({ address, kind: 'hard', message_id: '<1@fair>' });
    await Promise.all(Array.from({ length: 5 }, () => bounce(address, { at: at(40), kind: 'soft' })));
    expect(await marks()).toEqual([first]);
    await bounce(address, { at: at(20), kind: 'soft' });
    expect(await marks()).toMatchObject([{ kind: 'hard' }]);
    await bounce(address, { at: at(50), kind: 'complaint' });
    const [worst] = await marks();
    expect(worst?.kind).toBe('complaint');
    expect((worst?.bounced_at.getTime() ?? 0) - Date.parse(at(20))).toBeGreaterThan(-minute);
  });

  it('from before the address was confirmed says nothing about it', async () => {
    await site.register('confirmed');
    await confirm('confirmed@example.org');
    await bounce('confirmed@example.org', { at: new Date(Date.now() - 61 * minute).toISOString() });
    expect(await marks()).toEqual([]);
    await bounce('confirmed@example.org', { at: new Date(Date.now() - 59 * minute).toISOString() });
    expect(await marks()).toHaveLength(1);
  });
});

describe('an address whose mails come back', () => {
  it('is shown to its owner, and still gets the mails that they ask for', async () => {
    const { token } = await site.register('stopped');
    await confirm('stopped@example.org');
    expect(await isStopped(token)).toBeUndefined();
    await bounce('stopped@example.org', { kind: 'soft' });
    expect(await isStopped(token)).toBeUndefined();
    await bounce('stopped@example.org');
    expect(await isStopped(token)).toBe(true);
    await call('POST', '/auth/forgot-password', null, { email: 'stopped@example.org' });
    await expect
      .poll(async () =>
        (await mailsTo('stopped@example.org')).some((mail) => mail.includes('/reset-password')),
      )
      .toBe(true);
    // The link arrived, so that mails do.
    const [mail = ''] = (await mailsTo('stopped@example.org')).filter((each) =>
      each.includes('/reset-password'),
    );
    const resetToken = /#token=(?:3D)?([\w-]{43})/.exec(mail.replaceAll('=\n', ''))?.[1];
    const reset = { token: resetToken, newPassword: 'another meadow of lanterns' };
    expect((await call('POST', '/auth/reset-password', null, reset)).statusCode).toBe(204);
    expect(await marks()).toEqual([]);
  });

  it('is not asked to confirm another address, except by those who complained', async () => {
    const password = 'a meadow of lanterns';
    for (const [name, kind, oldConfirmed] of [
      ['moving', 'hard', true],
      ['moving_too', 'complaint', false],
    ] as const) {
      const { token } = await site.register(name);
      await confirm(`${name}@example.org`);
      await bounce(`${name}@example.org`, { kind });
      const begun = await call('POST', '/user/email', token, { email: `${name}@example.com`, password });
      expect(begun.json<{ pending: object }>().pending).toMatchObject({ oldConfirmed });
      if (!oldConfirmed) continue;
      await expect.poll(async () => (await mailsTo(`${name}@example.com`)).length).toBe(1);
      const [mail = ''] = await mailsTo(`${name}@example.com`);
      const newToken = /#token=(?:3D)?([\w-]{43})/.exec(mail.replaceAll('=\n', ''))?.[1];
      const answer = await call('POST', '/auth/confirm-new-email', null, { token: newToken });
      expect(answer.json()).toEqual({ changed: true });
      expect(await isStopped(token)).toBeUndefined();
      // Nobody has the former address any more.
      expect(await marks()).toEqual([]);
    }
  });

  it('is cleared when a subscription to the newsletter is confirmed', async () => {
    const email = 'reader@example.org';
    await rows(
      `INSERT INTO newsletter_subscriber (email, confirm_hash, confirm_until, unsubscribe_token)
      VALUES ($1, sha256('token'), clock_timestamp() + interval '1 day', 'x')`,
      email,
    );
    await bounce(email);
    expect(await marks()).toHaveLength(1);
    expect((await call('POST', '/newsletter/confirm', null, { token: 'token' })).statusCode).toBe(204);
    expect(await marks()).toEqual([]);
  });

  it('is erased with the last account or subscription that has it', async () => {
    const { token } = await site.register('leaving');
    const email = 'leaving@example.org';
    await subscribe(email);
    await bounce(email);
    expect(
      (await call('POST', '/newsletter/unsubscribe', null, { token: `token of ${email}` })).statusCode,
    ).toBe(204);
    expect(await marks()).toHaveLength(1);
    const closed = await call('DELETE', '/user/me', token, { password: 'a meadow of lanterns' });
    expect(closed.statusCode).toBe(204);
    expect(await marks()).toEqual([]);
    expect(await bounce(email)).toBe(204);
    expect(await marks()).toEqual([]);
  });

  it('leaves nothing where a report and the closing of the account meet', async () => {
    for (let round = 0; round < 6; round++) {
      const { token } = await site.register(`meeting_${round}`);
      const [closed, reported] = await Promise.all([
        call('DELETE', '/user/me', token, { password: 'a meadow of lanterns' }),
        ...Array.from({ length: 4 }, () => bounce(`meeting_${round}@example.org`)),
      ]);
      expect([closed.statusCode, reported]).toEqual([204, 204]);
    }
    expect(await marks()).toEqual([]);
  });

  it('is in the export of its owner, once it is confirmed', async () => {
    const { token } = await site.register('exporting');
    await confirm('exporting@example.org');
    await bounce('exporting@example.org');
    const exported = await call('POST', '/user/export', token, { password: 'a meadow of lanterns' });
    expect(exported.statusCode, exported.body.slice(0, 200)).toBe(200);
    expect(exported.body).toContain('"mailBounces"');
    expect(exported.json<{ mailBounces: object[] }>().mailBounces).toMatchObject([{ kind: 'hard' }]);
  });

  it('is found by the audit where nobody has it, without being named', async () => {
    const broken = async () =>
      (await runChecks(site.test.database, letterChecks)).flatMap((finding) => finding.broken);
    expect(await broken()).toEqual([]);
    await corrupt(
      site.test.database,
      `INSERT INTO mail_bounce (address, kind, bounced_at) VALUES ('left@example.org', 'hard', clock_timestamp())`,
    );
    const found = JSON.stringify(await broken());
    expect(found).toContain('hard');
    expect(found).not.toContain('left@');
  });
});

it('records an address that the mail server refuses for good, and no other', async () => {
  for (const name of ['gone', 'full', 'busy', 'fine']) await site.register(name);
  const replies: Record<string, string> = {
    gone: '550 5.1.1 no such user',
    full: '552 5.2.2 mailbox full',
    busy: '451 4.3.0 later',
  };
  const sink = await startSmtpSink((address) => replies[address.split('@', 1)[0] ?? '']);
  const recorded: string[] = [];
  const log = createLogger('silent');
  const mailer = recordRefusals(
    createMailer({ smtpUrl: sink.url, mailFrom: 'play@example.org', dataDir: site.dataDir, log }),
    { query: site.test.database.query, now: Date.now, log, record: (kind) => void recorded.push(kind) },
  );
  const send = (name: string) =>
    mailer.send({ to: `${name}@example.org`, subject: 's', text: 't', html: 'h', messageId: '<1@fair>' });
  try {
    for (const name of Object.keys(replies)) await expect(send(name), name).rejects.toThrow();
    await send('fine');
    // Of an address that nobody has.
    await expect(
      mailer.send({ to: 'gone@example.com', subject: 's', text: 't', html: 'h' }),
    ).rejects.toThrow();
  } finally {
    mailer.close();
    await sink.close();
  }
  expect(sink.mails).toHaveLength(1);
  expect(recorded).toEqual(['hard', 'soft']);
  expect(await marks()).toMatchObject([
    { address: 'full@example.org', kind: 'soft' },
    { address: 'gone@example.org', kind: 'hard', message_id: '<1@fair>' },
  ]);
});
