/** The bus of a site with several processes, over Valkey or Redis. */
import { randomUUID } from 'node:crypto';
import { ErrorReply } from 'redis';
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
const listenAgainMs = 1_000;
/** Longer than this process may pause: its own pause would end the connection, see `createValkeyClient`. */
const givenUpAfterMs = 3_000;

/** Does not wait for the server: the state is `away` until it is connected. Reconnects automatically. */
export function createValkeyBus({
  url,
  site,
  log,
  clock,
}: {
  url: string;
  /** Without spaces and slashes. A server may carry several sites: the number of a database separates no messages. */
  site?: string | undefined;
  log: Log;
  clock: Pick<Clock, 'monotonic' | 'setInterval'>;
}): Bus {
  const local = createLocalBus(log);
  // Distinguishes this process's own messages, which were handled already, from those of others.
  const sender = site === undefined ? randomUUID() : `${site}/${randomUUID()}`;
  const publisher = createValkeyClient(url, { givenUpAfterMs });
  const subscriber = createValkeyClient(url, { givenUpAfterMs });
  /** How long a ping on each connection has gone unanswered; undefined where none waits. */
  const pinged = [publisher, subscriber].map((client) => ({
    client,
    unansweredMs: undefined as number | undefined,
  }));
  const channels = new Set<string>();
  /** Channels to which the server does not let this user listen, or publish. */
  const deaf = new Set<string>();
  const mute = new Set<string>();
  let isAway = true;
  /** Why, as far as it was logged. */
  const reasons = new Set<string>();
  let outages = 0;
  let isOpen = true;
  const outageHandlers: (() => void)[] = [];

  const receive = (text: string, channel: string): void => {
    const end = text.indexOf(' ');
    const from = text.slice(0, end);
    // An older version names no site.
    const isOfOtherSite = site !== undefined && from.includes('/') && !from.startsWith(`${site}/`);
    if (from !== sender && !isOfOtherSite) local.publish(channel, text.slice(end + 1));
  };
  const listen = (channel: string): void => {
    subscriber.subscribe(channel, receive).then(
      () => {
        if (deaf.delete(channel)) found();
      },
      (error: unknown) => {
        // Any other failure is reported by the connection itself, and its next `ready` subscribes again.
        if (!(error instanceof ErrorReply)) return;
        deaf.add(channel);
        lost(error);
      },
    );
  };
  const speak = (channel: string, text: string): void => {
    publisher.publish(channel, text).then(
      () => {
        if (mute.delete(channel)) found();
      },
      (error: unknown) => {
        if (!(error instanceof ErrorReply)) return;
        mute.add(channel);
        lost(error);
      },
    );
  };

  const isReady = (): boolean =>
    deaf.size + mute.size === 0 &&
    pinged.every(({ client, unansweredMs = 0 }) => client.isReady && unansweredMs < silentAfterMs);
  const found = (): void => {
    if (!isReady()) return;
    if (isAway) log.info({}, 'connected to Valkey');
    isAway = false;
    reasons.clear();
  };
  const lost = (reason: unknown): void => {
    // A wrong password, say, is told once, also where the server was never there.
    const text = String(reason);
    if (!reasons.has(text)) {
      log.warn({ err: reason }, 'Valkey is unavailable: this process serves only its own players');
      reasons.add(text);
    }
    if (isAway) return;
    outages += 1;
    isAway = true;
    for (const run of outageHandlers) run();
  };
  for (const each of [publisher, subscriber]) each.on('ready', found).on('error', lost);

  const runTime = createRunTime(clock.monotonic, pingEveryMs);
  let sinceListenedMs = 0;
  const pinging = clock.setInterval(() => {
    const passedMs = runTime.tick();
    // Until the user's rights are changed.
    if (subscriber.isReady && (sinceListenedMs += passedMs) >= listenAgainMs) {
      sinceListenedMs = 0;
      deaf.forEach(listen);
    }
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
      if (isOpen) lost(error);
    });
  }

  return {
    publish(channel, message, sent) {
      if (!isOpen) return;
      local.publish(channel, message, sent);
      if (publisher.isReady) speak(channel, `${sender} ${message}`);
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
