/** The bus of a site with several processes, over Valkey or Redis. */
import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';
import { createLocalBus } from './bus.ts';
import type { Log } from '../logger.ts';
import { createValkeyClient } from './valkey-client.ts';

/** Does not wait for the server: the state is `away` until it is connected. Reconnects automatically. */
export function createValkeyBus({ url, log }: { url: string; log: Log }): Bus {
  const local = createLocalBus(log);
  // Distinguishes this process's own messages, which were handled already, from those of others.
  const sender = randomUUID();
  const publisher = createValkeyClient(url);
  const subscriber = createValkeyClient(url);
  const channels = new Set<string>();
  let isAway = true;
  let outages = 0;
  let isOpen = true;

  const receive = (text: string, channel: string): void => {
    const end = text.indexOf(' ');
    if (text.slice(0, end) !== sender) local.publish(channel, text.slice(end + 1));
  };
  const listen = (channel: string): void => {
    // A failure is reported by the connection itself, and its next `ready` subscribes again.
    subscriber.subscribe(channel, receive).catch(() => undefined);
  };

  const isReady = (): boolean => publisher.isReady && subscriber.isReady;
  for (const each of [publisher, subscriber]) {
    each.on('ready', () => {
      if (isAway && isReady()) log.info({}, 'connected to Valkey');
      if (isReady()) isAway = false;
    });
    each.on('error', (error: unknown) => {
      if (!isAway)
        log.warn({ err: error }, 'Valkey is unavailable: this process serves only its own players');
      if (!isAway) outages += 1;
      isAway = true;
    });
  }
  // The client restores its subscriptions automatically; this is for those that have not succeeded yet.
  subscriber.on('ready', () => channels.forEach(listen));
  for (const each of [publisher, subscriber]) {
    each.connect().catch((error: unknown) => {
      if (isOpen) log.warn({ err: error }, 'cannot connect to Valkey');
    });
  }

  return {
    publish(channel, message, sent) {
      if (!isOpen) return;
      local.publish(channel, message, sent);
      if (publisher.isReady) publisher.publish(channel, `${sender} ${message}`).catch(() => undefined);
    },
    subscribe(channel, handle) {
      local.subscribe(channel, handle);
      if (channels.has(channel)) return;
      channels.add(channel);
      if (subscriber.isReady) listen(channel);
    },
    state: () => (isReady() ? 'ok' : 'away'),
    outages: () => outages,
    async close() {
      isOpen = false;
      for (const each of [publisher, subscriber]) each.destroy();
    },
  };
}
