/** A span for each request, named by its route. The trace begins here: visitors cannot choose its ids. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activeTracer, type OpenSpan } from '../platform/telemetry/telemetry.ts';

/** For `hooks` of the application, as the first one: what the others do belongs to the request. */
export const traceRequests = (app: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const tracer = activeTracer();
    const { url: route = 'page', config } = request.routeOptions;
    // Health checks would outnumber everything else.
    if (tracer === undefined || (!request.is404 && config.isAnonymous === true)) return done();
    const span = tracer.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: null,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    spans.set(request, span);
    span.run(done);
  });
  // The body is read in callbacks of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': reply.statusCode },
      isError: reply.statusCode >= 500,
    });
    done();
  });
};
