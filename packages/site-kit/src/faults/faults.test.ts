import { expect, test } from 'vitest';
import { loadRepeatedly } from './load-repeatedly.ts';
import { isMissingFile } from './missing-file.ts';
import { createFaultReporter, maxReportsPerMinute } from './report-fault.ts';

const failingTimes = (times: number) => {
  let calls = 0;
  return async (): Promise<string> => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return 'loaded';
  };
};

test('loads a part again after growing pauses, and reports only the first failure', async () => {
  const waits: number[] = [];
  const reports: unknown[] = [];
  const platform = {
    wait: async (ms: number) => void waits.push(ms),
    report: (fault: unknown) => void reports.push(fault),
  };
  expect(await loadRepeatedly(failingTimes(6), platform)).toBe('loaded');
  expect(waits).toEqual([1_000, 3_000, 9_000, 27_000, 30_000, 30_000]);
  expect(reports).toEqual([new Error('failure 1')]);
});

test('throws the last failure once no try is left', async () => {
  const platform = { wait: async () => undefined, report: () => undefined };
  await expect(loadRepeatedly(failingTimes(2), platform, 2)).rejects.toThrow('failure 2');
  expect(await loadRepeatedly(failingTimes(1), platform, 2)).toBe('loaded');
});

test('does not load a module again that threw while it ran', async () => {
  const fault = new RangeError('invalid language tag');
  let calls = 0;
  const load = async (): Promise<never> => {
    calls += 1;
    throw fault;
  };
  const platform = { wait: async () => undefined, report: () => undefined };
  await expect(loadRepeatedly(load, platform, 20)).rejects.toBe(fault);
  expect(calls).toBe(2);
});

const reporting = () => {
  const sent: { message: string; stack?: string; page: string }[] = [];
  const clock = { nowMs: 0 };
  const report = createFaultReporter({
    send: async (body) => void sent.push(body as (typeof sent)[number]),
    nowMs: () => clock.nowMs,
    page: () => '/games/'.repeat(100),
  });
  return { sent, clock, report };
};

test('sends a repeated fault once a minute and no more than the limit of different ones', () => {
  const { sent, clock, report } = reporting();
  for (let n = 0; n < 3; n += 1) report(new Error('same'));
  expect(sent).toHaveLength(1);
  for (let n = 0; n < 20; n += 1) report(new Error(`other ${n}`));
  expect(sent).toHaveLength(maxReportsPerMinute);
  clock.nowMs = 60_000;
  report(new Error('same'));
  expect(sent).toHaveLength(maxReportsPerMinute + 1);
});

test('cuts a report to the lengths that the server accepts', () => {
  const { sent, report } = reporting();
  report(new Error('m'.repeat(600)));
  report('');
  const [long, empty] = sent;
  expect([long?.message.length, long?.page.length]).toEqual([500, 300]);
  expect(long?.stack?.length).toBeLessThanOrEqual(4_000);
  expect(empty?.message).toBe('Unknown fault');
});

test('drops a report that cannot be sent', async () => {
  const send = async (): Promise<void> => {
    throw new Error('offline');
  };
  const report = createFaultReporter({ send, nowMs: () => 0, page: () => '/' });
  expect(() => report(new Error('fault'))).not.toThrow();
});

test('tells a file that did not arrive from a fault of the page', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: https://fair.example/assets/page-1.js',
    'error loading dynamically imported module: https://fair.example/assets/page-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/page-1.css',
  ])
    expect(isMissingFile(new TypeError(words)), words).toBe(true);
  expect(isMissingFile(new TypeError('AbortSignal.any is not a function'))).toBe(false);
});
