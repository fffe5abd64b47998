/**
 * Several calls of a player at the same moment: each is judged by what those before it left, and has a key of its
 * own.
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCoinCall, type CoinCall } from './coin-call.ts';
import {
  addCountedCalls,
  countOf as countIn,
  countOne as countOneCall,
  type Count,
} from '../../test/counted-calls.ts';
import { addPlayer, quietCalls } from '../../test/harness.ts';
import { outcomeOf, textOf } from '../../test/outcomes.ts';
import { queryAsOwner } from '../../test/query-as-owner.ts';
import { databaseForAll } from '../../test/for-tests.ts';

/** The players of each statement that was sent. */
let statements: string[][];
let alice: bigint;
let bob: bigint;
let names: Map<bigint, string>;
let players = 0;

const test = databaseForAll({ isAudited: true });
beforeAll(() => addCountedCalls(test.database));
beforeEach(async () => {
  statements = [];
  players += 1;
  [alice, bob] = [
    await addPlayer(test.database, `alice_${players}`, 0),
    await addPlayer(test.database, `bob_${players}`, 0),
  ];
  names = new Map([
    [alice, 'alice'],
    [bob, 'bob'],
  ]);
});

const countOne: CoinCall<Count, null> = {
  ...countOneCall,
  async perform(query, batch) {
    statements.push(batch.map(({ playerId }) => names.get(playerId) ?? ''));
    return countOneCall.perform(query, batch);
  },
};

const createCall = (call = countOne) =>
  createCoinCall(
    {
      ...quietCalls,
      database: test.database,
    },
    call,
  );

const bodyHash = Buffer.alloc(32, 7);
const keyed = (playerId: bigint, key: string, rest: Partial<Count> = {}): Count => ({
  playerId,
  idempotency: { key, bodyHash },
  ...rest,
});

type Answer = Parameters<typeof textOf>[0];
const answerOf = (answer: Answer) => JSON.parse(textOf(answer)) as { count: number; transaction: string };
const countsOf = (answers: readonly Answer[]) => answers.map((answer) => answerOf(answer).count);
const transactionsOf = (answers: readonly Answer[]) =>
  new Set(answers.map((answer) => answerOf(answer).transaction));
const countOf = (playerId: bigint) => countIn(test.database, playerId);

it.each([true, false])(
  'commits one call of a player at a time, in their order, together with those of others (with keys: %s)',
  async (hasKeys) => {
    const call = createCall();
    const sent = [alice, bob, alice, alice, bob].map((playerId, index) =>
      hasKeys ? keyed(playerId, `key-${index}`) : { playerId },
    );
    const answers = await Promise.all(sent.map(call));
    expect(countsOf(answers)).toEqual([1, 1, 2, 3, 2]);
    expect(transactionsOf(answers).size).toBe(3);
    expect(statements).toEqual([['alice', 'bob'], ['alice', 'bob'], ['alice']]);
  },
);

it('takes one call of a player at a time where a call needs several statements, too', async () => {
  const call = createCall({ ...countOne, strategy: 'transaction' });
  const answers = await Promise.all([alice, alice, bob].map((playerId) => call({ playerId })));
  expect(countsOf(answers)).toEqual([1, 2, 1]);
  expect(transactionsOf(answers).size).toBe(2);
  expect(statements).toEqual([['alice', 'bob'], ['alice']]);
});

it('gives the outcome of each key again', async () => {
  const call = createCall();
  const send = () =>
    Promise.all([alice, bob, alice, alice].map((playerId, index) => call(keyed(playerId, `key-${index}`))));
  const first = await send();
  const again = await send();
  expect(again.map(textOf)).toEqual(first.map(textOf));
  expect(again.map(outcomeOf)).toEqual(['replayed', 'replayed', 'replayed', 'replayed']);
  expect(await Promise.all([alice, bob].map(countOf))).toEqual([3, 1]);
});

it('performs two calls with the same key and player once, and answers both alike', async () => {
  const call = createCall();
  const answers = await Promise.all([keyed(alice, 'a'), keyed(alice, 'a'), keyed(bob, 'a')].map(call));
  expect(answers.map(outcomeOf)).toEqual(['done', 'replayed', 'done']);
  expect(textOf(answers[1] as Answer)).toBe(textOf(answers[0] as Answer));
  expect(await Promise.all([alice, bob].map(countOf))).toEqual([1, 1]);
  // The repeat is in the batch after that of the first call, where it is found before anything is performed.
  expect(statements).toEqual([['alice', 'bob']]);
});

