/** The blog, for those who write it. */
import {
  createPostBody,
  deletePostBody,
  postAnswer,
  postParams,
  postsAnswer,
  postTagsAnswer,
  previewPostAnswer,
  previewPostBody,
  publishPostBody,
  savePostAnswer,
  savePostBody,
} from '@fairground/contract/console/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendDone, sendResult } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { staffOf } from '../console-hook.ts';
import type { ConsolePostsService } from './service.ts';

/** A post in both languages, in characters of up to four bytes. */
const bodyLimit = 300_000;

export const postsRoutes =
  (service: ConsolePostsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/posts', { schema: { response: { 200: postsAnswer } } }, () => service.list());

    app.get('/post-tags', { schema: { response: { 200: postTagsAnswer } } }, async () => ({
      tags: await service.listTags(),
    }));

    app.get(
      '/posts/:slug',
      { schema: { params: postParams, response: { 200: postAnswer } } },
      async (request, reply) => sendResult(reply, await service.find(request.params.slug)),
    );

    app.post(
      '/posts',
      { schema: { body: createPostBody, response: { 201: savePostAnswer } }, bodyLimit },
      async (request, reply) => sendResult(reply, await service.create(staffOf(request), request.body), 201),
    );

    app.post(
      '/posts/:slug/save',
      { schema: { params: postParams, body: savePostBody, response: { 200: savePostAnswer } }, bodyLimit },
      async (request, reply) =>
        sendResult(reply, await service.save(staffOf(request), request.params.slug, request.body)),
    );

    app.post(
      '/posts/:slug/publish',
      { schema: { params: postParams, body: publishPostBody, response: nothing } },
      async (request, reply) =>
        sendDone(reply, await service.publish(staffOf(request), request.params.slug, request.body)),
    );

    app.post(
      '/posts/:slug/unpublish',
      { schema: { params: postParams, response: nothing } },
      async (request, reply) =>
        sendDone(reply, await service.unpublish(staffOf(request), request.params.slug)),
    );

    app.post(
      '/posts/:slug/delete',
      { schema: { params: postParams, body: deletePostBody, response: nothing } },
      async (request, reply) => {
        const { params, body } = request;
        return sendDone(reply, await service.remove(staffOf(request), params.slug, body.version));
      },
    );

    app.post(
      '/posts/preview',
      { schema: { body: previewPostBody, response: { 200: previewPostAnswer } }, bodyLimit },
      async (request) => service.preview(request.body),
    );
  };
