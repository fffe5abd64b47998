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
import { identityOf, type RequestIdentity } from '../../http/request-identity.ts';
import { callsOf, ignoreForms, nothing, readScope } from '../../http/route-options.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import type { NoticesService } from './service.ts';
import type { PushSubscriptions } from './subscriptions.ts';
import type { UnsubscribeTokens } from './unsubscribe.ts';

const { open, player } = callsOf('Notices');

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
    const settingsOf = async (identity: RequestIdentity) => {
      const [settings, push] = await Promise.all([
        service.listSettings(identity.playerId),
        subscriptions.describe(identity),
      ]);
      return { ...settings, push: { ...push, publicKey: publicKey() } };
    };

    app.get(
      '/user/notices',
      player(
        'The notices of the player, the newest first',
        { 200: noticesAnswer },
        { querystring: noticesQuery, config: readScope },
      ),
      (request) => service.list(identityOf(request).playerId, request.query),
    );

    app.get(
      '/user/notices/unread',
      player('How many notices are unread', { 200: unreadNotices }, { config: readScope }),
      async (request) => ({ unread: await service.countUnread(identityOf(request).playerId) }),
    );

    app.post(
      '/user/notices/read',
      player(
        'Mark notices as read: up to one of them, or that one alone',
        { 200: unreadNotices },
        { body: readNoticesBody },
      ),
      async (request) => {
        const { playerId } = identityOf(request);
        const unread = await service.markRead(playerId, request.body);
        noticesChanged([playerId]);
        return { unread };
      },
    );

    app.get(
      '/user/notice-settings',
      player('What the player is notified of, and how', { 200: noticeSettingsAnswer }),
      (request) => settingsOf(identityOf(request)),
    );

    app.post(
      '/user/notice-settings',
      player(
        'Choose or end one channel of one kind',
        { 200: noticeSettingsAnswer },
        { body: noticeSettingBody },
      ),
      async (request, reply) => {
        const identity = identityOf(request);
        const result = await service.changeSetting(identity.playerId, request.body);
        return result.ok ? reply.send(await settingsOf(identity)) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/user/push-subscription',
      player(
        'Send push messages to this browser, until the session ends',
        { 201: z.object({ id: z.string() }) },
        { body: pushSubscriptionBody },
      ),
      async (request, reply) =>
        sendResult(reply, await subscriptions.add(identityOf(request), request.body), 201),
    );

    app.delete(
      '/user/push-subscription',
      player('Send no more push messages to this browser', nothing),
      async (request, reply) => sendDone(reply, await subscriptions.remove(identityOf(request))),
    );
  };

const invalidLink = refuse('invalid_request', { detail: 'This link is not valid.', path: 'token' });

/** For everybody who has a token: no session is read, so that a press in a mail program needs none. */
const unsubscribeRoutes =
  ({ service, tokens, siteUrl }: NoticesRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    ignoreForms(app);
    const config = { isAnonymous: true };

    const unsubscribe = async (token: string): Promise<Result> => {
      const known = tokens.read(token);
      return known ? service.unsubscribe(known.playerId, known.kind, known.channel) : invalidLink;
    };
    const answer = async (reply: FastifyReply, token: string): Promise<FastifyReply> =>
      sendDone(reply, await unsubscribe(token));

    app.post(
      '/notices/unsubscribe',
      open('End messages of a kind, by the token of one of them', nothing, { body: unsubscribeBody, config }),
      async (request, reply) => {
        await answer(reply as FastifyReply, request.body.token);
        return reply;
      },
    );

    app.post(
      '/notices/one-click',
      open('The same for mail programs (RFC 8058)', nothing, { querystring: unsubscribeBody, config }),
      async (request, reply) => {
        await answer(reply as FastifyReply, request.query.token);
        return reply;
      },
    );

    app.get(
      '/notices/one-click',
      open(
        'Where a mail program opens that link in a browser: leads to a page with a button',
        { 303: z.null() },
        { querystring: unsubscribeBody, config },
      ),
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
