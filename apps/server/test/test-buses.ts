/** The buses of several processes, without a message server: what one publishes is handled by all that are reached. */
import { createLocalBus } from '../src/platform/messaging/bus.ts';
import { createEventBus, type EventBus } from '../src/platform/messaging/event-bus.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export interface TestBus extends EventBus {
  /** While it is true, this process reaches no other, and none reaches it. */
  isAway: boolean;
}

export const createTestBuses = () => {
  const ends: { local: ReturnType<typeof createLocalBus>; bus: TestBus }[] = [];
  const messages: string[] = [];
  return {
    /** Every message that a process has published while it reached others. */
    messages,
    createBus(): TestBus {
      const local = createLocalBus(quiet);
      const bus: TestBus = {
        isAway: false,
        ...createEventBus({
          bus: {
            subscribe: local.subscribe,
            publish(channel, message, sent) {
              local.publish(channel, message, sent);
              if (bus.isAway) return;
              messages.push(message);
              for (const end of ends) {
                if (end.bus !== bus && !end.bus.isAway) end.local.publish(channel, message);
              }
            },
          },
          log: quiet,
          recordIgnored: () => undefined,
        }),
      };
      ends.push({ local, bus });
      return bus;
    },
  };
};
