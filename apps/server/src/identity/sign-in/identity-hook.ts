/**
 * Sets `request.identity` from the bearer token or the session cookie, and refuses unsafe requests
 * that another site could have made in a player's name. An access token comes as a bearer token alone, and one that is
 * not valid is refused on public calls too, so that a program learns of it with its first call.
 */
import { tokenPrefix } from '@fairground/contract/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../http/problem.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { retryWhileBusy } from '../../platform/database/database.ts';
import { noteSecurityEvent } from '../../http/security-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FindEndedSession, FindSession, RecallSession } from './session-lookup.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without identifying the caller, and so without a query. */
    isAnonymous?: boolean;
  }
}

const invalidTokenText = 'This access token is not valid: it was ended, or it has expired.';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * For `hooks` of the application: works on every route under /api that is not marked as anonymous. The matched
 * route decides, never the URL as it was sent: `/%61pi/` and `http://host/api/` lead to the same routes.
 */
export const identityHook =
  ({
    findSession,
    recallSession,
    forgetSession,
    findToken,
    findEnded,
    clock,
    cookieName,
    allowedOrigins,
  }: {
    findSession: FindSession;
    recallSession: RecallSession;
    /** For a recalled session that has ended. */
    forgetSession: (sessionId: bigint) => void;
    /** Finds access tokens. */
    findToken: FindSession;
    /** Finds ended sessions and access tokens, for calls that are judged by when they arrived. */
    findEnded: FindEndedSession;
    clock: Pick<Clock, 'monotonic'>;
    cookieName: () => string;
    /** Origins whose pages may use the cookie. */
    allowedOrigins: () => ReadonlySet<string>;
  }) =>
  (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) => {
      const { url: route, config } = request.routeOptions;
      if (route?.startsWith('/api/') !== true || config.isAnonymous === true) return undefined;
      const bearer = bearerToken(request);
      const cookie = request.cookies[cookieName()];
      if (bearer === undefined && !safeMethods.has(request.method)) {
        const { origin } = request.headers;
        // Without a cookie the only risk is a login under another account: browsers name the origin then.
        const isForeign = origin === undefined ? cookie !== undefined : !allowedOrigins().has(origin);
        if (isForeign) return sendProblem(reply, 'forbidden_origin');
      }
      return config.received === undefined ? identify(request, reply, find) : undefined;
    });
    app.addHook('preValidation', async (request, reply) =>
      request.routeOptions.config?.received === undefined
        ? undefined
        : identify(request, reply, findAsOf(request)),
    );

    app.addHook('onSend', (request, reply, _payload, done) => {
      if (request.identity?.isUnconfirmed === true && reply.statusCode === 401) {
        forgetSession(request.identity.sessionId);
        noteSecurityEvent(request, 'token');
      }
      done();
    });

    const find = (token: string, isAccessToken: boolean): ReturnType<FindSession> =>
      isAccessToken ? findToken(token) : findSession(token);
    /** Whose token it was when the request arrived. */
    const findAsOf =
      ({ receivedAt }: FastifyRequest): typeof find =>
      (...token) =>
        retryWhileBusy(
          async () => (await find(...token)) ?? (await findEnded(token[0], clock.monotonic() - receivedAt)),
        );

    const recall = (
      { headers, routeOptions }: FastifyRequest,
      token: string,
      isAccessToken: boolean,
    ): RequestIdentity | undefined => {
      const confirmsSession =
        routeOptions.config?.confirmsSession === true && headers['idempotency-key'] !== undefined;
      const recalled = confirmsSession && !isAccessToken ? recallSession(token) : undefined;
      return recalled && { ...recalled, isUnconfirmed: true };
    };

    const identify = async (request: FastifyRequest, reply: FastifyReply, by: typeof find) => {
      const bearer = bearerToken(request);
      const token = bearer ?? request.cookies[cookieName()];
      if (token === undefined) return undefined;
      const isAccessToken = bearer?.startsWith(tokenPrefix) === true;
      request.identity = recall(request, token, isAccessToken) ?? (await by(token, isAccessToken)) ?? null;
      if (request.identity !== null)
        return isOfShownPlayer(request, request.identity) ? undefined : sendProblem(reply, 'session_changed');
      noteSecurityEvent(request, 'token');
      return isAccessToken ? sendProblem(reply, 'not_signed_in', invalidTokenText) : undefined;
    };
  };

/**
 * Another tab may have signed in somebody else while a page stood still: what the page shows, and what is pressed on
 * it, are still its player's. Without a session nothing is done in anybody's name, so the call itself decides.
 */
const isOfShownPlayer = ({ method, headers }: FastifyRequest, { playerId }: RequestIdentity): boolean => {
  const shown = headers['x-player'];
  return shown === undefined || safeMethods.has(method) || shown === String(playerId);
};

const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
