/** The fan-out benchmark's side for Bun, run by Bun itself: its own server, and everybody subscribed to one topic. */
import { answerAs, flight } from './lib/fan-out-side.ts';

/** As much of Bun as this needs: its types would stand beside Node's, with which they do not agree. */
interface Bun {
  serve(options: {
    port: number;
    hostname: string;
    fetch(request: Request, server: BunServer): Response | undefined;
    websocket: { open(socket: { subscribe(topic: string): void }): void; message(): void };
  }): BunServer;
  gc(atOnce: true): void;
}
interface BunServer {
  port: number;
  upgrade(request: Request): boolean;
  publish(topic: string, message: string): void;
}

const { Bun: bun } = globalThis as unknown as { Bun: Bun };
const topic = 'aviator';
const server = bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, self) => (self.upgrade(request) ? undefined : new Response(null, { status: 404 })),
  websocket: { open: (socket) => socket.subscribe(topic), message() {} },
});

answerAs({
  port: () => server.port,
  publish: () => server.publish(topic, JSON.stringify({ ...flight(), timestamp: new Date().toISOString() })),
  collectGarbage: () => bun.gc(true),
});
