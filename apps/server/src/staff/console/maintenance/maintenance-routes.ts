/** The switch of maintenance, for operators. */
import { startMaintenanceBody } from '@fairground/contract/console/maintenance';
import { refuse } from '@fairground/contract/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { endMaintenance, startMaintenance } from '../../acts/maintenance.ts';
import { sendRefusal } from '../../../http/refusals.ts';
import type { Database } from '../../../platform/database/database.ts';
import { staffOf } from '../console-hook.ts';

export const maintenanceRoutes =
  (database: Pick<Database, 'transaction'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/maintenance/start',
      {
        schema: {
          summary: 'Take no stakes in any game; what runs finishes',
          body: startMaintenanceBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { staffId } = staffOf(request);
        if (await startMaintenance(database, request.body, { staffId })) return reply.code(204).send(null);
        return sendRefusal(reply, refuse('already_taken', 'The site is in maintenance already.'));
      },
    );

    app.post(
      '/maintenance/end',
      { schema: { summary: 'Take stakes again', response: { 204: z.null() } } },
      async (request, reply) => {
        const { staffId } = staffOf(request);
        if (await endMaintenance(database, { staffId })) return reply.code(204).send(null);
        return sendRefusal(reply, refuse('already_taken', 'The site is not in maintenance.'));
      },
    );
  };
