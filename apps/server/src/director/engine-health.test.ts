import { expect, it } from 'vitest';
import { createEngineHealth } from './engine-health.ts';

it('reports an engine as failed after ten seconds without a success', () => {
  let now = 0;
  const engine = { game: 'one' };
  const health = createEngineHealth({ monotonic: () => now }, [engine]);
  expect(health.recordFailure(engine)).toEqual({ count: 1, hasFailed: false, isNew: false });
  now = 9_999;
  expect(health.recordFailure(engine).hasFailed).toBe(false);
  health.recordSuccess(engine);
  now = 10_001;
  expect(health.recordFailure(engine)).toEqual({ count: 1, hasFailed: false, isNew: false });
  now = 20_001;
  expect(health.recordFailure(engine)).toEqual({ count: 2, hasFailed: true, isNew: true });
  expect(health.recordFailure(engine)).toEqual({ count: 3, hasFailed: true, isNew: false });
});

it('reports that no game runs when every engine has failed, whatever the upkeep does', () => {
  let now = 0;
  const [one, two, upkeep] = [{ game: 'one' }, { game: 'two' }, {}];
  const health = createEngineHealth({ monotonic: () => now }, [one, two, upkeep]);
  const fail = (...engines: object[]) => engines.forEach((engine) => health.recordFailure(engine));
  fail(one, two);
  now = 10_000;
  fail(one);
  expect(health.noGameRuns()).toBe(false);
  fail(two);
  expect(health.noGameRuns()).toBe(true);
  health.recordSuccess(upkeep);
  expect(health.noGameRuns()).toBe(true);
  health.recordSuccess(two);
  expect(health.noGameRuns()).toBe(false);
});

it('reopens a game at the first success of a leadership and at the first after a failure', () => {
  let now = 0;
  const engine = { game: 'one' };
  const health = createEngineHealth({ monotonic: () => now }, [engine]);
  expect(health.recordSuccess(engine)).toBe(true);
  health.recordReopened(engine);
  expect(health.recordSuccess(engine)).toBe(false);
  health.recordFailure(engine);
  now = 10_000;
  health.recordFailure(engine);
  expect(health.recordSuccess(engine)).toBe(true);
  health.recordReopened(engine);
  health.reset();
  expect(health.recordSuccess(engine)).toBe(true);
});
