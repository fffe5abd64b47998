/** Processes that share totals over one bus, on a test clock. */
import { createLocalBus } from '../src/platform/messaging/bus.ts';
import { createEventBus } from '../src/platform/messaging/event-bus.ts';
import { createTally, tallyEvent, type RunningTally } from '../src/platform/messaging/tally.ts';
import { createTestClock } from './test-clock.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export const createTestTallies = () => {
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
    /** Every message of totals that a process has published. */
    busMessages,
    createProcess: (name: string): RunningTally =>
      createTally({ clock, bus, databaseNowMs: clock.now, process: name, log: quiet }),
  };
};
