/** GET /metrics: on a separate port if one is configured, else on the main port for loopback clients only. */
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createServer } from '../platform/node-http.ts';
import { onAnswered } from './answered.ts';
import { isLoopback } from './client-address.ts';
import { sendProblem } from './problem.ts';

/** Measures every request by its route pattern, and how long those waited that are judged by when they arrived. */
export const measureRequests =
  (metrics: Metrics, clock: Pick<Clock, 'monotonic'>) =>
  (app: FastifyInstance): void => {
    onAnswered(app, (request, reply) => {
      const { url: route = 'page', config } = request.routeOptions;
      metrics.recordRequest({
        method: request.method,
        route,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1_000,
      });
      if (config.received !== undefined && request.receivedAt > 0)
        metrics.recordArrivalWait(route, (clock.monotonic() - request.receivedAt) / 1_000);
    });
  };

/** A request through a proxy is not from loopback, although its last hop is. */
export const serveMetricsOnMainPort =
  (metrics: Metrics) =>
  (app: FastifyInstance): void => {
    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      const isOwn =
        isLoopback(request.socket.remoteAddress) && request.headers['x-forwarded-for'] === undefined;
      if (!isOwn) return sendProblem(reply, 'not_found');
      const { contentType, body } = await metrics.render();
      return reply.type(contentType).send(body);
    });
  };

export const serveMetricsAlone = async (
  metrics: Metrics,
  { host, port }: { host: string; port: number },
  log: Logger,
): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.render().then(
      ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be rendered');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
};
