/** The subscribers of the newsletter: how many they are, and a file of them for a mailing tool. */
import { subscribersAnswer } from '@fairground/contract/console/newsletter';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { logCommand } from '../../acts/log.ts';
import type { Database } from '../../../platform/database/database.ts';
import { countSubscribers } from '../../../content/newsletter/sql/subscribers.sql.ts';
import { readSubscribersFile } from '../../../content/newsletter/subscribers-file.ts';
import { staffOf } from '../console-hook.ts';

export const newsletterRoutes =
  ({ query }: Pick<Database, 'query'>, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/newsletter', { schema: { response: { 200: subscribersAnswer } } }, async () => {
      const row = await countSubscribers.first(query);
      return { confirmed: Number(row?.confirmed ?? 0), spanish: Number(row?.spanish ?? 0) };
    });

    app.get(
      '/newsletter/subscribers.csv',
      { schema: { response: { 200: z.string() } } },
      async (request, reply) => {
        const { count, csv } = await readSubscribersFile(query, siteUrl());
        await logCommand(query, 'subscribers', { count }, { staffId: staffOf(request).staffId });
        (reply as FastifyReply)
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="subscribers.csv"')
          .send(csv);
        return reply;
      },
    );
  };
