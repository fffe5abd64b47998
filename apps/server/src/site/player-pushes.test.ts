/** What is read of players who changed, and when. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { createPlayerPushes, type PlayerPushes } from './player-pushes.ts';

let reads: string[][];
let pushed: string[];
let failures: unknown[];
let answer: (() => void)[];
let changed: PlayerPushes['changed'];
let connected: PlayerPushes['connected'];
let shown: PlayerPushes['shown'];
let refresh: PlayerPushes['refresh'];
let known: [string, number][];

beforeEach(() => {
  reads = [];
  pushed = [];
  failures = [];
  answer = [];
  known = [];
  ({ changed, connected, shown, refresh } = createPlayerPushes<string>({
    hasPlayer: (id) => id !== '99',
    async read(ids) {
      reads.push(ids.map(String));
      await new Promise<void>((resolve) => answer.push(resolve));
      if (ids.includes(13n)) throw new Error('the database is away');
      return ids.map((id) => `${id} as of read ${reads.length}`);
    },
    push(row, versions) {
      pushed.push(row);
      known = [...versions];
    },
    failed: (error) => failures.push(error),
  }));
});

const answerAll = async (): Promise<void> => {
  for (const resolve of answer.splice(0)) resolve();
  await nextTurn();
  await nextTurn();
};

it('reads connected players who changed together by one statement, each once', async () => {
  changed(['1', '2', '99', '1']);
  changed(['2', '3']);
  await nextTurn();
  expect(reads).toEqual([['1', '2', '3']]);
  await answerAll();
  expect(pushed).toEqual(['1 as of read 1', '2 as of read 1', '3 as of read 1']);
});

it('reads a player again who changed while they were read, and no two statements at a time', async () => {
  changed(['1']);
  await nextTurn();
  changed(['1', '2']);
  changed(['1']);
  await nextTurn();
  expect(reads).toEqual([['1']]);
  await answerAll();
  expect(reads).toEqual([['1'], ['1', '2']]);
  await answerAll();
  expect(pushed.at(-1)).toBe('2 as of read 2');
});

it('continues after a statement that failed', async () => {
  changed(['13']);
  await nextTurn();
  await answerAll();
  expect(failures).toHaveLength(1);
  changed(['13', '14']);
  await nextTurn();
  expect(reads).toEqual([['13'], ['13', '14']]);
});

it('bounds how many one statement reads', async () => {
  changed(Array.from({ length: 600 }, (_, index) => String(1_000 + index)));
  await nextTurn();
  await answerAll();
  await answerAll();
  expect(reads.map((ids) => ids.length)).toEqual([250, 250, 100]);
});

it('reads who connected together with who changed, and compares with the oldest version of a page', async () => {
  connected('1', 8);
  connected('1', 7);
  connected('1', 9);
  connected('99', 7);
  connected('2', 3);
  changed(['2', '3']);
  connected('3', 5);
  await nextTurn();
  expect(reads).toEqual([['1', '2', '3']]);
  await answerAll();
  expect(pushed).toHaveLength(3);
  expect(known).toEqual([['1', 7]]);
});

it('refreshes connected players by the versions that their pages have', async () => {
  connected('1', 3);
  await nextTurn();
  await answerAll();
  shown('1', 5);
  shown('2', 7);
  // Not connected here.
  shown('99', 4);
  refresh(new Set(['1', '2', '4']));
  await nextTurn();
  await answerAll();
  expect(reads.at(-1)).toEqual(['1', '2', '4']);
  // Nothing is known of the pages of the third.
  expect(known).toEqual([
    ['1', 5],
    ['2', 7],
    ['4', 0],
  ]);
  // The first was away in between.
  refresh(new Set(['2']));
  await nextTurn();
  await answerAll();
  refresh(new Set(['1', '2']));
  await nextTurn();
  await answerAll();
  expect(known).toEqual([
    ['1', 0],
    ['2', 7],
  ]);
});
