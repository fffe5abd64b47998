/** I6: what is stored under an idempotency key, and that its answer is given again to the byte. */
import { systemClock } from '../platform/clock.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, refuse, type ErrorCode } from '@fairground/contract/errors';
import { ledgerChecks, runChecks } from './audit.ts';
import { createCoinCall, type CoinCall } from './coin-call.ts';
import type { CoinOperation } from './commit-together.ts';
import type { Database } from '../platform/database/database.ts';
import { databaseWork } from '../../test/database-work.ts';
import { databaseForAll } from '../../test/for-tests.ts';
import { addPlayer, quietCalls } from '../../test/harness.ts';
import { textOf } from '../../test/outcomes.ts';

const test = databaseForAll();

interface Write extends CoinOperation {
  body: unknown;
  refusal?: ErrorCode;
}

/** A call that counts one referral of each player, and answers with the body it was given. */
const countOne: CoinCall<Write, null> = {
  operation: 'test',
  strategy: 'one statement',
  perform: async (query, batch) => {
    await query({
      text: `UPDATE player SET referral_count = referral_count + 1 WHERE id = ANY ($1)`,
      values: [batch.map(({ playerId }) => playerId)],
    });
    return batch.map(({ body, refusal }) =>
      refusal === undefined ? accept({ status: 200, body, event: null }) : refuse(refusal),
    );
  },
};

const startProcess = (call = countOne, database: Database = test.database) =>
  createCoinCall(
    {
      database,
      clock: systemClock,
      userChanged: () => undefined,
    },
    call,
  );

const bodyHash = Buffer.alloc(32, 7);
let players = 0;
const addOne = () => addPlayer(test.database, `stored_${players++}`, 0);

const countOf = async (playerId: bigint) =>
  (
    await test.rows<{ count: number }>('SELECT referral_count AS count FROM player WHERE id = $1', playerId)
  )[0]?.count;
const storedOf = (playerId: bigint) =>
  test.rows<{ answer: string | null; answer_values: string | null }>(
    'SELECT answer, answer_values FROM idempotency WHERE player_id = $1 ORDER BY created_at',
    playerId,
  );
/** Sends a call, and waits until the form of its answer is known. */
const learn = async (send: () => Promise<unknown>) => {
  await send();
  await databaseWork.idle();
};

it.each(['one statement', 'transaction'] as const)(
  'gives any answer again to the byte, on another process too (%s)',
  async (strategy) => {
    const calls = [0, 1].map(() => startProcess({ ...countOne, strategy }));
    let sent = 0;
    let compact = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ noUnicodeString: false }).filter((body) => !JSON.stringify(body).includes('\\u0000')),
        async (body) => {
          const playerId = await addOne();
          const send = (process: number, key: string) =>
            calls[process]?.({ playerId, body, idempotency: { key, bodyHash } });
          await learn(() => send(0, 'first') ?? Promise.reject());
          const answers = [];
          for (const process of [0, 1, 0]) answers.push(await send(process, 'second'));
          const texts = answers.map((answer) => answer && textOf(answer));
          expect(texts).toEqual(texts.map(() => JSON.stringify(body)));
          expect(answers.map((answer) => answer?.ok && answer.value.isReplay)).toEqual([false, true, true]);
          expect(await countOf(playerId)).toBe(2);
          sent += 1;
          compact += (await storedOf(playerId)).filter(({ answer }) => answer === null).length;
        },
      ),
      { numRuns: 60 },
    );
    // The second answer of each is stored by its form.
    expect(compact).toBeGreaterThanOrEqual(sent);
  },
);

it('stores the values of an answer', async () => {
  const playerId = await addOne();
  const call = startProcess();
  const body = { user: { username: 'stored', email: null }, coins: 12 };
  const send = (key: string) => call({ playerId, body, idempotency: { key, bodyHash } });
  await learn(() => send('a'));
  await send('b');
  expect((await storedOf(playerId)).slice(1)).toEqual([
    { answer: null, answer_values: '"stored"\nnull\n12' },
  ]);
});

it.each(['one statement', 'transaction'] as const)(
  'leaves no trace of a refusal, whose repeat is judged anew (%s)',
  async (strategy) => {
    const playerId = await addOne();
    const call = startProcess({ ...countOne, strategy });
    const send = (more: Partial<Write> = {}) =>
      call({ playerId, body: null, idempotency: { key: 'a', bodyHash }, ...more });
    for (const refusal of ['limit_reached', 'insufficient_coins', 'too_late'] as const)
      expect(await send({ refusal })).toEqual(refuse(refusal));
    expect(await storedOf(playerId)).toEqual([]);
    // Nothing is known of the refused body, so another one may be sent under the key.
    const otherHash = Buffer.alloc(32, 8);
    const accepted = await send({ idempotency: { key: 'a', bodyHash: otherHash } });
    expect(accepted).toMatchObject({ ok: true, value: { isReplay: false } });
    expect(await send()).toEqual(refuse('idempotency_mismatch'));
  },
);

