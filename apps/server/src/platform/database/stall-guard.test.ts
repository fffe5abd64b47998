/** F7: queries to a database that does not answer are refused instead of left waiting. */
import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/test-line.ts';
import type { Clock } from '../clock.ts';
import { createStallGuard, DatabaseStalled } from './stall-guard.ts';

const tickMs = 125;
/** Runs the callbacks of settled promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function world() {
  const timeline = createTestClock();
  let missedMs = 0;
  const timers = new Set<() => void>();
  const clock: Pick<Clock, 'monotonic' | 'setInterval'> = {
    monotonic: () => timeline.monotonic() + missedMs,
    setInterval(run, everyMs) {
      const timer = timeline.setInterval(run, everyMs);
      timers.add(run);
      return {
        cancel() {
          timers.delete(run);
          timer.cancel();
        },
      };
    },
  };
  /** Each answers a probe that waits. */
  const probes: (() => void)[] = [];
  let givenUp = 0;
  const guard = createStallGuard({
    clock,
    isResponse: (error) => !(error instanceof Error && error.message === 'given up'),
    probe: (giveUp) =>
      new Promise<void>((resolve, reject) => {
        probes.push(resolve);
        giveUp.addEventListener('abort', () => {
          givenUp += 1;
          probes.splice(probes.indexOf(resolve), 1);
          reject(new Error('given up'));
        });
      }),
  });
  const ask = () => {
    let answer = (): void => undefined;
    const outcome = { is: 'waiting' };
    const asked = guard.run(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    asked.then(
      () => (outcome.is = 'answered'),
      (error: unknown) => (outcome.is = error instanceof DatabaseStalled ? 'stalled' : 'failed'),
    );
    return { outcome, answer: () => answer() };
  };
  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += tickMs) {
      timeline.advance(tickMs);
      await settle();
    }
  };
  /** This process gets no processor for that time. Of the timers that became due, each runs once, and late. */
  const starve = async (ms: number) => {
    missedMs += ms;
    for (const run of timers) run();
    await settle();
  };
  return { ask, advance, starve, probes, guard, givenUp: () => givenUp };
}

test('refuses waiting queries after three seconds without an answer, and new ones immediately', async () => {
  const { ask, advance, probes } = world();
  const first = ask();
  await advance(2_750);
  expect(first.outcome.is).toBe('waiting');
  await advance(250);
  expect(first.outcome.is).toBe('stalled');
  const second = ask();
  await settle();
  expect(second.outcome.is).toBe('stalled');
  expect(probes).toHaveLength(0);
  await advance(250);
  expect(probes).toHaveLength(1);
});

test('ends the refusals once a probe has committed, whatever else is answered', async () => {
  const { ask, advance, probes, givenUp } = world();
  const first = ask();
  await advance(6_000);
  expect(givenUp()).toBe(2);
  expect(probes).toHaveLength(1);
  first.answer();
  await advance(250);
  const refused = ask();
  await advance(250);
  expect(refused.outcome.is).toBe('stalled');
  probes.shift()?.();
  await advance(250);
  const later = ask();
  later.answer();
  await advance(250);
  expect(later.outcome.is).toBe('answered');
});

test('waits for a long statement while the probe commits', async () => {
  const { ask, advance, probes } = world();
  const long = ask();
  for (let second = 0; second < 20; second++) {
    await advance(1_500);
    probes.shift()?.();
  }
  expect(long.outcome.is).toBe('waiting');
  long.answer();
  await advance(250);
  expect(long.outcome.is).toBe('answered');
});

test('needs no probe while transactions commit', async () => {
  const { advance, probes, guard } = world();
  const long = guard.run(() => new Promise<void>(() => undefined));
  long.catch(() => undefined);
  for (let step = 0; step < 20; step++) {
    await guard.run(async () => undefined, true);
    await advance(750);
  }
  expect(probes).toHaveLength(0);
});

test('refuses all statements when commits do not end although reads are answered', async () => {
  const { ask, advance, probes } = world();
  const commit = ask();
  for (let step = 0; step < 11; step++) {
    ask().answer();
    await advance(250);
  }
  expect(commit.outcome.is).toBe('waiting');
  expect(probes).toHaveLength(1);
  await advance(500);
  expect(commit.outcome.is).toBe('stalled');
  const read = ask();
  await advance(250);
  expect(read.outcome.is).toBe('stalled');
});

test('F5: does not count time in which the process was suspended', async () => {
  const { ask, advance, starve } = world();
  const asked = ask();
  await advance(500);
  await starve(60_000);
  expect(asked.outcome.is).toBe('waiting');
  asked.answer();
  await advance(250);
  expect(asked.outcome.is).toBe('answered');
});

/** Turns of the event loop: one for each answer that is read, and one for each of the six jobs of a SCRAM login. */
const turnsOfProbe = 11;

test.each([140, 300, 3_000])(
  'a process that gets the processor once in %i ms is not stalled while the database answers at once',
  async (everyMs) => {
    const { starve, probes, guard, givenUp } = world();
    const answers: (() => void)[] = [];
    /**
     * It needs more answers than there are turns before a stall, and only its end says that the database can commit.
     */
    const transaction = guard.run(async () => {
      for (let statement = 0; statement < 60; statement++)
        await new Promise<void>((resolve) => answers.push(resolve));
    }, true);
    let outcome: unknown;
    transaction.then(
      () => (outcome = 'committed'),
      (error: unknown) => (outcome = error),
    );
    let turns = 0;
    for (let turn = 0; outcome === undefined && turn < 1_000; turn++) {
      // Timers run before answers are read, and a turn reads one answer of each connection.
      await starve(everyMs);
      answers.shift()?.();
      turns = probes.length === 0 ? 0 : turns + 1;
      if (turns === turnsOfProbe) probes.shift()?.();
      await settle();
    }
    expect(outcome).toBe('committed');
    expect(givenUp()).toBe(0);
  },
);

test('a process that hardly gets the processor still notices a database that does not answer', async () => {
  const { ask, starve } = world();
  const asked = ask();
  for (let turn = 0; turn < 23; turn++) await starve(600);
  expect(asked.outcome.is).toBe('waiting');
  await starve(600);
  expect(asked.outcome.is).toBe('stalled');
});

test('gives a probe up when nobody waits any more, and asks no further', async () => {
  const { ask, advance, probes, givenUp } = world();
  const asked = ask();
  await advance(1_500);
  expect(probes).toHaveLength(1);
  asked.answer();
  await advance(2_000);
  expect(givenUp()).toBe(1);
  await advance(10_000);
  expect(probes).toHaveLength(0);
});
