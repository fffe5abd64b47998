/** The queue of push messages and mails: tries, waits, and what a process that is killed leaves. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseForAll } from '../../../test/for-tests.ts';
import { addPlayer } from '../../../test/harness.ts';
import { erasePersonalRows } from '../../identity/closing/sql/closing.sql.ts';
import type { Engine, StepContext } from '../../director/director.ts';
import { takeLease } from '../../director/lease.ts';
import { createDeliveries } from './deliveries.ts';
import type { PushResult } from './push-sender.ts';
import { listKinds } from './kinds.ts';
import { createNotice } from './service.ts';
import { createSeal } from '../../platform/secrets/seal.ts';
import { queueFailedMails } from './queued-mails.ts';
import { createUnsubscribeTokens } from './unsubscribe.ts';

let epoch: bigint;
let players = 0;
const tokens = createUnsubscribeTokens(Buffer.alloc(32, 3));

const test = databaseForAll();
beforeAll(async () => {
  const lease = await takeLease(test.database, 'test');
  if (!lease) throw new Error('the lease of a new database is free');
  epoch = lease.epoch;
});
beforeEach(() => test.rows(`DELETE FROM notice_delivery`));

interface Sent {
  endpoint: string;
  atOnce: number;
}

type Answer = PushResult | Promise<PushResult>;

const seal = createSeal(Buffer.alloc(32, 5));

const engineWith = (answer: (endpoint: string) => Answer, maxMails = 100, askedAnswer?: () => unknown) => {
  const sent: Sent[] = [];
  const mailed: string[] = [];
  let running = 0;
  const recorded: string[] = [];
  const errors: unknown[] = [];
  const engine: Engine[] = createDeliveries({
    database: test.database,
    kinds: listKinds([]),
    push: {
      async send({ endpoint }) {
        running += 1;
        sent.push({ endpoint, atOnce: running });
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return answer(endpoint);
      },
      stop: () => undefined,
    },
    mailer: { send: async ({ to }) => void mailed.push(to) },
    askedMailer: {
      async send({ to }) {
        mailed.push(to);
        const failure = askedAnswer?.();
        if (failure !== undefined) throw failure;
      },
    },
    seal,
    reserveMails: async (wanted) => ({ granted: Math.min(wanted, maxMails), waitMs: 1_000 }),
    tokens,
    siteUrl: () => 'https://fair.example.org',
    log: { error: (line: unknown) => void errors.push(line), warn: () => undefined },
    record: (channel, state) => void recorded.push(`${channel} ${state}`),
  });
  return { engine, sent, mailed, recorded, errors };
};
/** A step of each engine, as the director takes them: none waits for the others. Returns when the next one is due. */
const step = async (engines: readonly Engine[], of = epoch): Promise<number> =>
  Math.min(
    ...(await Promise.all(engines.map((engine) => engine.step({ epoch: of } as unknown as StepContext)))),
  );
const untilDone = async (engines: readonly Engine[]) => {
  while ((await step(engines)) === 0);
};

/** A player with this many browsers and one notice. */
const queue = async (browsers: number, mail = false, host = 'push.example.org'): Promise<bigint> => {
  players += 1;
  const playerId = await addPlayer(test.database, `queued_${players}`, 0);
  await test.rows(
    `INSERT INTO notice_setting (player_id, kind, inbox, push, mail) VALUES ($1, 'achievement', true, true, $2)`,
    playerId,
    mail,
  );
  if (mail)
    await test.rows(`UPDATE player SET email_confirmed_at = clock_timestamp() WHERE id = $1`, playerId);
  for (let n = 0; n < browsers; n++) {
    await test.rows(
      `WITH opened AS (
        INSERT INTO session (token_hash, player_id, expires_at)
        VALUES (decode(md5($1::text || $2), 'hex'), $1::bigint, clock_timestamp() + interval '1 day') RETURNING id)
      INSERT INTO push_subscription (player_id, session_id, endpoint, p256dh, auth, language)
      SELECT $1::bigint, opened.id, 'https://' || $3 || '/' || $1::text || '/' || $2,
        decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), 'es' FROM opened`,
      playerId,
      String(n),
      host,
    );
  }
  await createNotice(test.database.query, {
    playerId,
    kind: 'achievement',
    data: { achievement: 'x', title: { en: 'Seven', es: 'Siete' } },
    source: 'x',
  });
  return playerId;
};
const deliveries = (playerId: bigint) =>
  test.rows<{ state: string; tries: number; last_error: string | null; wait: number }>(
    `SELECT d.state, d.tries, d.last_error, extract(epoch FROM d.next_try_at - clock_timestamp())::int AS wait
    FROM notice_delivery d JOIN notice n ON n.id = d.notice_id WHERE n.player_id = $1 ORDER BY d.id`,
    playerId,
  );
const makeDue = () =>
  test.rows(`UPDATE notice_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`);

