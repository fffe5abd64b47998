/**
 * Carries small messages to every process of the site. A message is handled on the process that sent it at
 * once and in any case, so each continues to serve its own players while the others cannot be reached.
 */
import type { Log } from './logger.ts';

export interface Bus {
  /** Never throws. Events that other processes miss while they are unreachable are lost to them. */
  publish(channel: string, message: string): void;
  subscribe(channel: string, handle: (message: string) => void): void;
  /** `away` while other processes cannot be reached. */
  state(): 'ok' | 'away';
  /** How often other processes were lost so far: it grows with each time that messages may have been missed. */
  outages(): number;
  close(): Promise<void>;
}

export type LocalBus = Pick<Bus, 'publish' | 'subscribe'>;

/** The complete bus of a site with one process. */
export function createInProcessBus(log: Log): Bus {
  const local = createLocalBus(log);
  let isOpen = true;
  return {
    publish: (channel, message) => isOpen && local.publish(channel, message),
    subscribe: local.subscribe,
    state: () => 'ok',
    outages: () => 0,
    async close() {
      isOpen = false;
    },
  };
}

/** A handler that fails does not affect the others. */
export function createLocalBus(log: Log): LocalBus {
  const handlers = new Map<string, ((message: string) => void)[]>();
  return {
    publish(channel, message) {
      for (const handle of handlers.get(channel) ?? []) {
        try {
          handle(message);
        } catch (error) {
          log.error({ err: error, channel }, 'a bus message could not be handled');
        }
      }
    },
    subscribe(channel, handle) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handle]);
    },
  };
}
