/** Messages of the contact page, for those who answer them. */
import {
  answerAnswer,
  answerBody,
  inboxAnswer,
  inboxQuery,
  messageAnswer,
} from '@fairground/contract/console/contact';
import { idParams } from '@fairground/contract/console/players';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendDone, sendResult } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { staffOf } from '../console-hook.ts';
import type { InboxService } from './service.ts';

export const inboxRoutes =
  (service: InboxService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/contact', { schema: { querystring: inboxQuery, response: { 200: inboxAnswer } } }, (request) =>
      service.list(staffOf(request), request.query.all === 'yes'),
    );

    app.get(
      '/contact/:id',
      { schema: { params: idParams, response: { 200: messageAnswer } } },
      async (request, reply) =>
        sendResult(reply, await service.show(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/contact/:id/answer',
      { schema: { params: idParams, body: answerBody, response: { 200: answerAnswer } } },
      async (request, reply) => {
        const { params, body } = request;
        return sendResult(reply, await service.answer(staffOf(request), BigInt(params.id), body));
      },
    );

    app.post(
      '/contact/:id/done',
      { schema: { params: idParams, response: nothing } },
      async (request, reply) =>
        sendDone(reply, await service.close(staffOf(request), BigInt(request.params.id))),
    );
  };