it('tries a message eight times, with longer and longer waits', async () => {
  const playerId = await queue(1);
  const { engine, sent, recorded } = engineWith(() => ({ state: 'failed', error: 'answered 503' }));
  const waits: number[] = [];
  for (let tries = 1; tries <= 8; tries++) {
    await makeDue();
    await step(engine);
    const [row] = await deliveries(playerId);
    expect(row).toMatchObject({ tries, last_error: 'answered 503', state: tries < 8 ? 'queued' : 'failed' });
    waits.push(row?.wait ?? 0);
  }
  await makeDue();
  await step(engine);
  expect(sent).toHaveLength(8);
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
  expect(waits[0]).toBeGreaterThan(50);
  expect(waits[7]).toBeGreaterThan(11 * 3600);
  expect(recorded).toEqual([...Array<string>(7).fill('push queued'), 'push failed']);
});

it('sends each message once, eight at a time at most, in several steps where there are many', async () => {
  for (let n = 0; n < 10; n++) await queue(10);
  const { engine, sent } = engineWith(() => ({ state: 'sent' }));
  expect(await step(engine), 'more are due').toBe(0);
  await Promise.all([untilDone(engine), untilDone(engine)]);
  expect(sent).toHaveLength(100);
  expect(new Set(sent.map(({ endpoint }) => endpoint)).size).toBe(100);
  expect(Math.max(...sent.map(({ atOnce }) => atOnce))).toBeLessThanOrEqual(16);
});

it('tries again later what a process had claimed that was killed', async () => {
  const playerId = await queue(1);
  // Never answers, as for a process that ended in the middle.
  const killed = engineWith(() => new Promise(() => undefined));
  void step(killed.engine);
  await expect.poll(() => killed.sent.length).toBe(1);
  const next = engineWith(() => ({ state: 'sent' }));
  await step(next.engine);
  expect(next.sent, 'not at the same time').toEqual([]);
  await makeDue();
  await step(next.engine);
  expect(next.sent).toHaveLength(1);
  expect(await deliveries(playerId)).toMatchObject([{ state: 'sent', tries: 2 }]);
});

it('sends nothing for a leader whose epoch is over', async () => {
  await queue(1);
  const { engine, sent } = engineWith(() => ({ state: 'sent' }));
  await step(engine, epoch - 1n);
  expect(sent).toEqual([]);
  await step(engine);
  expect(sent).toHaveLength(1);
});

const silent = 'silent.example.org';
const hasTimedOut: PushResult = { state: 'failed', error: 'no answer', hasTimedOut: true };
const toSilent = (sent: readonly Sent[]) => sent.filter(({ endpoint }) => endpoint.includes(silent)).length;

