/** The newsletter's calls, open to visitors. */
import { newsletterBody, newsletterTokenBody } from '@fairground/contract/contact';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { FastifyReply } from 'fastify';
import { sendDone, sendRefusal } from '../../http/refusals.ts';
import { callsOf, ignoreForms, nothing } from '../../http/route-options.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import type { NewsletterService } from './service.ts';

const { open } = callsOf('Newsletter');

export const newsletterRoutes =
  (service: NewsletterService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(oneClickRoutes(service, siteUrl));

    app.post(
      '/newsletter',
      open('Subscribe', { 202: z.object({}) }, { body: newsletterBody }),
      async (request, reply) => {
        const { email, language = null } = request.body;
        const result = await service.subscribe({ email, language }, request.ip);
        return result.ok ? reply.code(202).send({}) : sendRefusal(reply, result);
      },
    );

    for (const action of ['confirm', 'unsubscribe'] as const) {
      app.post(
        `/newsletter/${action}`,
        open(action === 'confirm' ? 'Confirm with the token of the mail' : 'End the subscription', nothing, {
          body: newsletterTokenBody,
        }),
        async (request, reply) => sendDone(reply, await service[action](request.body.token)),
      );
    }
  };

/**
 * What the links of the subscribers' file lead to. No session is read, so that a press in a mail program needs none.
 */
const oneClickRoutes =
  (service: NewsletterService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    ignoreForms(app);
    const config = { isAnonymous: true };

    app.post(
      '/newsletter/one-click',
      open('End the subscription, for mail programs (RFC 8058)', nothing, {
        querystring: newsletterTokenBody,
        config,
      }),
      async (request, reply) => sendDone(reply, await service.unsubscribe(request.query.token)),
    );

    app.get(
      '/newsletter/one-click',
      open(
        'Where a mail program opens that link in a browser: leads to a page that ends the subscription',
        { 303: z.null() },
        { querystring: newsletterTokenBody, config },
      ),
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
