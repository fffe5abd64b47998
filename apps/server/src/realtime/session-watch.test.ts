/** A37: no connection outlives its session; the test controls the clock, the bus and the database. */
import { describe, expect, test } from 'vitest';
import type { BoundConnection } from './session-watch.ts';
import { createSessionWatch } from './session-watch.ts';
import { createTestClock } from '../../test/test-line.ts';

const day = 86_400_000;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
/** Runs all pending microtasks. */
const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

function createWorld(live: Record<string, number> = { a: day, b: day }) {
  const clock = createTestClock();
  const sessions = new Map(Object.entries(live));
  const connections: BoundConnection[] = [...sessions.keys()].map((sessionId) => ({ sessionId }));
  const bus = { state: 'ok' as 'ok' | 'away', outages: 0, onOutage: (): void => undefined };
  const ended: string[] = [];
  const asked: string[][] = [];
  let isDatabaseAway = false;
  const watch = createSessionWatch({
    clock,
    log: quiet,
    bus: {
      state: () => bus.state,
      outages: () => bus.outages,
      onOutage: (run) => void (bus.onOutage = run),
    },
    connections,
    async liveSessions(ids) {
      asked.push([...ids]);
      if (isDatabaseAway) throw new Error('the database is unavailable');
      return new Map(
        ids.flatMap((id) => {
          const remainingMs = sessions.get(id);
          return remainingMs === undefined ? [] : [[id, remainingMs] as const];
        }),
      );
    },
    end(sessionId) {
      ended.push(sessionId);
      for (let at = connections.length - 1; at >= 0; at -= 1) {
        if (connections[at]?.sessionId === sessionId) connections.splice(at, 1);
      }
    },
  });
  watch.start();
  const pass = async (seconds: number) => {
    for (let half = 0; half < 2 * seconds; half += 1) {
      clock.advance(500);
      await settle();
    }
  };
  return {
    watch,
    clock,
    sessions,
    connections,
    bus,
    ended,
    asked,
    pass,
    setDatabaseAway: (isAway: boolean) => (isDatabaseAway = isAway),
    async loseBus() {
      bus.state = 'away';
      bus.outages += 1;
      bus.onOutage();
      await settle();
    },
  };
}

describe('confirming a session', () => {
  test('queries the database, in one statement for concurrent connections', async () => {
    const { watch, asked } = createWorld();
    const answers = await Promise.all(['a', 'gone', 'a', 'b'].map((id) => watch.confirm(id)));
    expect(answers).toEqual([true, false, true, true]);
    expect(asked).toEqual([['a', 'gone', 'b']]);
  });

  test('is refused for one that has just ended, whatever the database returned', async () => {
    const { watch, ended } = createWorld();
    const answer = watch.confirm('a');
    watch.sessionEnded('a');
    expect(await answer).toBe(false);
    expect(await watch.confirm('a')).toBe(false);
    expect(ended).toEqual(['a']);
  });

  test('rejects while the database is unavailable', async () => {
    const { watch, setDatabaseAway } = createWorld();
    setDatabaseAway(true);
    await expect(watch.confirm('a')).rejects.toThrow('unavailable');
  });
});

describe('bound sessions', () => {
  test('are revalidated when the bus is lost and every half second until it is back, in one statement', async () => {
    const { clock, sessions, bus, asked, ended, pass, loseBus } = createWorld();
    await loseBus();
    expect(asked).toEqual([['a', 'b']]);
    await pass(1);
    expect(asked).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
    sessions.delete('b');
    clock.advance(500);
    await settle();
    expect(ended).toEqual(['b']);
    clock.advance(500);
    await settle();
    expect(asked.at(-1)).toEqual(['a']);
    bus.state = 'ok';
    await pass(1);
    const { length } = asked;
    await pass(1);
    expect(asked).toHaveLength(length);
  });

  test('are revalidated every half second from a start without the bus', async () => {
    const { watch, clock, bus, asked } = createWorld();
    watch.stop();
    bus.state = 'away';
    watch.start();
    await settle();
    clock.advance(500);
    await settle();
    expect(asked).toHaveLength(2);
    watch.stop();
    clock.advance(5_000);
    await settle();
    expect(asked).toHaveLength(2);
  });

  test('are revalidated every five seconds while the bus is up', async () => {
    const { sessions, asked, ended, pass } = createWorld();
    sessions.delete('a');
    await pass(4);
    expect(asked).toEqual([]);
    await pass(1);
    expect(ended).toEqual(['a']);
  });

  test('are revalidated after an outage that no poll saw', async () => {
    const { sessions, bus, asked, ended, pass } = createWorld();
    sessions.delete('a');
    bus.outages += 1;
    await pass(1);
    expect(ended).toEqual(['a']);
    await pass(1);
    expect(asked).toHaveLength(1);
  });

  test('stay while the database is unavailable, and are revalidated afterwards', async () => {
    const { sessions, bus, ended, pass, setDatabaseAway } = createWorld();
    bus.outages += 1;
    setDatabaseAway(true);
    sessions.delete('a');
    await pass(2);
    expect(ended).toEqual([]);
    setDatabaseAway(false);
    await pass(1);
    expect(ended).toEqual(['a']);
  });

  test('end within a second of their expiry, without a statement', async () => {
    const { watch, ended, asked, pass } = createWorld({ short: 2_500, long: day });
    await Promise.all([watch.confirm('short'), watch.confirm('long')]);
    await pass(2);
    expect(ended).toEqual([]);
    await pass(1);
    expect(ended).toEqual(['short']);
    expect(asked).toHaveLength(1);
  });

  test('visitors cost no statement', async () => {
    const { connections, asked, pass, loseBus } = createWorld({});
    connections.push({ sessionId: null });
    await loseBus();
    await pass(10);
    expect(asked).toEqual([]);
  });
});
