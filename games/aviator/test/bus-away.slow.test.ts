/** F25: a process that receives no events shows the same rounds as the leader, and no multiplier above a crash. */
import { watchBus } from '@fairground/server/platform/messaging/bus-watch';
import { createLogger } from '@fairground/server/platform/logger';
import { startTestSite, type TimedSite } from '@fairground/server/test/test-site';
import { seededEntropy } from '@fairground/server/test/seeded-entropy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAviatorLive, type AviatorPush } from '../server/live.ts';
import { flightsOfSite, openRound } from './running-flights.ts';

let site: TimedSite;
let pushes: Record<string, unknown>[];
let stop: () => void;
let busState: 'ok' | 'away';

beforeEach(async () => {
  site = await startTestSite({
    clock: 'moved',
    entropy: seededEntropy(35),
    env: { AVIATOR_COUNTDOWN_MS: '3000' },
  });
  const { clock, nowMs } = site.time;
  pushes = [];
  busState = 'away';
  const live = createAviatorLive({
    clock,
    database: site.database,
    flights: await flightsOfSite(site),
    databaseNowMs: nowMs,
    publish({ payload }: AviatorPush) {
      if (payload.success) pushes.push(payload.data);
    },
    published: () => undefined,
    ticked: () => undefined,
    entered: () => undefined,
  });
  await live.refresh();
  const watch = watchBus({
    bus: { state: () => busState, outages: () => 0 },
    clock,
    log: createLogger('silent'),
    parts: [live],
  });
  stop = () => {
    live.stop();
    watch.cancel();
  };
});
afterEach(async () => {
  stop();
  await site.close();
});

const crashes = async () =>
  new Map(
    (
      await site.rows<{ id: bigint; crash: number }>(
        `SELECT id, crash_hundredths AS crash FROM aviator_round WHERE state IN ('settling', 'finished')`,
      )
    ).map(({ id, crash }) => [String(id), crash]),
  );

/** Plays until that many rounds have crashed. */
const play = async (rounds: number) => {
  for (let seconds = 0; seconds < 900 && (await crashes()).size < rounds; seconds++)
    await site.time.advance(1_000);
  await site.time.advance(2_000);
};

it(
  'shows each round and no multiplier above its crash while the bus is unavailable',
  { timeout: 120_000 },
  async () => {
    await play(2);
    // At 1.00x a multiplier that was read from the clock would be above the crash.
    const { token } = await site.register('alice');
    await openRound(site, ({ crashHundredths }) => crashHundredths === 100, [{ token }]);
    await play(4);
    const crashOf = await crashes();
    expect(crashOf.size).toBeGreaterThanOrEqual(4);
    expect([...crashOf.values()]).toContain(100);
    const finished = new Map<unknown, unknown>();
    let ticks = 0;
    for (const { roundId, status, crashMultiplier } of pushes) {
      const crash = crashOf.get(String(roundId));
      if (status === 'finished') finished.set(roundId, crashMultiplier);
      if (status !== 'ongoing' || crash === undefined) continue;
      ticks += 1;
      expect(Number(crashMultiplier) * 100, `round ${String(roundId)}`).toBeLessThanOrEqual(crash + 1e-6);
      expect(finished.has(roundId), 'no tick after the crash').toBe(false);
    }
    expect(ticks).toBeGreaterThan(0);
    expect(finished).toEqual(new Map([...crashOf].map(([id, crash]) => [id, crash / 100])));
    // Each round is shown while there is time to bet in it.
    const opened = new Set(
      pushes.filter(({ countdown }) => Number(countdown) >= 2).map(({ roundId }) => roundId),
    );
    for (const id of crashOf.keys()) expect(opened.has(id), `round ${id}`).toBe(true);
  },
);

it('shows the running round after the bus is back', { timeout: 120_000 }, async () => {
  await play(1);
  const findRunning = async () => {
    const [round] = await site.rows<{ id: bigint; state: string; starts_at: Date }>(
      `SELECT id, state, starts_at FROM aviator_round WHERE state IN ('betting', 'flying')`,
    );
    return round;
  };
  // A round that is still open two seconds later: no event of it is due in the meantime.
  let running = await findRunning();
  while (running?.state !== 'betting' || running.starts_at.getTime() - site.time.nowMs() < 2_100) {
    await site.time.advance(100);
    running = await findRunning();
  }
  busState = 'ok';
  await site.time.advance(2_000);
  expect(pushes.at(-1)?.['roundId']).toBe(String(running?.id));
});
