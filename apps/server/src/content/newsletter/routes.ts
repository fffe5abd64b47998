/** The newsletter's calls, open to visitors. */
import { newsletterBody, newsletterTokenBody } from '@fairground/contract/contact';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { FastifyReply } from 'fastify';
import { sendDone, sendRefusal } from '../../http/refusals.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import type { NewsletterService } from './service.ts';

const tags = ['Newsletter'];

export const newsletterRoutes =
  (service: NewsletterService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(oneClickRoutes(service, siteUrl));

    app.post(
      '/newsletter',
      { schema: { tags, summary: 'Subscribe', body: newsletterBody, response: { 202: z.object({}) } } },
      async (request, reply) => {
        const { email, language = null } = request.body;
        const result = await service.subscribe({ email, language }, request.ip);
        return result.ok ? reply.code(202).send({}) : sendRefusal(reply, result);
      },
    );

    for (const action of ['confirm', 'unsubscribe'] as const) {
      app.post(
        `/newsletter/${action}`,
        {
          schema: {
            tags,
            summary: action === 'confirm' ? 'Confirm with the token of the mail' : 'End the subscription',
            body: newsletterTokenBody,
            response: { 204: z.null() },
          },
        },
        async (request, reply) => sendDone(reply, await service[action](request.body.token)),
      );
    }
  };

/** What the links of the subscribers' file lead to. No session is read, so that a press in a mail program needs none. */
const oneClickRoutes =
  (service: NewsletterService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    // Mail programs send a form; what it contains does not matter.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, undefined),
    );
    const config = { isAnonymous: true };

    app.post(
      '/newsletter/one-click',
      {
        config,
        schema: {
          tags,
          summary: 'End the subscription, for mail programs (RFC 8058)',
          querystring: newsletterTokenBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => sendDone(reply, await service.unsubscribe(request.query.token)),
    );

    app.get(
      '/newsletter/one-click',
      {
        config,
        schema: {
          tags,
          summary:
            'Where a mail program opens that link in a browser: leads to a page that ends the subscription',
          querystring: newsletterTokenBody,
          response: { 303: z.null() },
        },
      },
      async (request, reply) => {
        const { token } = request.query;
        (reply as FastifyReply).redirect(
          mailedLink(siteUrl(), '/newsletter', {
            name: 'unsubscribe',
            token: encodeURIComponent(token.toWellFormed()),
          }),
          303,
        );
        return reply;
      },
    );
  };
