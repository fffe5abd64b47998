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
import * as z from 'zod/mini';
import { sendDone, sendRefusal, sendResult } from '../../../http/refusals.ts';
import { staffOf } from '../console-hook.ts';
import type { ConsolePostsService } from './service.ts';

/** A post in both languages, in characters of up to four bytes. */
const bodyLimit = 300_000;

export const postsRoutes =
  (service: ConsolePostsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/posts', { schema: { summary: 'Drafts and posts', response: { 200: postsAnswer } } }, () =>
      service.list(),
    );

    app.get(
      '/post-tags',
      { schema: { summary: 'The tags that posts may have', response: { 200: postTagsAnswer } } },
      async () => ({ tags: await service.listTags() }),
    );

    app.get(
      '/posts/:slug',
      { schema: { summary: 'One draft', params: postParams, response: { 200: postAnswer } } },
      async (request, reply) => sendResult(reply, await service.find(request.params.slug)),
    );

    app.post(
      '/posts',
      {
        bodyLimit,
        schema: { summary: 'Begin a draft', body: createPostBody, response: { 201: savePostAnswer } },
      },
      async (request, reply) => sendResult(reply, await service.create(staffOf(request), request.body), 201),
    );

    app.post(
      '/posts/:slug/save',
      {
        bodyLimit,
        schema: {
          summary: 'Save a draft, unless there is a newer version',
          params: postParams,
          body: savePostBody,
          response: { 200: savePostAnswer },
        },
      },
      async (request, reply) => {
        const result = await service.save(staffOf(request), request.params.slug, request.body);
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/posts/:slug/publish',
      {
        schema: {
          summary: 'Publish this version, now or at a time',
          params: postParams,
          body: publishPostBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const result = await service.publish(staffOf(request), request.params.slug, request.body);
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/posts/:slug/unpublish',
      { schema: { summary: 'Publish no more', params: postParams, response: { 204: z.null() } } },
      async (request, reply) =>
        sendDone(reply, await service.unpublish(staffOf(request), request.params.slug)),
    );

    app.post(
      '/posts/:slug/delete',
      {
        schema: {
          summary: 'Delete a draft that was never published',
          params: postParams,
          body: deletePostBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        return sendDone(reply, await service.remove(staffOf(request), params.slug, body.version));
      },
    );

    app.post(
      '/posts/preview',
      {
        bodyLimit,
        schema: {
          summary: 'A text as its public page shows it',
          body: previewPostBody,
          response: { 200: previewPostAnswer },
        },
      },
      async (request) => service.preview(request.body),
    );
  };
