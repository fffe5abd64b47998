/** Sending letters: who gets them and how often, tries and waits, stopping, and what a process that is killed leaves. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { corrupt, queryAsOwner } from '../../../test/query-as-owner.ts';
import type { Engine, StepContext } from '../../director/director.ts';
import { takeLease } from '../../director/lease.ts';
import type { ReserveMails } from '../../platform/mail-rate.ts';
import type { Mail } from '../../platform/mailer.ts';
import { createLetterDeliveries } from './letter-deliveries.ts';

let test: TestDatabase;
let epoch: bigint;
let staffId: bigint;

beforeAll(async () => {
  test = await createTestDatabase();
  const lease = await takeLease(test.database, 'test');
  if (!lease) throw new Error('the lease of a new database is free');
  epoch = lease.epoch;
  const [member] = await queryAsOwner<{ id: bigint }>(
    test.database,
    `INSERT INTO staff (name, role, password_hash, sealed) VALUES ('edda', 'editor', '', '') RETURNING id`,
  );
  staffId = member?.id ?? 0n;
});
afterAll(() => test?.close());
beforeEach(async () => {
  for (const table of ['letter_delivery', 'letter', 'newsletter_subscriber', 'mail_bounce'])
    await corrupt(test.database, `DELETE FROM ${table}`);
});

const rows = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  test.database.query<Row>({ text, values });

const subscribe = async (count: number, language: string | null = null): Promise<string[]> => {
  const added = await rows<{ email: string }>(
    `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token, language)
    SELECT concat('reader-', n, '-', $2::text, '@example.org'), clock_timestamp(), concat('token-', n, '-', $2::text), $2
    FROM generate_series(1, $1::int) AS n RETURNING email`,
    count,
    language,
  );
  return added.map(({ email }) => email).toSorted();
};
const unsubscribe = (email: string) => rows(`DELETE FROM newsletter_subscriber WHERE email = $1`, email);

const letter = {
  en: { subject: 'News', markdown: 'A **letter** with a [link](/games).' },
  es: { subject: 'Noticias', markdown: 'Una carta.' },
};

/** A letter that is being sent to those who are confirmed now. */
const start = async (written: object = letter): Promise<bigint> => {
  const [row] = await rows<{ id: bigint }>(
    `INSERT INTO letter (letter, updated_by, state, started_at, recipients, last_subscriber, queued_through)
    SELECT $1::text::jsonb, $2, 'sending', clock_timestamp(), count(*), coalesce(max(id), 0), 0
    FROM newsletter_subscriber WHERE confirmed_at IS NOT NULL RETURNING id`,
    JSON.stringify(written),
    staffId,
  );
  if (!row) throw new Error('an insert returned no row');
  return row.id;
};

const stateOf = async (id: bigint): Promise<string | undefined> =>
  (await rows<{ state: string }>(`SELECT state FROM letter WHERE id = $1`, id))[0]?.state;
const deliveries = (id: bigint) =>
  rows<{
    state: string;
    tries: number;
    last_error: string | null;
    wait: number;
    subscriber_id: bigint | null;
  }>(
    `SELECT state, tries, last_error, subscriber_id, extract(epoch FROM next_try_at - clock_timestamp())::int AS wait
    FROM letter_delivery WHERE letter_id = $1 ORDER BY id`,
    id,
  );
const makeDue = () =>
  rows(`UPDATE letter_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`);

const engineWith = (
  send: (mail: Mail) => Promise<void> | void = () => undefined,
  reserve: ReserveMails = async (wanted) => ({ granted: wanted, waitMs: 0 }),
) => {
  const mails: Mail[] = [];
  const recorded: string[] = [];
  const engine = createLetterDeliveries({
    database: test.database,
    mailer: {
      async send(mail) {
        mails.push(mail);
        await send(mail);
      },
    },
    reserve,
    siteUrl: () => 'https://fair.example.org',
    log: { warn: () => undefined },
    recordDelivery: (state) => void recorded.push(state),
  });
  return { engine, mails, recorded };
};
const step = (engine: Engine, of = epoch, isPaused = false): Promise<number> =>
  engine.step({ epoch: of, isPaused } as unknown as StepContext);
/** Until nothing is due. */
const run = async (engine: Engine): Promise<void> => {
  while ((await step(engine)) === 0);
};

it('mails each confirmed address once, in batches, and then the letter is sent', async () => {
  const readers = await subscribe(150);
  await rows(
    `INSERT INTO newsletter_subscriber (email, confirm_hash, confirm_until, unsubscribe_token)
    VALUES ('unconfirmed@example.org', '', clock_timestamp() + interval '1 day', 'x')`,
  );
  const id = await start();
  const { engine, mails } = engineWith();
  await step(engine);
  expect(await deliveries(id)).toHaveLength(64);
  await subscribe(1, 'es');
  await run(engine);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(readers);
  expect(await stateOf(id)).toBe('sent');
  expect((await deliveries(id)).every(({ state, tries }) => state === 'sent' && tries === 1)).toBe(true);
  await run(engine);
  expect(mails).toHaveLength(150);
});