it('reads answers that are stored as texts', async () => {
  const playerId = await addOne();
  const text = '{ "user": {"coins": 5},\n "note": "as it was" }';
  await test.rows(
    `INSERT INTO idempotency (player_id, operation, key, body_hash, status, answer) VALUES ($1, 'test', 'old', $2, 201, $3)`,
    playerId,
    bodyHash,
    text,
  );
  const answer = await startProcess()({ playerId, body: null, idempotency: { key: 'old', bodyHash } });
  expect(answer).toEqual(accept({ isReplay: true, status: 201, text }));
});

it('performs the new calls of a batch once when one of its keys was used before', async () => {
  const call = startProcess();
  const [again, other] = [await addOne(), await addOne()];
  const send = (playerId: bigint, key: string) =>
    call({ playerId, body: { key }, idempotency: { key, bodyHash } });
  const first = await send(again, 'a');
  const [repeated, fresh] = await Promise.all([send(again, 'a'), send(other, 'a')]);
  expect(textOf(repeated)).toBe(textOf(first));
  expect([repeated, fresh].map((answer) => answer.ok && answer.value.isReplay)).toEqual([true, false]);
  expect(await Promise.all([again, other].map(countOf))).toEqual([1, 1]);
});

it('signs the receipts of a batch once, and stores them', async () => {
  const signed: string[][] = [];
  const root = Buffer.alloc(32, 7);
  const call = createCoinCall<Write, null>(
    {
      ...quietCalls,
      database: test.database,
      receipts: {
        sign(bets) {
          signed.push(bets.map(({ bet }) => bet));
          return {
            texts: bets.map(({ bet }) => `signed-${bet}`),
            batch: { root, signature: Buffer.alloc(64), bets: bets.map(({ bet }) => bet).join() },
          };
        },
        restore: (batch, index) => `signed-${batch.bets.split(',')[index]}`,
      },
    },
    {
      ...countOne,
      perform: async (query, batch) => {
        const outcomes = await countOne.perform(query, batch);
        return outcomes.map((outcome, index) => {
          const { body, wantsReceipt } = batch[index] as Write;
          const receipt = wantsReceipt === true ? { at: '', bet: String(body), kind: '' } : undefined;
          return outcome.ok ? accept({ ...outcome.value, body: { body }, receipt }) : outcome;
        });
      },
    },
  );
  const [alice, bob, carol, dave, erin] = await Promise.all([
    addOne(),
    addOne(),
    addOne(),
    addOne(),
    addOne(),
  ]);
  const send = (playerId: bigint, key: string, more: Partial<Write> = {}) =>
    call({ playerId, body: key, wantsReceipt: true, idempotency: { key, bodyHash }, ...more });
  const sendAll = () =>
    Promise.all([
      send(alice, 'a'),
      send(bob, 'b', { wantsReceipt: false }),
      send(carol, 'c'),
      send(dave, 'd', { refusal: 'no_active_bet' }),
      send(erin, 'e'),
    ]);
  const answers = await sendAll();
  expect(signed).toEqual([['a', 'c', 'e']]);
  expect(answers.map(textOf)).toEqual([
    '{"body":"a","receipt":"signed-a"}',
    '{"body":"b"}',
    '{"body":"c","receipt":"signed-c"}',
    'no_active_bet',
    '{"body":"e","receipt":"signed-e"}',
  ]);
  const repeated = await sendAll();
  expect(repeated.map(textOf)).toEqual(answers.map(textOf));
  expect(signed).toHaveLength(1);
  const stored = `{"body":"a","receipt":"${root.toString('base64url')}.0"}`;
  expect(await storedOf(alice)).toMatchObject([{ answer: stored }]);
});

it('finds answers without a form, and keys without a player', async () => {
  const playerId = await addOne();
  const findings = async () =>
    (await runChecks(test.database, ledgerChecks)).filter(({ broken }) => broken.length > 0);
  expect(await findings()).toEqual([]);
  const insert = (id: bigint, columns: string) =>
    test.rows(
      `INSERT INTO idempotency (player_id, operation, key, body_hash, status, answer, form_id, answer_values)
        VALUES ($1, 'test', 'k', $2, ${columns})`,
      id,
      bodyHash,
    );
  for (const [id, columns] of [
    [playerId, `200, NULL, 999999, ''`],
    [playerId, `200, NULL, NULL, NULL`],
    [playerId, `NULL, '1', NULL, NULL`],
    [999_999n, `200, '1', NULL, NULL`],
  ] as const) {
    await insert(id, columns);
    expect((await findings()).map(({ line }) => line)).toEqual(['I6']);
    await test.rows(`DELETE FROM idempotency WHERE key = 'k'`);
  }
});

it('commits nothing of a batch with an answer that cannot be packed', async () => {
  const playerId = await addOne();
  const call = startProcess();
  const idempotency = { key: 'packed', bodyHash };
  // JSON has no text for it.
  await expect(call({ playerId, body: undefined, idempotency })).rejects.toThrow(TypeError);
  expect(await countOf(playerId)).toBe(0);
  expect(await call({ playerId, body: {}, idempotency })).toMatchObject({ value: { isReplay: false } });
  expect(await countOf(playerId)).toBe(1);
});
