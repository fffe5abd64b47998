/** The rate of mails: what all processes send together, who waits, and who does not. */
import { beforeEach, expect, it } from 'vitest';
import { databaseForAll } from '../../../test/for-tests.ts';
import { createMailRate } from './mail-rate.ts';
import type { Mailer } from './mailer.ts';

const test = databaseForAll();

const run = (text: string, ...values: unknown[]) => test.rows(text, ...values);
beforeEach(() => run(`UPDATE mail_rate SET used_until = '-infinity'`));
/** As if that time had passed. */
const pass = (seconds: number) =>
  run(`UPDATE mail_rate SET used_until = used_until - make_interval(secs => $1)`, seconds);

/** As each process has it. An interval of a minute is longer than any pause of a test. */
const rateOf = (mailsPerMinute = 1) =>
  createMailRate({ query: test.database.query, mailsPerMinute, log: { warn: () => undefined } });

it('grants what all processes together may send, and then names the wait', async () => {
  const [one, other] = [rateOf(), rateOf()];
  const answers = await Promise.all([one, other, one, other].map((each) => each.reserveNotices(5)));
  expect(answers.map(({ granted }) => granted).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
  const { granted, waitMs } = await other.reserveNotices(1);
  expect(granted).toBe(0);
  expect(waitMs).toBeGreaterThan(30_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  await pass(60);
  expect(await one.reserveNotices(5)).toMatchObject({ granted: 1 });
});

it('allows a burst after a pause', async () => {
  const rate = rateOf(60);
  await run(`UPDATE mail_rate SET used_until = clock_timestamp() - interval '1 day'`);
  expect((await rate.reserveNotices(64)).granted).toBe(6);
  expect((await rate.reserveNotices(0)).granted).toBe(0);
});

it('sends a mail that somebody asks for immediately, and lets the others wait for it', async () => {
  const sent: string[] = [];
  const mailer: Mailer = {
    send: async ({ to }) => void sent.push(to),
    forget: async () => undefined,
    close: () => undefined,
  };
  const rate = rateOf();
  const mail = { subject: 's', text: 't', html: 'h' };
  for (const to of ['one', 'two', 'three']) await rate.counting(mailer).send({ to, ...mail });
  expect(sent).toEqual(['one', 'two', 'three']);
  const { granted, waitMs } = await rate.reserveNotices(1);
  expect(granted).toBe(0);
  // Three mails are three minutes; two are the most by which they postpone others.
  expect(waitMs).toBeLessThanOrEqual(120_000);
  expect(waitMs).toBeGreaterThan(60_000);
});

it('sends a mail that cannot be counted', async () => {
  const sent: string[] = [];
  const rate = createMailRate({
    query: () => Promise.reject(new Error('the database is unavailable')),
    mailsPerMinute: 60,
    log: { warn: () => undefined },
  });
  const mailer = rate.counting({
    send: async ({ to }) => void sent.push(to),
    forget: async () => undefined,
    close: () => undefined,
  });
  await mailer.send({ to: 'ann@example.org', subject: 's', text: 't', html: 'h' });
  expect(sent).toEqual(['ann@example.org']);
});
