/** The switch of maintenance, for operators. */
import { startMaintenanceBody } from '@fairground/contract/console/maintenance';
import { refuse } from '@fairground/contract/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { endMaintenance, startMaintenance } from '../../acts/maintenance.ts';
import { sendRefusal } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import type { Database } from '../../../platform/database/database.ts';
import { staffOf } from '../console-hook.ts';

export const maintenanceRoutes =
  (database: Pick<Database, 'transaction'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/maintenance/start',
      { schema: { body: startMaintenanceBody, response: nothing } },
      async (request, reply) => {
        const { staffId } = staffOf(request);
        if (await startMaintenance(database, request.body, { staffId })) return reply.code(204).send(null);
        return sendRefusal(reply, refuse('already_taken', 'The site is in maintenance already.'));
      },
    );

    app.post('/maintenance/end', { schema: { response: nothing } }, async (request, reply) => {
      const { staffId } = staffOf(request);
      if (await endMaintenance(database, { staffId })) return reply.code(204).send(null);
      return sendRefusal(reply, refuse('already_taken', 'The site is not in maintenance.'));
    });
  };
