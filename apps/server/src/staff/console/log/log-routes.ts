/** The log of every act, by whom, with what it changed. */
import { logAnswer, logQuery, type LogAnswer } from '@fairground/contract/console/staff';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../../platform/database/database.ts';
import { readLogPage } from './sql/log-pages.sql.ts';

const pageSize = 50;

export const logRoutes =
  ({ query }: Pick<Database, 'query'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/log',
      { schema: { querystring: logQuery, response: { 200: logAnswer } } },
      async (request): Promise<LogAnswer> => {
        const { before } = request.query;
        const rows = await readLogPage.run(query, {
          below: before === undefined ? null : BigInt(before),
          maxRows: pageSize + 1,
        });
        return { entries: rows.slice(0, pageSize).map(toEntry), more: rows.length > pageSize };
      },
    );
  };

type Json = Record<string, unknown>;

export const toEntry = (row: RowOf<typeof readLogPage>): LogAnswer['entries'][number] => ({
  id: String(row.id),
  at: row.at.toISOString(),
  staff: row.staff,
  command: row.command,
  details: row.details as Json,
  before: row.before as Json | null,
  after: row.after as Json | null,
});