it('A42: a host that does not answer holds up two messages of a step, and no mail', async () => {
  for (let n = 0; n < 20; n++) await queue(1, false, silent);
  const playerId = await queue(1, true);
  const { promise, resolve } = Promise.withResolvers<PushResult>();
  const { engine, sent, mailed } = engineWith((endpoint) =>
    endpoint.includes(silent) ? promise : { state: 'sent' },
  );
  const steps = step(engine);
  await expect.poll(() => [toSilent(sent), sent.length, mailed.length]).toEqual([2, 3, 1]);
  resolve(hasTimedOut);
  await steps;
  expect((await deliveries(playerId)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

it('A42: messages to a host that timed out three times wait, without a try', async () => {
  const waiting: bigint[] = [];
  for (let n = 0; n < 20; n++) waiting.push(await queue(1, false, silent));
  const { engine, sent } = engineWith((endpoint) =>
    endpoint.includes(silent) ? hasTimedOut : { state: 'sent' },
  );
  await untilDone(engine);
  expect(toSilent(sent)).toBe(4);
  const rest = (await Promise.all(waiting.map(deliveries))).flat().filter(({ tries }) => tries === 0);
  expect(rest).toHaveLength(16);
  for (const { state, wait } of rest) expect([state, wait > 500]).toEqual(['queued', true]);
  // A new one is tried, and shows that the host is still silent.
  await queue(1, false, silent);
  await makeDue();
  await untilDone(engine);
  expect(toSilent(sent)).toBe(6);
  await queue(1);
  await untilDone(engine);
  expect(sent).toHaveLength(7);
});

it('A42: players share a step to a host that answers, and wait for no other host', async () => {
  const answering = engineWith((endpoint) => (endpoint.includes(silent) ? promise : { state: 'sent' }));
  const { promise, resolve } = Promise.withResolvers<PushResult>();
  await queue(1);
  await untilDone(answering.engine);
  for (let n = 0; n < 5; n++) await queue(1, false, `${n}.${silent}`);
  const [many, few] = [await queue(10), await queue(1)];
  const [, known, others] = answering.engine;
  if (!known || !others) throw new Error('the engines are missing');
  const stuck = step([others]);
  await expect.poll(() => toSilent(answering.sent)).toBe(5);
  await step([known]);
  const sentTo = async (player: bigint) =>
    (await deliveries(player)).filter(({ state }) => state === 'sent').length;
  expect([await sentTo(many), await sentTo(few)]).toEqual([2, 1]);
  await untilDone([known]);
  expect(await sentTo(many)).toBe(10);
  resolve(hasTimedOut);
  await stuck;
});

it('removes a browser that is gone, and what waited for it, and no other', async () => {
  const playerId = await queue(2);
  let first = true;
  const { engine } = engineWith(() => {
    const result: PushResult = first ? { state: 'gone' } : { state: 'failed', error: 'answered 500' };
    first = false;
    return result;
  });
  await step(engine);
  expect(await deliveries(playerId)).toMatchObject([{ state: 'queued' }]);
  expect(await test.rows(`SELECT FROM push_subscription WHERE player_id = $1`, playerId)).toHaveLength(1);
});

it('lets mails wait for their rate without a try, and push messages not', async () => {
  const players = [await queue(1, true), await queue(1, true), await queue(1, true)];
  const { engine, sent, mailed } = engineWith(() => ({ state: 'sent' }), 2);
  await step(engine.slice(0, 1));
  await untilDone(engine.slice(1));
  expect([sent.length, mailed.length]).toEqual([3, 2]);
  const waiting = (await Promise.all(players.map(deliveries)))
    .flat()
    .filter(({ state }) => state === 'queued');
  expect(waiting).toMatchObject([{ tries: 0 }]);
  await step(engine);
  expect([sent.length, mailed.length]).toEqual([3, 3]);
});

/** Puts a mail into the queue, as one whose first try failed. */
const queueAsked = (more: { playerId?: bigint; goodForSeconds?: number } = {}) =>
  queueFailedMails(
    { send: () => Promise.reject(refusal(451)), forget: async () => undefined, close: () => undefined },
    {
      query: test.database.query,
      seal,
      siteUrl: () => 'https://fair.example.org',
      log: { warn: () => undefined },
    },
  ).send({ to: 'asker@example.org', subject: 's', text: 'a link', html: 'h', ...more });
const refusal = (responseCode: number): Error =>
  Object.assign(new Error('550 asker@example.org'), { responseCode });
const askedRows = () =>
  test.rows<{ state: string; tries: number; last_error: string | null; wait: number }>(
    `SELECT state, tries, last_error, extract(epoch FROM next_try_at - clock_timestamp())::int AS wait
    FROM notice_delivery WHERE notice_id IS NULL`,
  );
const left = () => test.rows(`SELECT FROM queued_mail`);

it('tries a mail that somebody asked for again for hours, and then says that it is given up', async () => {
  await queueAsked();
  const { engine, mailed, errors, recorded } = engineWith(expect.fail, 0, () => refusal(451));
  let waited = (await askedRows())[0]?.wait ?? 0;
  for (let tries = 2; tries <= 8; tries++) {
    await makeDue();
    await step(engine);
    const [row] = await askedRows();
    expect(row).toMatchObject({ tries, state: tries < 8 ? 'queued' : 'failed' });
    if (tries < 8) waited += row?.wait ?? 0;
  }
  expect(waited).toBeGreaterThan(6 * 3600);
  expect(mailed).toHaveLength(7);
  expect(errors).toHaveLength(1);
  expect(recorded.at(-1)).toBe('mail failed');
  expect((await askedRows())[0]?.last_error, 'without the address').toBe('the mail server answered 451');
  expect(await left()).toEqual([]);
});

it('gives up a mail that is refused for good, or whose link is not valid any more', async () => {
  await queueAsked();
  const refused = engineWith(expect.fail, 0, () => refusal(550));
  await makeDue();
  await step(refused.engine);
  expect(await askedRows()).toMatchObject([{ state: 'failed', last_error: 'the mail server answered 550' }]);
  expect(refused.errors).toHaveLength(1);
  await test.rows(`DELETE FROM notice_delivery`);
  await queueAsked({ goodForSeconds: 0 });
  const late = engineWith(expect.fail, 0);
  await makeDue();
  await step(late.engine);
  expect(await askedRows()).toMatchObject([
    { state: 'failed', last_error: 'its link is not valid any more' },
  ]);
  expect([late.mailed, late.errors.length, await left()]).toEqual([[], 1, []]);
});

it('does not wait for the rate of notices with a mail that somebody asked for', async () => {
  await queue(0, true);
  await queueAsked();
  const { engine, mailed } = engineWith(expect.fail, 0);
  await makeDue();
  await step(engine);
  expect(mailed).toEqual(['asker@example.org']);
});

it('A29: erases a waiting mail with its account, and queues none for one that is closed', async () => {
  players += 1;
  const playerId = await addPlayer(test.database, `queued_${players}`, 0);
  await queueAsked({ playerId });
  await erasePersonalRows.run(test.database.query, { playerId });
  expect(await left()).toEqual([]);
  const { engine, mailed, errors } = engineWith(expect.fail, 0);
  await makeDue();
  await step(engine);
  expect([mailed, errors]).toEqual([[], []]);
  expect(await askedRows()).toMatchObject([{ state: 'dropped' }]);
  await test.rows(`UPDATE player SET closed_at = clock_timestamp() WHERE id = $1`, playerId);
  await queueAsked({ playerId });
  expect(await left()).toEqual([]);
});