it('writes to each in their language, with headers and a link that end the subscription', async () => {
  await subscribe(1, 'es');
  await subscribe(1, 'en');
  await subscribe(1);
  await start();
  const { engine, mails } = engineWith();
  await run(engine);
  const subjects = Object.fromEntries(mails.map(({ to, subject }) => [to, subject]));
  expect(subjects).toEqual({
    'reader-1-es@example.org': 'Noticias',
    'reader-1-en@example.org': 'News',
    'reader-1-@example.org': 'News',
  });
  const mail = mails.find(({ to }) => to === 'reader-1-en@example.org');
  expect(mail?.html).toContain('<strong>letter</strong>');
  expect(mail?.html).toContain('<a href="https://fair.example.org/games">link</a>');
  expect(mail?.text).toContain('[link](https://fair.example.org/games)');
  expect(mail?.text).toContain(
    'https://fair.example.org/newsletter?mailed=unsubscribe#unsubscribe=token-1-en',
  );
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': '<https://fair.example.org/api/newsletter/one-click?token=token-1-en>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
});

it('writes in English where the letter has no translation', async () => {
  await subscribe(1, 'es');
  await start({ ...letter, es: null });
  const { engine, mails } = engineWith();
  await run(engine);
  expect(mails.map(({ subject }) => subject)).toEqual(['News']);
  expect(mails[0]?.text).toContain('Unsubscribe');
});

it('sends nothing to those who unsubscribe before it is their turn, and names them no more', async () => {
  const readers = await subscribe(100);
  const id = await start();
  const { engine, mails } = engineWith();
  await step(engine);
  // Queued, and not yet queued.
  for (const email of ['reader-1-@example.org', 'reader-99-@example.org']) await unsubscribe(email);
  await run(engine);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    readers.filter((email) => !['reader-1-@example.org', 'reader-99-@example.org'].includes(email)),
  );
  const dropped = (await deliveries(id)).filter(({ state }) => state === 'dropped');
  expect(dropped).toMatchObject([{ subscriber_id: null }]);
  expect(await stateOf(id)).toBe('sent');
  // An address that comes back while a letter is sent is a new subscriber, and does not get it twice.
  await unsubscribe('reader-5-@example.org');
  expect((await deliveries(id)).filter(({ subscriber_id: subscriber }) => subscriber === null)).toHaveLength(
    2,
  );
});

it('sends an address nothing twice that unsubscribes and subscribes again while the letter is sent', async () => {
  await subscribe(70);
  await start();
  const { engine, mails } = engineWith();
  await step(engine);
  await step(engine);
  const [first] = mails;
  await unsubscribe(first?.to ?? '');
  await rows(
    `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token) VALUES ($1, clock_timestamp(), 'new')`,
    first?.to,
  );
  await run(engine);
  expect(mails).toHaveLength(70);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(70);
});

it('tries an address eight times, with longer and longer waits, and names it in no error', async () => {
  const [email = ''] = await subscribe(1);
  const id = await start();
  const { engine, mails } = engineWith(() => {
    throw new Error(`550 ${email} is unknown`);
  });
  await run(engine);
  const waits: number[] = [];
  for (let tries = 1; tries <= 8; tries++) {
    const [row] = await deliveries(id);
    expect(row).toMatchObject({ tries, state: tries < 8 ? 'queued' : 'failed' });
    expect(row?.last_error).toBe('550 the address is unknown');
    waits.push(row?.wait ?? 0);
    await makeDue();
    await run(engine);
  }
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits[0]).toBeGreaterThan(55);
  expect([mails.length, await stateOf(id)]).toEqual([8, 'sent']);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
});

it('stops in the middle of a batch, and sends the rest when it is resumed', async () => {
  const readers = await subscribe(40);
  const id = await start();
  const { engine, mails } = engineWith(async () => {
    if (mails.length === 10) await rows(`UPDATE letter SET state = 'stopped' WHERE id = $1`, id);
  });
  await run(engine);
  const sent = mails.length;
  expect(sent).toBeGreaterThanOrEqual(10);
  // Those that were being sent when it was stopped.
  expect(sent).toBeLessThan(10 + 8);
  await makeDue();
  await run(engine);
  expect([mails.length, await stateOf(id)]).toEqual([sent, 'stopped']);
  await rows(`UPDATE letter SET state = 'sending' WHERE id = $1`, id);
  await run(engine);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(readers);
  expect(await stateOf(id)).toBe('sent');
});

