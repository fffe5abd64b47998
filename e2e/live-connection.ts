/** The live connection of a page under a test's control: it can break, withhold messages, or deliver the test's own. */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface LiveConnection {
  /** Sends a message in place of the site, once the page has sent one itself and so is listening. */
  send(message: string): Promise<void>;
  /** Withholds messages of these types from the page, so that its state does not change. */
  mute(types: RegExp): void;
  /** Delivers messages again, beginning with those withheld. */
  unmute(): void;
  /** Breaks the connection, and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): void;
  /** Lets connections open only once what is returned is called. */
  hold(): () => void;
  /** The number of connections that the page has opened. */
  opened(): number;
}

/** To be called before the page is opened. */
export const controlLiveConnection = async (page: Page): Promise<LiveConnection> => {
  let connection: WebSocketRoute | undefined;
  let isAvailable = true;
  let opened = 0;
  let muted: RegExp | undefined;
  let withheld: (string | Buffer)[] = [];
  let held = Promise.resolve();
  const pageHasSent = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    if (!isAvailable) return void socket.close();
    await held;
    opened += 1;
    connection = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (muted?.test(String(message))) withheld.push(message);
      else socket.send(message);
    });
    socket.onMessage((message) => {
      server.send(message);
      pageHasSent.resolve();
    });
  });
  return {
    send: async (message) => {
      await pageHasSent.promise;
      connection?.send(message);
    },
    mute: (types) => {
      muted = types;
    },
    unmute: () => {
      muted = undefined;
      for (const message of withheld) connection?.send(message);
      withheld = [];
    },
    cut: async () => {
      isAvailable = false;
      await connection?.close();
    },
    restore: () => {
      isAvailable = true;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    opened: () => opened,
  };
};

/** A successful push. */
export const pushed = (type: string, data: object): string => envelope(type, { success: true, data });

/** A push that reports a failure. */
export const failedPush = (type: string): string =>
  envelope(type, { success: false, message: 'The site is unavailable.', code: 'unavailable' });

const envelope = (type: string, payload: object): string =>
  JSON.stringify({ type, payload, timestamp: new Date().toISOString() });
