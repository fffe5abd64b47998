/** F7: queries to a database that does not answer are refused instead of left waiting. */
import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/test-line.ts';
import { createStallGuard, DatabaseStalled } from './stall-guard.ts';

function world() {
  const clock = createTestClock();
  const probes: ((error?: Error) => void)[] = [];
  const guard = createStallGuard({
    clock,
    isResponse: (error) => !(error instanceof Error && error.message === 'timeout'),
    probe: () =>
      new Promise<void>((resolve, reject) => {
        probes.push((error) => (error ? reject(error) : resolve()));
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
    for (let passed = 0; passed < ms; passed += 250) {
      clock.advance(250);
      // Runs the callbacks of settled promises.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ask, advance, probes, clock, guard };
}

test('refuses waiting queries after three seconds without an answer, and new ones immediately', async () => {
  const { ask, advance, probes } = world();
  const first = ask();
  await advance(2_750);
  expect(first.outcome.is).toBe('waiting');
  await advance(250);
  expect(first.outcome.is).toBe('stalled');
  const second = ask();
  await new Promise((resolve) => setImmediate(resolve));
  expect(second.outcome.is).toBe('stalled');
  expect(probes).toHaveLength(1);
});

test('ends the refusals once a probe has committed, whatever else is answered', async () => {
  const { ask, advance, probes } = world();
  const first = ask();
  await advance(4_000);
  probes.shift()?.(new Error('timeout'));
  await advance(500);
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
  const { ask, advance, clock } = world();
  const asked = ask();
  await advance(500);
  // A real process runs the timers that were due once; here they run late too.
  const { monotonic } = clock;
  clock.monotonic = () => monotonic() + 60_000;
  await advance(250);
  expect(asked.outcome.is).toBe('waiting');
  asked.answer();
  await advance(250);
  expect(asked.outcome.is).toBe('answered');
});
