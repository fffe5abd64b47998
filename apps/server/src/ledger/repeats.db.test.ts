/** I6: what the repeat of a call is answered with, whichever process gets it. */
import { beforeAll, expect, it } from 'vitest';
import { accept, refuse } from '@fairground/contract/errors';
import { createCoinCall, type CoinCall } from './coin-call.ts';
import { addCountedCalls, countOf as countIn, countOne, type Count } from '../../test/counted-calls.ts';
import { databaseForAll } from '../../test/for-tests.ts';
import { addPlayer, quietCalls } from '../../test/harness.ts';
import { outcomeOf, textOf } from '../../test/outcomes.ts';

const test = databaseForAll();
beforeAll(() => addCountedCalls(test.database));

const startProcess = (call: CoinCall<Count, null> = countOne) =>
  createCoinCall({ ...quietCalls, database: test.database }, call);

const bodyHash = Buffer.alloc(32, 7);
const otherHash = Buffer.alloc(32, 8);
let players = 0;
const addOne = () => addPlayer(test.database, `repeats_${players++}`, 0);
const countOf = (playerId: bigint) => countIn(test.database, playerId);
const strategies = ['one statement', 'transaction'] as const;

it.each(strategies)('gives an answer again, on another process too (%s)', async (strategy) => {
  const processes = [0, 1].map(() => startProcess({ ...countOne, strategy }));
  const playerId = await addOne();
  const answers = [];
  for (const process of [0, 1, 0])
    answers.push(await processes[process]?.({ playerId, idempotency: { key: 'a', bodyHash } }));
  expect(answers.map((answer) => answer && outcomeOf(answer))).toEqual(['done', 'replayed', 'replayed']);
  const [first, ...repeats] = answers.map((answer) => answer && textOf(answer));
  expect(repeats).toEqual([first, first]);
  expect(await countOf(playerId)).toBe(1);
});

it('performs a call once that reaches several processes at the same moment', async () => {
  const processes = [0, 1, 2].map(() => startProcess());
  const playerId = await addOne();
  const answers = await Promise.all(
    processes.map((call) => call({ playerId, idempotency: { key: 'a', bodyHash } })),
  );
  expect(answers.map(outcomeOf).toSorted()).toEqual(['done', 'replayed', 'replayed']);
  expect(new Set(answers.map(textOf)).size).toBe(1);
  expect(await countOf(playerId)).toBe(1);
});

it.each(strategies)('leaves no trace of a refusal, whose repeat is judged anew (%s)', async (strategy) => {
  const playerId = await addOne();
  const call = startProcess({ ...countOne, strategy });
  const send = (more: Partial<Count> = {}) =>
    call({ playerId, idempotency: { key: 'a', bodyHash }, ...more });
  for (const refusal of ['limit_reached', 'insufficient_coins', 'too_late'] as const)
    expect(await send({ refusal })).toEqual(refuse(refusal));
  // Nothing is known of the refused body, so another one may be sent under the key.
  const accepted = await send({ idempotency: { key: 'a', bodyHash: otherHash } });
  expect(accepted).toMatchObject({ ok: true, value: { isReplay: false } });
  expect(await send()).toEqual(refuse('idempotency_mismatch'));
  expect(await countOf(playerId)).toBe(1);
});

it('performs the new calls of a batch once when one of its keys was used before', async () => {
  const call = startProcess();
  const [again, other] = [await addOne(), await addOne()];
  const send = (playerId: bigint) => call({ playerId, idempotency: { key: 'a', bodyHash } });
  const first = await send(again);
  const [repeated, fresh] = await Promise.all([send(again), send(other)]);
  expect(textOf(repeated)).toBe(textOf(first));
  expect([repeated, fresh].map(outcomeOf)).toEqual(['replayed', 'done']);
  expect(await Promise.all([again, other].map(countOf))).toEqual([1, 1]);
});

it('lets a repeat wait for the first call, and finds what that made', async () => {
  const playerId = await addOne();
  const [first, second] = [startProcess({ ...countOne, strategy: 'transaction' }), startProcess()];
  const operation = { playerId, idempotency: { key: 'a', bodyHash } };
  let repeated: Promise<unknown> | undefined;
  const held = startProcess({
    ...countOne,
    strategy: 'transaction',
    async perform(query, batch) {
      const outcomes = await countOne.perform(query, batch);
      // The first call holds the lock on its wallet by now, and has not committed.
      repeated = second(operation);
      await query({ text: 'SELECT pg_sleep(0.2)', values: [] });
      return outcomes;
    },
  });
  expect(outcomeOf(await held(operation))).toBe('done');
  expect(await repeated).toMatchObject({ ok: true, value: { isReplay: true } });
  expect(outcomeOf(await first(operation))).toBe('replayed');
  expect(await countOf(playerId)).toBe(1);
});

it('adds no second row under a key, whatever the look-up finds', async () => {
  const playerId = await addOne();
  const blind = startProcess({ ...countOne, findMade: async () => [] });
  const send = () => blind({ playerId, idempotency: { key: 'a', bodyHash } });
  expect(outcomeOf(await send())).toBe('done');
  await expect(send()).rejects.toThrow('counted_call');
  expect(await countOf(playerId)).toBe(1);
});

it('signs the receipts of a batch once, and that of a repeat alone', async () => {
  const signed: string[][] = [];
  const receiptOf = (playerId: bigint) => ({ at: '', bet: names.get(playerId) ?? '', kind: '' });
  const names = new Map<bigint, string>();
  const call = createCoinCall<Count, null>(
    {
      ...quietCalls,
      database: test.database,
      receipts: {
        sign(bets) {
          signed.push(bets.map(({ bet }) => bet));
          return bets.map(({ bet }) => `signed-${bet}`);
        },
      },
    },
    {
      ...countOne,
      async perform(query, batch) {
        const outcomes = await countOne.perform(query, batch);
        return outcomes.map((outcome, index) => {
          const { playerId, wantsReceipt } = batch[index] as Count;
          const receipt = wantsReceipt === true ? receiptOf(playerId) : undefined;
          return outcome.ok ? accept({ ...outcome.value, body: { is: 1 }, receipt }) : outcome;
        });
      },
      async findMade(query, batch) {
        const made = (await countOne.findMade?.(query, batch)) ?? [];
        return made.map((item) => ({
          ...item,
          answer: ({ playerId, wantsReceipt }) => ({
            status: 200,
            body: { is: 1 },
            receipt: wantsReceipt === true ? receiptOf(playerId) : undefined,
          }),
        }));
      },
    },
  );
  const ids = [];
  for (const name of ['alice', 'bob', 'carol', 'dave']) {
    const id = await addOne();
    names.set(id, name);
    ids.push(id);
  }
  const [alice = 0n, bob = 0n, carol = 0n, dave = 0n] = ids;
  const send = (playerId: bigint, more: Partial<Count> = {}) =>
    call({ playerId, wantsReceipt: true, idempotency: { key: 'a', bodyHash }, ...more });
  const sendAll = () =>
    Promise.all([
      send(alice),
      send(bob, { wantsReceipt: false }),
      send(carol),
      send(dave, { refusal: 'no_active_bet' }),
    ]);
  const expected = [
    '{"is":1,"receipt":"signed-alice"}',
    '{"is":1}',
    '{"is":1,"receipt":"signed-carol"}',
    'no_active_bet',
  ];
  expect((await sendAll()).map(textOf)).toEqual(expected);
  expect(signed).toEqual([['alice', 'carol']]);
  expect((await sendAll()).map(textOf)).toEqual(expected);
  expect(signed.slice(1)).toEqual([['alice'], ['carol']]);
});
