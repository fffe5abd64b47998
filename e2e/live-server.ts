/** The live connection in a test's hands: it says what the server would, and nothing comes in between. */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface LiveLine {
  /** Pushes a message that succeeds. */
  push(type: string, data: object): void;
  /** Pushes the failure of a message, as when the database is away. */
  fail(type: string): void;
}

interface Asked {
  type: string;
  requestId: string;
}

const say = (socket: WebSocketRoute, type: string, payload: object, requestId?: string): void =>
  socket.send(JSON.stringify({ type, payload, requestId, timestamp: new Date().toISOString() }));

/** Takes the line of the page; `answer` gives the payload of an answer, or nothing. Resolves once it is open. */
export const takeLine = async (
  page: Page,
  answer: (asked: Asked) => object | undefined = () => undefined,
): Promise<() => Promise<LiveLine>> => {
  let opened: (socket: WebSocketRoute) => void;
  const line = new Promise<WebSocketRoute>((resolve) => {
    opened = resolve;
  });
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.onMessage((message) => {
      const asked = JSON.parse(String(message)) as Asked;
      const payload = answer(asked);
      if (payload !== undefined) say(socket, `${asked.type}_response`, payload, asked.requestId);
      // The page listens by the time it has subscribed to something.
      if (asked.type === 'subscribe') opened(socket);
    });
  });
  return async () => {
    const socket = await line;
    return {
      push: (type, data) => say(socket, type, { success: true, data }),
      fail: (type) => say(socket, type, { success: false, code: 'unavailable' }),
    };
  };
};
