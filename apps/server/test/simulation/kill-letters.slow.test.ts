/** F2: kill -9 of the site while it sends a letter of the newsletter. Every address gets it, and none gets a second letter. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { urlOf } from '../shared-postgres.ts';
import { makeDataDir, startSiteProcess, type RunningSite } from '../site-process.ts';
import { startSmtpSink, type SmtpSink } from '../smtp-sink.ts';

let data: Awaited<ReturnType<typeof makeDataDir>>;
let test: TestDatabase;
let sink: SmtpSink;
let environment: Record<string, string>;
let site: RunningSite;

const readers = 600;
/** Sent when the site is killed: early, in the middle of a batch, at the end of one, and late. */
const killedAt = [3, 100, 250, 440];
/** Mails that are on their way at the same time. */
const concurrency = 8;

beforeAll(async () => {
  [data, test, sink] = await Promise.all([makeDataDir(), createTestDatabase(), startSmtpSink()]);
  environment = {
    DATA_DIR: data.dataDir,
    DATABASE_URL: urlOf(test.address),
    SMTP_URL: sink.url,
    MAILS_PER_MINUTE: '100000',
    MAIL_FROM: 'Fairground <play@example.org>',
    AVIATOR_COUNTDOWN_MS: '600000',
  };
  site = await startSiteProcess(environment);
}, 300_000);
afterAll(async () => {
  await site?.end('SIGTERM');
  await Promise.all([test?.close(), sink?.close(), data?.remove()]);
});

const rows = <Row extends object>(text: string): Promise<Row[]> => queryAsOwner<Row>(test.database, text);

const startLetter = async (): Promise<void> => {
  await rows(`INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token)
    SELECT concat('reader-', n, '@example.org'), clock_timestamp(), concat('token-', n)
    FROM generate_series(1, ${readers}) AS n`);
  await rows(`WITH member AS (
      INSERT INTO staff (name, role, password_hash, sealed) VALUES ('edda', 'editor', '', '') RETURNING id)
    INSERT INTO letter (letter, updated_by, state, started_at, recipients, last_subscriber, queued_through)
    SELECT '{"en": {"subject": "News", "markdown": "A letter."}, "es": null}', member.id, 'sending', clock_timestamp(),
      ${readers}, (SELECT max(id) FROM newsletter_subscriber), 0 FROM member`);
};

const isSent = async (): Promise<boolean> =>
  (await rows<{ state: string }>('SELECT state FROM letter'))[0]?.state === 'sent';
/** As if the wait of what the killed process had claimed had passed. */
const makeDue = () =>
  rows(`UPDATE letter_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`);
const waitUntil = (reached: () => boolean | Promise<boolean>) =>
  vi.waitUntil(reached, { timeout: 200_000, interval: 5 });

it('F2: sends a letter to every address, and repeats at most what was on its way', async () => {
  await startLetter();
  for (const sent of killedAt) {
    await waitUntil(() => sink.mails.length >= sent);
    await site.end('SIGKILL');
    expect(await isSent(), 'it was killed before the end').toBe(false);
    await makeDue();
    site = await startSiteProcess(environment);
  }
  await waitUntil(isSent);
  const idsOf = new Map<string, Set<string>>();
  for (const { to, source } of sink.mails) {
    const [address = ''] = to;
    const id = /^Message-ID: (.*)$/im.exec(source)?.[1] ?? '';
    idsOf.set(address, (idsOf.get(address) ?? new Set()).add(id));
  }
  expect(idsOf.size).toBe(readers);
  // What is repeated has the Message-ID of the first, by which mail servers and programs recognise it.
  expect([...idsOf.values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect(sink.mails.length).toBeLessThanOrEqual(readers + killedAt.length * concurrency);
  const [counts] = await rows<{ sent: number; all: number }>(
    `SELECT count(*) FILTER (WHERE state = 'sent')::int AS sent, count(*)::int AS all FROM letter_delivery`,
  );
  expect(counts).toEqual({ sent: readers, all: readers });
}, 300_000);
