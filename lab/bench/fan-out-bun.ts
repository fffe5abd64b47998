/** The Bun server of the fan-out benchmark, run by Bun, with every client subscribed to one topic. */
import { serveMeasurements, createFlightMessage } from './lib/measured-server.ts';

/** The parts of Bun used here: its own types conflict with those of Node. */
interface Bun {
  serve(options: {
    port: number;
    hostname: string;
    fetch(request: Request, server: BunServer): Response | undefined;
    websocket: { open(socket: { subscribe(topic: string): void }): void; message(): void };
  }): BunServer;
  gc(synchronous: true): void;
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

serveMeasurements({
  port: () => server.port,
  publish: () =>
    server.publish(topic, JSON.stringify({ ...createFlightMessage(), timestamp: new Date().toISOString() })),
  collectGarbage: () => bun.gc(true),
});
