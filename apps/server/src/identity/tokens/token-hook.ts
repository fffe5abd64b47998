/**
 * What programs may call: a route is refused to access tokens unless its definition names the scope that it takes, so
 * that a new route is closed to them until somebody decides otherwise.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../http/problem.ts';
import { hasTokenInAddress } from '../../http/request-path.ts';
import { sendRefusal } from '../../http/refusals.ts';
import type { Bots, TokensService } from './service.ts';

const addressText =
  'An access token belongs in the Authorization header. Addresses are logged on their way: end this token.';

/** For `hooks` of the application, after the one that identifies the caller. */
export const tokenHook =
  ({ admit, mark }: Pick<TokensService, 'admit'> & Pick<Bots, 'mark'>) =>
  (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) => {
      if (hasTokenInAddress(request.url)) return sendProblem(reply, 'invalid_request', addressText);
      return admitProgram(request, reply);
    });
    // The callers of some routes are identified later.
    app.addHook('preValidation', async (request, reply) =>
      request.routeOptions.config?.received === undefined ? undefined : admitProgram(request, reply),
    );
    const admitProgram = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if (request.identity?.program === undefined) return undefined;
      const admitted = await admit(request.identity, request.routeOptions.config.tokenScope);
      return admitted.ok ? undefined : sendRefusal(reply, admitted);
    };
    // After validation: a request that is malformed plays nothing.
    app.addHook('preHandler', async ({ identity, routeOptions }) => {
      if (identity?.program === undefined || routeOptions.config.tokenScope !== 'play') return;
      await mark(identity.playerId);
    });
  };
