/** The queue of presses: their places, and which of them are judged together. */
import { accept, refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { maxWaitingPerPlayer, tooManyWaiting } from '@fairground/server/ledger/coin-call';
import type { Committed } from '@fairground/server/ledger/commit-together';
import { createTestClock } from '@fairground/server/test/test-clock';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPresses, type Press, type PressedBet } from '../server/presses.ts';

const done: Committed<User> = accept({ isReplay: true, status: 200, text: '' });

/** Batches wait to be judged until the test does it. */
const openQueue = () => {
  let firstRunning = 7n;
  const clock = createTestClock(0);
  const batches: { bets: readonly PressedBet[]; judge: () => void; fail: (error: Error) => void }[] = [];
  const presses = createPresses({
    clock,
    isRunning: (roundId) => roundId >= firstRunning,
    judge: (bets) =>
      new Promise((resolve, fail) => {
        const judge = () => resolve(bets.map((bet) => bet.presses.map(() => done)));
        batches.push({ bets, judge, fail });
      }),
  });
  return {
    clock,
    presses,
    batches,
    endRound: () => (firstRunning = 8n),
    /** The players and slots of each batch, with how many presses of each. */
    judged: () => batches.map(({ bets }) => bets.map((bet) => [bet.playerId, bet.slot, bet.presses.length])),
    arrive: (receivedAt: number, body: object = {}) =>
      presses.arrive({ receivedAt, body: { roundId: '7', ...body } }),
  };
};

const press = (playerId: bigint, changes: Partial<Press> = {}): Press => ({
  playerId,
  roundId: 7n,
  slot: 1,
  askedHundredths: 200,
  receivedAt: 0,
  ...changes,
});

it('judges the presses of a bet in the order of their arrival, however long their players are looked up', async () => {
  const { presses, batches, judged, arrive } = openQueue();
  const [first, second, third] = [arrive(10), arrive(20), arrive(30)];
  const answers = [presses.submit(press(1n, { receivedAt: 20 }), second)];
  answers.push(presses.submit(press(1n, { receivedAt: 30 }), third));
  await nextTurn();
  expect(judged()).toEqual([]);
  answers.push(presses.submit(press(1n, { receivedAt: 10 }), first));
  await nextTurn();
  expect(batches[0]?.bets[0]?.presses.map(({ receivedAt }) => receivedAt)).toEqual([10, 20, 30]);
  batches[0]?.judge();
  expect(await Promise.all(answers)).toEqual([done, done, done]);
});

it('lets a press pass those that can be of no bet of its own, however long they are looked up', async () => {
  const { presses, judged, arrive } = openQueue();
  arrive(10, { slot: 2 });
  arrive(20, { roundId: '8' });
  void presses.submit(press(1n), arrive(30));
  await nextTurn();
  expect(judged()).toEqual([[[1n, 1, 1]]]);
});

it('judges what waits of a bet together, and one bet of a player at a time', async () => {
  const { presses, batches, judged, arrive } = openQueue();
  for (const slot of [1, 2, 1, 2, 1] as const) void presses.submit(press(1n, { slot }), arrive(10, { slot }));
  void presses.submit(press(2n), arrive(20));
  await nextTurn();
  expect(judged()).toEqual([
    [
      [1n, 1, 3],
      [2n, 1, 1],
    ],
  ]);
  batches[0]?.judge();
  await nextTurn();
  await nextTurn();
  expect(judged()[1]).toEqual([[1n, 2, 2]]);
});

it('judges presses for a round that runs before others of their player, and those hold no place', async () => {
  const { presses, batches, judged, arrive } = openQueue();
  const other = (roundId: bigint) =>
    presses.submit(press(1n, { roundId }), arrive(0, { roundId: String(roundId) }));
  void other(1n);
  await nextTurn();
  void other(2n);
  void other(3n);
  expect(presses.oldestAt()).toBeUndefined();
  void presses.submit(press(1n), arrive(10));
  batches[0]?.judge();
  await nextTurn();
  await nextTurn();
  expect(batches.map(({ bets }) => bets[0]?.roundId)).toEqual([1n, 7n]);
  expect(judged()[1]).toEqual([[1n, 1, 1]]);
});

it('refuses more presses of a player than may wait', async () => {
  const { presses, arrive } = openQueue();
  const answers = Array.from({ length: maxWaitingPerPlayer + 2 }, () => presses.submit(press(1n), arrive(0)));
  expect(await Promise.race(answers)).toEqual(tooManyWaiting);
});

it('holds a place until it ends: answered, refused before its player is known, or looked up for a second', async () => {
  const { clock, presses, batches, judged, arrive } = openQueue();
  const [refused, slow, answered] = [arrive(10), arrive(20), arrive(30)];
  const answer = presses.submit(press(1n), answered);
  let isAllAnswered = false;
  void presses.answered().then(() => (isAllAnswered = true));
  expect(presses.oldestAt()).toBe(10);
  refused?.end();
  expect(presses.oldestAt()).toBe(20);
  await nextTurn();
  expect(judged()).toEqual([]);
  clock.advance(1_000);
  await nextTurn();
  expect(presses.oldestAt()).toBe(30);
  expect(await presses.submit(press(1n), slow)).toEqual(refuse('unavailable'));
  await nextTurn();
  expect(judged()).toEqual([[[1n, 1, 1]]]);
  // Its look-up is over: it is waited for.
  clock.advance(5_000);
  await nextTurn();
  expect(presses.oldestAt()).toBe(30);
  batches[0]?.judge();
  await answer;
  expect([presses.oldestAt(), isAllAnswered]).toEqual([30, false]);
  answered?.end();
  await nextTurn();
  expect([presses.oldestAt(), isAllAnswered]).toEqual([undefined, true]);
});

it('judges bets alone where a batch fails, and fails only for those that fail alone', async () => {
  const { presses, batches, arrive } = openQueue();
  const answers = [1n, 2n].map((player) => presses.submit(press(player), arrive(0)));
  await nextTurn();
  batches[0]?.fail(new Error('a bad bet'));
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.fail(new Error('a bad bet'));
  await expect(answers[0]).rejects.toThrow('a bad bet');
  await expect.poll(() => batches.length).toBe(3);
  batches[2]?.judge();
  expect(await answers[1]).toEqual(done);
  // The place is held by the press until its answer is sent, not by the batch.
  expect(presses.oldestAt()).toBe(0);
});

it('judges a call that was sent again after its round behind the first one, which is looked up', async () => {
  const { presses, batches, arrive, endRound } = openQueue();
  const first = arrive(10);
  endRound();
  const again = presses.submit(press(1n, { receivedAt: 20 }), arrive(20));
  await nextTurn();
  expect(batches).toEqual([]);
  const answer = presses.submit(press(1n, { receivedAt: 10 }), first);
  await nextTurn();
  expect(batches[0]?.bets[0]?.presses.map(({ receivedAt }) => receivedAt)).toEqual([10, 20]);
  batches[0]?.judge();
  expect(await Promise.all([answer, again])).toEqual([done, done]);
  // Nothing of that round is looked up any more.
  first?.end();
  expect(arrive(30)).toBeUndefined();
});

it('lets a look-up count that ended while this process did not run', async () => {
  const { clock, presses, batches, arrive } = openQueue();
  const place = arrive(10);
  // The timer is due first; the answer of the database is read in the same turn.
  clock.advance(1_100);
  const answer = presses.submit(press(1n), place);
  await nextTurn();
  await nextTurn();
  batches[0]?.judge();
  expect(await answer).toEqual(done);
});