it('refuses a key that comes with another body at the same time', async () => {
  const call = createCall();
  const other = { idempotency: { key: 'a', bodyHash: Buffer.alloc(32, 8) } };
  const answers = await Promise.all(
    [keyed(alice, 'a'), keyed(alice, 'a', other), keyed(alice, 'b')].map(call),
  );
  expect(answers.map(outcomeOf)).toEqual(['done', 'idempotency_mismatch', 'done']);
  expect(await countOf(alice)).toBe(2);
});

it('performs a repeat of a refusal that left no trace', async () => {
  const call = createCall();
  const sent = [keyed(alice, 'a', { refusal: 'limit_reached' }), keyed(alice, 'a'), keyed(alice, 'a')];
  const answers = await Promise.all(sent.map(call));
  expect(answers.map(outcomeOf)).toEqual(['limit_reached', 'done', 'replayed']);
  expect(await countOf(alice)).toBe(1);
});

it('answers a key that was used before among new ones of the same player', async () => {
  const call = createCall();
  const used = await call(keyed(alice, 'used'));
  const sent = [keyed(alice, 'b'), keyed(bob, 'used'), keyed(alice, 'used'), { playerId: alice }];
  const answers = await Promise.all(sent.map(call));
  expect(answers.map(outcomeOf)).toEqual(['done', 'done', 'replayed', 'done']);
  expect(textOf(answers[2] as Answer)).toBe(textOf(used));
  expect(countsOf(answers)).toEqual([2, 1, 1, 3]);
  expect(await countOf(alice)).toBe(3);
});

it('separates the keys of different operations', async () => {
  const calls = ['test/one', 'test/two'].map((operation) => createCall({ ...countOne, operation }));
  const send = () => Promise.all(calls.flatMap((call) => ['a', 'b'].map((key) => call(keyed(alice, key)))));
  const answers = await send();
  expect(answers.map(outcomeOf)).toEqual(['done', 'done', 'done', 'done']);
  expect((await send()).map(textOf)).toEqual(answers.map(textOf));
  expect(await countOf(alice)).toBe(4);
});

it('performs the other calls of a player where one is refused, and judges that one anew', async () => {
  const call = createCall();
  const sent = [
    keyed(alice, 'a'),
    keyed(alice, 'b', { refusal: 'insufficient_coins' }),
    keyed(alice, 'c', { refusal: 'limit_reached' }),
    keyed(alice, 'd'),
  ];
  const answers = await Promise.all(sent.map(call));
  expect(answers.map(outcomeOf)).toEqual(['done', 'insufficient_coins', 'limit_reached', 'done']);
  const again = await Promise.all(sent.map(call));
  expect(again.map(outcomeOf)).toEqual(['replayed', 'insufficient_coins', 'limit_reached', 'replayed']);
  expect(again.map(textOf)).toEqual([
    textOf(answers[0] as Answer),
    'insufficient_coins',
    'limit_reached',
    textOf(answers[3] as Answer),
  ]);
  expect(await countOf(alice)).toBe(2);
});

it('retries the calls of a batch alone where one fails, in their order, and undoes what the others did', async () => {
  const call = createCall();
  const sent = [keyed(alice, 'a'), keyed(alice, 'b', { fails: true }), keyed(bob, 'a'), keyed(alice, 'c')];
  const results = await Promise.allSettled(sent.map(call));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(countsOf(done)).toEqual([1, 1, 2]);
  expect(await Promise.all([alice, bob].map(countOf))).toEqual([2, 1]);
});

it('performs no call of a closed account, and all of the others', async () => {
  const call = createCall();
  await queryAsOwner(test.database, `UPDATE player SET closed_at = clock_timestamp() WHERE id = ${alice}`);
  const sent = [keyed(alice, 'a'), keyed(bob, 'a'), keyed(alice, 'b'), keyed(bob, 'b')];
  const answers = await Promise.all(sent.map(call));
  expect(answers.map(outcomeOf)).toEqual(['not_signed_in', 'done', 'not_signed_in', 'done']);
  expect(await Promise.all([alice, bob].map(countOf))).toEqual([0, 2]);
});
