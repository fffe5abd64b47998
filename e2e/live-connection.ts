/** The page's live line in the hands of a test: it breaks, stays silent, or says what the test wants said. */
import type { Page, WebSocketRoute } from '@playwright/test';

interface Line {
  /** Says something in the site's place, once the page has a line that it speaks on and so listens to. */
  tell(message: string): Promise<void>;
  /** Keeps what the site says of these types from the page, so that a state stays as it is. */
  mute(types: RegExp): void;
  /** Lets the page hear the site again, beginning with what it missed. */
  unmute(): void;
  /** Breaks the line, and refuses each new one until it is mended. */
  cut(): Promise<void>;
  mend(): void;
  /** How often the page has opened it. */
  opened(): number;
}

/** To be called before the page is opened. */
export const holdLine = async (page: Page): Promise<Line> => {
  let line: WebSocketRoute | undefined;
  let isOpen = true;
  let opened = 0;
  let muted: RegExp | undefined;
  let missed: (string | Buffer)[] = [];
  const spoken = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (!isOpen) return void socket.close();
    opened += 1;
    line = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (muted?.test(String(message))) missed.push(message);
      else socket.send(message);
    });
    socket.onMessage((message) => {
      server.send(message);
      spoken.resolve();
    });
  });
  return {
    tell: async (message) => {
      await spoken.promise;
      line?.send(message);
    },
    mute: (types) => {
      muted = types;
    },
    unmute: () => {
      muted = undefined;
      for (const message of missed) line?.send(message);
      missed = [];
    },
    cut: async () => {
      isOpen = false;
      await line?.close();
    },
    mend: () => {
      isOpen = true;
    },
    opened: () => opened,
  };
};

/** A push that brings something. */
export const pushed = (type: string, data: object): string => envelope(type, { success: true, data });

/** A push that could not be made. */
export const failedPush = (type: string): string =>
  envelope(type, { success: false, message: 'The site is away.', code: 'unavailable' });

const envelope = (type: string, payload: object): string =>
  JSON.stringify({ type, payload, timestamp: new Date().toISOString() });
