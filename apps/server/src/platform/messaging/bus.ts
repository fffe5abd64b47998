/**
 * Carries small messages to every process of the site. A message is handled on the process that sent it at
 * once and in any case, so each continues to serve its own players while the others cannot be reached.
 */
import type { Log } from '../logger.ts';

/** `sent` is what the publisher made the message from, where it is of this process and passed it. */
export type HandleMessage = (message: string, sent?: unknown) => void;

export interface Bus {
  /** Never throws. Events that other processes miss while they are unreachable are lost to them. */
  publish(channel: string, message: string, sent?: unknown): void;
  subscribe(channel: string, handle: HandleMessage): void;
  /** `away` while other processes cannot be reached. */
  state(): 'ok' | 'away';
  /** How often other processes were lost so far: it grows with each time that messages may have been missed. */
  outages(): number;
  /** Calls back at the beginning of each outage. */
  onOutage(run: () => void): void;
  close(): Promise<void>;
}

export type LocalBus = Pick<Bus, 'publish' | 'subscribe'>;

/** The complete bus of a site with one process. */
export function createInProcessBus(log: Log): Bus {
  const local = createLocalBus(log);
  let isOpen = true;
  return {
    publish: (...message) => isOpen && local.publish(...message),
    subscribe: local.subscribe,
    state: () => 'ok',
    outages: () => 0,
    onOutage: () => undefined,
    async close() {
      isOpen = false;
    },
  };
}

/** A handler that fails does not affect the others. */
export function createLocalBus(log: Log): LocalBus {
  const handlers = new Map<string, HandleMessage[]>();
  return {
    publish(channel, message, sent) {
      for (const handle of handlers.get(channel) ?? []) {
        try {
          handle(message, sent);
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
