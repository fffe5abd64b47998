/** How a process notices what it missed of a game. */
import { beforeEach, expect, it } from 'vitest';
import { followSteps, type Steps } from '../server/steps.ts';

interface Shown {
  step: number;
  from: 'event' | 'row';
}

let shown: Shown[];
let steps: Steps<{ step: number }>;
/** Reads of the row that wait for an answer. */
let reads: PromiseWithResolvers<{ step: number } | undefined>[];

beforeEach(() => {
  shown = [];
  reads = [];
  steps = followSteps({
    read() {
      const read = Promise.withResolvers<{ step: number } | undefined>();
      reads.push(read);
      return read.promise;
    },
    showEvent: ({ step }) => shown.push({ step, from: 'event' }),
    showRow: ({ step }) => shown.push({ step, from: 'row' }),
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Answers the oldest read that waits with the row of this step; undefined where there is none. */
const answer = async (step: number | undefined): Promise<void> => {
  reads.shift()?.resolve(step === undefined ? undefined : { step });
  await settled();
};
const fail = async (): Promise<void> => {
  reads.shift()?.reject(new Error('the database is unavailable'));
  await settled();
};
const hear = (...numbers: number[]): void => {
  for (const step of numbers) steps.handle({ step });
};
/** Starts at this step. */
const startAt = async (step: number): Promise<void> => {
  const started = steps.refresh();
  await answer(step);
  await started;
  shown = [];
};

it('shows each next event without a read, and none twice', async () => {
  await startAt(4);
  hear(4, 5, 5, 6);
  expect(shown).toEqual([
    { step: 5, from: 'event' },
    { step: 6, from: 'event' },
  ]);
  expect(reads).toEqual([]);
});

it('reads the row after an event was missed', async () => {
  await startAt(4);
  hear(6);
  expect(shown).toEqual([]);
  await answer(6);
  hear(7);
  expect(shown).toEqual([
    { step: 6, from: 'row' },
    { step: 7, from: 'event' },
  ]);
});

it('shows nothing for an event that comes late or is repeated', async () => {
  await startAt(6);
  hear(5, 2);
  await answer(6);
  await answer(6);
  expect(shown).toEqual([]);
  hear(7);
  expect(shown).toEqual([{ step: 7, from: 'event' }]);
});

it('shows the row where its step is lower, as after a restore', async () => {
  await startAt(90);
  hear(31);
  await answer(31);
  hear(32);
  expect(shown).toEqual([
    { step: 31, from: 'row' },
    { step: 32, from: 'event' },
  ]);
});

it('reads again where an event arrived while the row was read', async () => {
  await startAt(4);
  const refreshed = steps.refresh();
  hear(5);
  await answer(4);
  expect(shown).toEqual([{ step: 5, from: 'event' }]);
  hear(8);
  await answer(5);
  expect(shown).toHaveLength(1);
  await answer(8);
  await refreshed;
  expect(shown.slice(1)).toEqual([{ step: 8, from: 'row' }]);
});

it('reads one row at a time', async () => {
  await startAt(4);
  hear(7, 9, 11);
  void steps.refresh();
  expect(reads).toHaveLength(1);
});

it('shows what has arrived where the row cannot be read', async () => {
  await startAt(4);
  hear(6, 7, 2);
  await fail();
  expect(shown).toEqual([
    { step: 6, from: 'event' },
    { step: 7, from: 'event' },
  ]);
  await expect(Promise.all([steps.refresh(), fail()])).rejects.toThrow('unavailable');
});

it('shows nothing where the row has nothing to show, and the next opening', async () => {
  const started = steps.refresh();
  await answer(undefined);
  await started;
  hear(1);
  await answer(undefined);
  expect(shown).toEqual([]);
  hear(2);
  await answer(2);
  expect(shown).toEqual([{ step: 2, from: 'row' }]);
});

it('shows nothing once it has stopped', async () => {
  await startAt(4);
  hear(6);
  steps.stop();
  hear(5);
  await answer(6);
  expect(shown).toEqual([]);
});
