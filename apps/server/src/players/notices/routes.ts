/** The calls about notices. */
import {
  noticesAnswer,
  noticeSettingBody,
  noticeSettingsAnswer,
  noticesQuery,
  pushSubscriptionBody,
  readNoticesBody,
  unsubscribeBody,
} from '@fairground/contract/notices';
import { unreadNotices } from '@fairground/contract/unread';
import { refuse, type Result } from '@fairground/contract/errors';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendDone, sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer, type RequestIdentity } from '../../http/request-identity.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import type { NoticesService } from './service.ts';
import type { PushSubscriptions } from './subscriptions.ts';
import type { UnsubscribeTokens } from './unsubscribe.ts';

const tags = ['Notices'];

export interface NoticesRoutesDeps {
  service: NoticesService;
  subscriptions: PushSubscriptions;
  tokens: UnsubscribeTokens;
  /** The site's key for push messages, in base64url. */
  publicKey: () => string;
  siteUrl: () => string;
  /** Called with a player who has read notices, so that their other pages follow. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
}

export const noticesRoutes =
  (deps: NoticesRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(playerRoutes(deps));
    await app.register(unsubscribeRoutes(deps));
  };

const playerRoutes =
  ({ service, subscriptions, publicKey, noticesChanged }: NoticesRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    const settingsOf = async (identity: RequestIdentity) => {
      const [settings, push] = await Promise.all([
        service.listSettings(identity.playerId),
        subscriptions.describe(identity),
      ]);
      return { ...settings, push: { ...push, publicKey: publicKey() } };
    };

    app.get(
      '/user/notices',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'The notices of the player, the newest first',
          querystring: noticesQuery,
          response: { 200: noticesAnswer },
        },
      },
      (request) => service.list(identityOf(request).playerId, request.query),
    );

    app.get(
      '/user/notices/unread',
      {
        config: { tokenScope: 'read' },
        schema: { tags, summary: 'How many notices are unread', response: { 200: unreadNotices } },
      },
      async (request) => ({ unread: await service.countUnread(identityOf(request).playerId) }),
    );

    app.post(
      '/user/notices/read',
      {
        schema: {
          tags,
          summary: 'Mark notices as read: up to one of them, or that one alone',
          body: readNoticesBody,
          response: { 200: unreadNotices },
        },
      },
      async (request) => {
        const { playerId } = identityOf(request);
        const unread = await service.markRead(playerId, request.body);
        noticesChanged([playerId]);
        return { unread };
      },
    );

    app.get(
      '/user/notice-settings',
      {
        schema: {
          tags,
          summary: 'What the player is notified of, and how',
          response: { 200: noticeSettingsAnswer },
        },
      },
      (request) => settingsOf(identityOf(request)),
    );

    app.post(
      '/user/notice-settings',
      {
        schema: {
          tags,
          summary: 'Choose or end one channel of one kind',
          body: noticeSettingBody,
          response: { 200: noticeSettingsAnswer },
        },
      },
      async (request, reply) => {
        const identity = identityOf(request);
        const result = await service.changeSetting(identity.playerId, request.body);
        return result.ok ? reply.send(await settingsOf(identity)) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/user/push-subscription',
      {
        schema: {
          tags,
          summary: 'Send push messages to this browser, until the session ends',
          body: pushSubscriptionBody,
          response: { 201: z.object({ id: z.string() }) },
        },
      },
      async (request, reply) =>
        sendResult(reply, await subscriptions.add(identityOf(request), request.body), 201),
    );

    app.delete(
      '/user/push-subscription',
      {
        schema: {
          tags,
          summary: 'Send no more push messages to this browser',
          response: { 204: z.null() },
        },
      },
      async (request, reply) => sendDone(reply, await subscriptions.remove(identityOf(request))),
    );
  };

const invalidLink = refuse('invalid_request', { detail: 'This link is not valid.', path: 'token' });

/** For everybody who has a token: no session is read, so that a press in a mail program needs none. */
const unsubscribeRoutes =
  ({ service, tokens, siteUrl }: NoticesRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    // Mail programs send a form; what it contains does not matter.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, undefined),
    );
    const config = { isAnonymous: true };

    const unsubscribe = async (token: string): Promise<Result> => {
      const known = tokens.read(token);
      return known ? service.unsubscribe(known.playerId, known.kind, known.channel) : invalidLink;
    };
    const answer = async (reply: FastifyReply, token: string): Promise<FastifyReply> => {
      return sendDone(reply, await unsubscribe(token));
    };

    app.post(
      '/notices/unsubscribe',
      {
        config,
        schema: {
          tags,
          summary: 'End messages of a kind, by the token of one of them',
          body: unsubscribeBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await answer(reply as FastifyReply, request.body.token);
        return reply;
      },
    );

    app.post(
      '/notices/one-click',
      {
        config,
        schema: {
          tags,
          summary: 'The same for mail programs (RFC 8058)',
          querystring: unsubscribeBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await answer(reply as FastifyReply, request.query.token);
        return reply;
      },
    );

    app.get(
      '/notices/one-click',
      {
        config,
        schema: {
          tags,
          summary: 'Where a mail program opens that link in a browser: leads to a page with a button',
          querystring: unsubscribeBody,
          response: { 303: z.null() },
        },
      },
      async (request, reply) => {
        const { token } = request.query;
        (reply as FastifyReply).redirect(
          mailedLink(siteUrl(), '/notices', { name: 'unsubscribe', token }),
          303,
        );
        return reply;
      },
    );
  };
