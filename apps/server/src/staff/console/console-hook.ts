/**
 * Guards everything below /api/console/, whether or not it exists: before methods, types and bodies are looked at, so
 * that no response reveals what there is to callers without a session of the staff. What a role may do is in access.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../http/caller.ts';
import { decodePath, toRelativeUrl } from '../../http/request-path.ts';
import { sendProblem } from '../../http/problem.ts';
import { noteSecurityEvent } from '../../http/security-events.ts';
import type { ConsoleAccess } from './access.ts';
import type { StaffIdentity, StaffService } from './staff/service.ts';

export interface ConsoleGuardDeps {
  staff: Pick<StaffService, 'findSession' | 'touch'>;
  /** Whether the console may be used from the address at all. */
  isAllowedAddress: (address: string) => boolean;
  cookieName: () => string;
  /** Origins whose pages may use the cookie. */
  allowedOrigins: () => ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on calls of the console that passed its guard. */
    staff: StaffIdentity | null;
  }
  interface FastifyContextConfig {
    /** Set on the routes of the console. */
    console?: ConsoleAccess;
  }
}

const safeMethods = new Set(['GET', 'HEAD']);
export const roleText = 'This takes a staff account with another role.';

const isConsolePath = (url: string): boolean =>
  /^\/+api\/+console(\/|$)/i.test(decodePath(toRelativeUrl(url).path) ?? '');

export const consoleGuard =
  ({ staff, isAllowedAddress, cookieName, allowedOrigins }: ConsoleGuardDeps) =>
  (app: FastifyInstance): void => {
    app.decorateRequest('staff', null);

    const refuse = (
      request: FastifyRequest,
      reply: FastifyReply,
      ...problem: [code: 'not_signed_in' | 'forbidden_origin' | 'reauthentication_required', text?: string]
    ) => {
      noteSecurityEvent(request, 'console');
      return sendProblem(reply, ...problem);
    };

    const hasOwnOrigin = ({ method, headers: { origin } }: FastifyRequest): boolean =>
      safeMethods.has(method) || (origin !== undefined && allowedOrigins().has(origin));

    app.addHook('onRequest', async (request, reply) => {
      const access = request.routeOptions.config?.console;
      if (access === undefined && !isConsolePath(request.url)) return undefined;
      if (!isAllowedAddress(request.ip)) return refuse(request, reply, 'not_signed_in');
      if (access?.roles === 'open') {
        if (!hasOwnOrigin(request)) return refuse(request, reply, 'forbidden_origin');
        return isJson(request) ? undefined : refuse(request, reply, 'not_signed_in');
      }
      const token = readCookie(request.headers.cookie, cookieName());
      const session = token === null ? undefined : await staff.findSession(token, request.ip);
      if (!session) return refuse(request, reply, 'not_signed_in');
      if (!hasOwnOrigin(request)) return refuse(request, reply, 'forbidden_origin');
      const { isStale, ...identity } = session;
      const shown = request.headers['x-staff'];
      // As for players: the page may still show somebody else than who has signed in since, in another tab.
      if (!safeMethods.has(request.method) && shown !== undefined && shown !== identity.name)
        return sendProblem(reply, 'session_changed', `${identity.name} is signed in here now.`);
      request.staff = identity;
      if (access && !access.roles.includes(identity.role)) {
        return refuse(request, reply, 'reauthentication_required', roleText);
      }
      if (isStale && access?.isPolled !== true) await staff.touch(identity.sessionId);
      return undefined;
    });
  };

/** Another type would be refused with a status that shows that there is such a call. */
const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/** The caller of a route of the console. */
export const staffOf = (request: FastifyRequest): StaffIdentity => {
  if (!request.staff) throw new Error('the guard of the console must run before this handler');
  return request.staff;
};
