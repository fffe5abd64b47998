/** A live server that a test plays: it sends what the site would, and the site itself is not connected. */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface LiveServer {
  /** Pushes a message that reports success. */
  push(type: string, data: object): void;
  /** Pushes a message that reports a failure, as when the database is unavailable. */
  fail(type: string): void;
}

interface LiveRequest {
  type: string;
  requestId: string;
}

const send = (socket: WebSocketRoute, type: string, payload: object, requestId?: string): void =>
  socket.send(JSON.stringify({ type, payload, requestId, timestamp: new Date().toISOString() }));

const answerPing = ({ type }: LiveRequest): object | undefined =>
  type === 'ping' ? { success: true, data: { serverTime: new Date().toISOString() } } : undefined;

/**
 * Connects the page to the test. `respond` returns the payload of a response, or undefined for none. Pings are
 * answered by default. The function that is returned resolves once the page is listening.
 */
export const replaceLiveServer = async (
  page: Page,
  respond: (request: LiveRequest) => object | undefined = answerPing,
): Promise<() => Promise<LiveServer>> => {
  let resolveSocket: (socket: WebSocketRoute) => void;
  const subscribed = new Promise<WebSocketRoute>((resolve) => {
    resolveSocket = resolve;
  });
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.onMessage((message) => {
      const request = JSON.parse(String(message)) as LiveRequest;
      const payload = respond(request);
      if (payload !== undefined) send(socket, `${request.type}_response`, payload, request.requestId);
      // The page is listening by the time it subscribes to a topic.
      if (request.type === 'subscribe') resolveSocket(socket);
    });
  });
  return async () => {
    const socket = await subscribed;
    return {
      push: (type, data) => send(socket, type, { success: true, data }),
      fail: (type) => send(socket, type, { success: false, code: 'unavailable' }),
    };
  };
};
