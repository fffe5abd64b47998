/** The HTTP application: limits, headers, schemas, error map, and the modules' calls under /api. */
import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler, validatorCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { accepted } from '@fairground/contract/errors';
import { sendRefusal } from '../http/refusals.ts';
import { addressSubject } from '../platform/attempt-limiter.ts';
import type { RequestLimiter } from '../http/request-limiter.ts';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { isStorable } from '../platform/database/storable-text.ts';
import { findUnshowable } from '../platform/showable-text.ts';
import { createSampledWarning } from '../platform/sampled-warning.ts';
import { limitErrors } from '../http/field-errors.ts';
import { sendProblem } from '../http/problem.ts';
import { onAnswered } from '../http/answered.ts';
import { answerBrokenRequest } from '../http/broken-requests.ts';
import { installErrorMap } from '../http/error-map.ts';
import { leaveCallsOfGoneClients } from '../http/gone-clients.ts';
import { completeMethods } from '../http/other-methods.ts';
import { asksForSocket } from '../realtime/handshake.ts';
import { openApiOptions, type LiveDocument } from './open-api.ts';
import { toRoutableUrl } from '../http/request-path.ts';

const bodyLimitBytes = 64 * 1024;
/** What a page of the site may ask a browser for: passkeys, and nothing else of what has a permission. */
const permissionsPolicy = (
  'accelerometer camera display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts ' +
  'magnetometer microphone midi payment screen-wake-lock serial storage-access usb window-management ' +
  'xr-spatial-tracking'
)
  .split(' ')
  .map((name) => `${name}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ');
/** No URL is longer than the headers that Node reads. */
const maxUrlBytes = 16 * 1024;
const requestTimeoutMs = 15_000;
const headersTimeoutMs = 10_000;
/** How often Node checks for timed-out connections; its default of half a minute would be added to each limit. */
const slowCheckMs = 1_000;

export const buildApp = async ({
  settings,
  log,
  clock,
  requestLimiter,
  modules,
  live,
  guards = [],
  hooks,
  outside = [],
}: {
  settings: Settings;
  log: Logger;
  clock: Clock;
  /** Null lifts the limit. */
  requestLimiter: RequestLimiter | null;
  /** Plugins with routes under /api. */
  modules: readonly FastifyPluginAsyncZod[];
  /** What the document says of live messages. */
  live: LiveDocument;
  /** Installed before anything is looked up: what they refuse is refused whether or not it exists. */
  guards?: readonly ((app: FastifyInstance) => void)[];
  /** Installed before the modules: who is calling, measuring. */
  hooks: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Installed last: routes outside of /api, and the fallback where there is none. */
  outside?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: log,
    // Lines about a request contain it: a logger of its own for each would be made for nothing.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    http: { connectionsCheckingInterval: slowCheckMs, shouldUpgradeCallback: asksForSocket },
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    forceCloseConnections: 'idle',
    // The router would answer a long one in its own way; the schemas of the calls refuse it in ours.
    routerOptions: { maxParamLength: maxUrlBytes },
    rewriteUrl: ({ url = '/' }) => toRoutableUrl(url),
    // Ours carries the code of the contract: see below.
    return503OnClosing: false,
    // Set later, Fastify would load its own compilers first: a hundred modules. Its types allow no others here.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply, 'invalid_request'),
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = headersTimeoutMs;
  const warn = createSampledWarning(log, clock);
  installErrorMap(app, warn);
  acceptJsonOnly(app);
  const completeKnownMethods = completeMethods(app);
  refuseWhileClosing(app, clock);

  app.decorateRequest('identity', null);
  app.decorateRequest('receivedAt', 0);
  app.decorateRequest('answered', null);
  app.decorateRequest('security', null);
  app.addHook('preValidation', async (request, reply) => {
    request.receivedAt = clock.monotonic();
    request.answered = request.routeOptions.config?.received?.(request) ?? null;
    const { params, query, body, is404, routeOptions } = request;
    if (is404) return undefined;
    const unshowable = routeOptions.config?.isLogged === true ? undefined : findUnshowable(body);
    if (unshowable !== undefined) return sendUnshowable(reply, unshowable);
    return isStorable([params, query, body]) ? undefined : sendProblem(reply, 'invalid_request');
  });
  leaveCallsOfGoneClients(app);
  app.addHook('onSend', (request, reply, _payload, done) => {
    // With the answer, and not when the connection closes: the work of a call continues without its caller.
    request.answered?.();
    request.answered = null;
    // Nearly every answer depends on the caller; those that may be cached set the header themselves.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  onAnswered(app, (request, reply) => {
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    // While a dependency is unavailable every request fails: those lines are sampled.
    if (reply.statusCode === 503) warn(line, 'request refused');
    else if (reply.statusCode >= 500) log.warn(line, 'request failed');
    else log.debug(line, 'request');
  });

  const isHttps = settings.siteUrl(settings.port).startsWith('https:');
  // Built once: Fastify's own plugin for it builds all headers again for each request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Prerendered pages carry style attributes; style sheets are loaded from files only.
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...originsOf(settings.apiUrl, settings.socketUrl)],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
  // Before anything is looked up, whatever the request leads to; after the headers that every answer has.
  app.addHook('onRequest', async (request, reply) => {
    const attempt = requestLimiter?.take(addressSubject(request.ip)) ?? accepted;
    return attempt.ok ? undefined : sendRefusal(reply, attempt);
  });
  for (const guard of guards) guard(app);
  // Where pages and calls share an origin, no page of another one may read an answer.
  if (settings.apiUrl !== null) {
    await app.register(fastifyCors, {
      origin: [...settings.allowedOrigins(settings.port)],
      credentials: true,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'receipt', 'x-player'],
      exposedHeaders: ['idempotency-replayed', 'retry-after'],
      maxAge: 600,
    });
  }
  await app.register(fastifyCookie);
  await app.register(fastifySwagger, openApiOptions(live));
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  for (const hook of hooks) await hook(app);
  await app.register(
    async (api) => {
      for (const plugin of modules) await api.register(plugin);
    },
    { prefix: '/api' },
  );
  for (const install of outside) await install(app);
  completeKnownMethods();
  return app;
};

const sendUnshowable = (reply: FastifyReply, path: string): FastifyReply => {
  const message = 'Must not contain characters that cannot be shown.';
  const { detail, errors } = limitErrors([{ path, message }]);
  return sendProblem(reply, 'invalid_request', detail, errors);
};

const closeIdleEveryMs = 100;
/** What is left of the drain then is for the database and the other parts to end in order. */
const closeAllAfterMs = 8_000;

/** Requests on connections that are open while the site closes. */
const refuseWhileClosing = (app: FastifyInstance, clock: Clock): void => {
  let closing: Timer | undefined;
  let cutOff: Timer | undefined;
  app.addHook('preClose', async () => {
    // Connections that are idle now are closed once. One with a call in progress becomes idle later, and a client that
    // sends nothing more would delay the end until its keep-alive is over.
    closing = clock.setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs);
    // Once its server closes, Node no longer looks for clients that never send the rest of a request.
    cutOff = clock.setTimeout(() => app.server.closeAllConnections(), closeAllAfterMs);
  });
  // Hooks run from the last to the first: by now `listen` has waited for all connections.
  app.addHook('onClose', async () => {
    closing?.cancel();
    cutOff?.cancel();
  });
  app.addHook('onRequest', async (_request, reply) =>
    closing ? sendProblem(reply, 'unavailable') : undefined,
  );
};

/** A form or plain text from another site is refused; an empty body counts as no body. */
const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
};

/** As a content security policy names them. */
const originsOf = (...urls: readonly (string | null)[]): string[] => [
  ...new Set(
    urls
      .filter((url) => url !== null)
      .map((url) => {
        const { protocol, host } = new URL(url);
        return `${protocol}//${host}`;
      }),
  ),
];
