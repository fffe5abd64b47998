/** The bus of a site with several processes, over Valkey or Redis. */
import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';
import { createLocalBus } from './bus.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../logger.ts';
import { createRunTime } from '../run-time.ts';
import { createValkeyClient } from './valkey-client.ts';

/**
 * A server that hangs is held for away once a ping was not answered for this long while this process ran: sockets must
 * not outlive their sessions by more than a second because it says nothing. The connection is given up later.
 */
const silentAfterMs = 500;
const pingEveryMs = 125;
/** Longer than this process may pause: its own pause would end the connection, see `createValkeyClient`. */
const givenUpAfterMs = 3_000;

/** Does not wait for the server: the state is `away` until it is connected. Reconnects automatically. */
export function createValkeyBus({
  url,
  log,
  clock,
}: {
  url: string;
  log: Log;
  clock: Pick<Clock, 'monotonic' | 'setInterval'>;
}): Bus {
  const local = createLocalBus(log);
  // Distinguishes this process's own messages, which were handled already, from those of others.
  const sender = randomUUID();
  const publisher = createValkeyClient(url, { givenUpAfterMs });
  const subscriber = createValkeyClient(url, { givenUpAfterMs });
  /** How long a ping on each connection has gone unanswered; undefined where none waits. */
  const pinged = [publisher, subscriber].map((client) => ({
    client,
    unansweredMs: undefined as number | undefined,
  }));
  const channels = new Set<string>();
  let isAway = true;
  let outages = 0;
  let isOpen = true;
  const outageHandlers: (() => void)[] = [];

  const receive = (text: string, channel: string): void => {
    const end = text.indexOf(' ');
    if (text.slice(0, end) !== sender) local.publish(channel, text.slice(end + 1));
  };
  const listen = (channel: string): void => {
    // A failure is reported by the connection itself, and its next `ready` subscribes again.
    subscriber.subscribe(channel, receive).catch(() => undefined);
  };

  const isReady = (): boolean =>
    pinged.every(({ client, unansweredMs = 0 }) => client.isReady && unansweredMs < silentAfterMs);
  const found = (): void => {
    if (!isReady()) return;
    if (isAway) log.info({}, 'connected to Valkey');
    isAway = false;
  };
  const lost = (reason: unknown): void => {
    if (isAway) return;
    log.warn({ err: reason }, 'Valkey is unavailable: this process serves only its own players');
    outages += 1;
    isAway = true;
    for (const run of outageHandlers) run();
  };
  for (const each of [publisher, subscriber]) each.on('ready', found).on('error', lost);

  const runTime = createRunTime(clock.monotonic, pingEveryMs);
  const pinging = clock.setInterval(() => {
    const passedMs = runTime.tick();
    for (const each of pinged) {
      if (each.unansweredMs !== undefined) {
        each.unansweredMs += passedMs;
        if (each.unansweredMs >= silentAfterMs) lost(new Error('Valkey is silent'));
      } else if (each.client.isReady) {
        each.unansweredMs = 0;
        each.client
          .ping()
          .catch(() => undefined)
          .finally(() => {
            each.unansweredMs = undefined;
            found();
          });
      }
    }
  }, pingEveryMs);

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
    onOutage: (run) => void outageHandlers.push(run),
    async close() {
      isOpen = false;
      pinging.cancel();
      for (const each of [publisher, subscriber]) each.destroy();
    },
  };
}
