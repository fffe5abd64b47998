/** Processes that share totals over one bus, on a test clock. */
import { createLocalBus } from '../src/platform/messaging/bus.ts';
import { createEventBus } from '../src/platform/messaging/event-bus.ts';
import { createTally, tallyEvent, type RunningTally } from '../src/platform/messaging/tally.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export interface TestTallies {
  clock: TestClock;
  /** Every message of totals that a process has published. */
  busMessages: string[];
  createProcess(name: string): RunningTally;
}

export const createTestTallies = (): TestTallies => {
  const clock = createTestClock();
  const local = createLocalBus(quiet);
  const busMessages: string[] = [];
  local.subscribe(tallyEvent.channel, (message) => busMessages.push(message));
  const bus = createEventBus({
    bus: local,
    log: quiet,
    recordIgnored: () => undefined,
  });
  return {
    clock,
    busMessages,
    createProcess: (name) => createTally({ clock, bus, databaseNowMs: clock.now, process: name, log: quiet }),
  };
};
