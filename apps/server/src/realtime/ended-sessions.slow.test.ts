/** A37: a socket ends within a second of its session's end on another process while the message server says nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAskingSocket } from '../../test/asking-socket.ts';
import { startTwoProcesses, type TwoProcesses } from '../../test/two-processes.ts';
import { valkeyMissing, valkeyProgram } from '../../test/valkey-server.ts';

const withinMs = 1_000;

if (valkeyProgram === undefined) console.info(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('on two processes', () => {
  let processes: TwoProcesses;
  beforeAll(async () => {
    processes = await startTwoProcesses();
  });
  afterAll(() => processes?.close());

  let count = 0;
  const measure = async (frozenMs: number): Promise<number> => {
    const { valkey, one, two, untilBus } = processes;
    await untilBus('ok');
    // The poll that follows an outage is over.
    await pause(1_200);
    const { token } = await one.register(`frozen_${(count += 1)}`);
    const line = openAskingSocket(two, token);
    await line.opened;
    expect(await line.ask()).toBe('answered');
    valkey.freeze();
    await pause(frozenMs);
    expect((await one.call('POST', '/auth/logout', token)).status).toBe(204);
    const loggedOutAt = performance.now();
    await line.closed;
    valkey.thaw();
    return performance.now() - loggedOutAt;
  };

  // At once, when the silence was not noticed yet, and when it was noticed.
  it.each([0, 600])(
    'a socket ends within a second of a log-out on the other process, %i ms after the message server froze',
    async (frozenMs) => {
      const tookMs: number[] = [];
      while (tookMs.length < 3) tookMs.push(await measure(frozenMs));
      const [, median] = tookMs.toSorted((a, b) => a - b);
      // A busy machine may lose a second once, and a poll of the safety net may come first once.
      expect(median, `of ${tookMs.join(', ')} ms`).toBeLessThanOrEqual(withinMs);
    },
  );
});