it('sends as many as the rate of mails allows, and waits for the others', async () => {
  await subscribe(20);
  const id = await start();
  const asked: number[] = [];
  let room = 7;
  const { engine, mails, recorded } = engineWith(undefined, async (wanted) => {
    asked.push(wanted);
    const granted = Math.min(wanted, room);
    room -= granted;
    return { granted, waitMs: granted === 0 ? 1_500 : 0 };
  });
  expect(await step(engine)).toBe(0);
  expect(await step(engine)).toBe(0);
  expect(await step(engine)).toBe(1_500);
  expect([asked, mails.length]).toEqual([[20, 13], 7]);
  // Those that wait have lost no try.
  expect((await deliveries(id)).filter(({ tries }) => tries === 0)).toHaveLength(13);
  room = 100;
  await run(engine);
  expect([mails.length, await stateOf(id)]).toEqual([20, 'sent']);
  expect(recorded).toEqual(Array<string>(20).fill('sent'));
});

it('sends nothing to addresses that do not exist or complained, also while it is sent', async () => {
  const [gone = '', complained = '', full = '', later = '', fine = ''] = await subscribe(5);
  const mark = (address: string, kind: string) =>
    rows(
      `INSERT INTO mail_bounce (address, kind, bounced_at) VALUES ($1, $2::text::mail_bounce_kind, clock_timestamp())`,
      address,
      kind,
    );
  await mark(gone, 'hard');
  await mark(complained, 'complaint');
  await mark(full, 'soft');
  const id = await start();
  const { engine, mails } = engineWith();
  await step(engine);
  await mark(later, 'hard');
  await run(engine);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([full, fine]);
  expect((await deliveries(id)).filter(({ state }) => state === 'dropped')).toHaveLength(3);
  expect(await stateOf(id)).toBe('sent');
});

it('pauses during maintenance, and continues after it', async () => {
  await subscribe(3);
  const id = await start();
  const { engine, mails } = engineWith();
  await step(engine);
  expect(await step(engine, epoch, true)).toBeGreaterThan(0);
  expect([mails.length, await stateOf(id)]).toEqual([0, 'sending']);
  await run(engine);
  expect([mails.length, await stateOf(id)]).toEqual([3, 'sent']);
});

it('counts each try by how it ended', async () => {
  await subscribe(2);
  await start();
  const { engine, recorded } = engineWith(({ to }) => {
    if (to.startsWith('reader-1-')) throw new Error('451 try again later');
  });
  await run(engine);
  expect(recorded.toSorted()).toEqual(['queued', 'sent']);
});

it('F6: a leader that was replaced sends nothing, not even what it had claimed', async () => {
  await subscribe(20);
  const id = await start();
  let wasTaken = false;
  const { engine, mails } = engineWith(async () => {
    // Another process claims everything in the meantime, as after the waits.
    if (!wasTaken) await rows(`UPDATE letter_delivery SET tries = tries + 1 WHERE state = 'queued'`);
    wasTaken = true;
  });
  await step(engine);
  await step(engine);
  expect(mails.length).toBeLessThanOrEqual(8);
  expect((await deliveries(id)).filter(({ state }) => state === 'sent')).toEqual([]);
  const before = mails.length;
  await makeDue();
  await step(engine, epoch - 1n);
  expect(mails).toHaveLength(before);
});

it('what a process left that was killed is tried again', async () => {
  await subscribe(3);
  const id = await start();
  const { engine, mails } = engineWith();
  await step(engine);
  // Claimed, and not sent.
  await rows(
    `UPDATE letter_delivery SET tries = 1, next_try_at = clock_timestamp() + interval '1 minute' WHERE letter_id = $1`,
    id,
  );
  await run(engine);
  expect([mails.length, await stateOf(id)]).toEqual([0, 'sending']);
  await makeDue();
  await run(engine);
  expect([mails.length, await stateOf(id)]).toEqual([3, 'sent']);
});

it('a letter that was started is not changed, and a delivery is not made again', async () => {
  await subscribe(1);
  const id = await start();
  const { engine } = engineWith();
  await run(engine);
  for (const text of [
    `UPDATE letter SET letter = '{}' WHERE id = $1`,
    `UPDATE letter SET started_at = clock_timestamp() WHERE id = $1`,
  ])
    await expect(rows(text, id)).rejects.toThrow('a letter that was started is not changed');
  await expect(
    rows(
      `INSERT INTO letter_delivery (letter_id, subscriber_id)
      SELECT letter_id, subscriber_id FROM letter_delivery WHERE letter_id = $1`,
      id,
    ),
  ).rejects.toThrow('letter_delivery_letter_id_subscriber_id_key');
  await expect(rows(`DELETE FROM letter_delivery WHERE letter_id = $1`, id)).rejects.toThrow(
    'permission denied',
  );
});
