/** The blog's calls; reading is open to visitors. */
import {
  blogPostSchema,
  blogQuery,
  blogTagsAnswer,
  likeAnswer,
  likeBody,
  postQuery,
  tagsQuery,
} from '@fairground/contract/blog';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendProblem } from '../../http/problem.ts';
import { sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { BlogService } from './service.ts';

const tags = ['Blog'];
const params = z.object({ id: z.string() });

export const blogRoutes =
  (service: BlogService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/blog',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Posts, the newest first; of a search the best matches first',
          querystring: blogQuery,
          response: { 200: z.array(blogPostSchema) },
        },
      },
      async ({ query, identity, ip }, reply) => {
        const { limit, search } = query;
        const filter = {
          limit,
          before: query.before === undefined ? null : new Date(query.before),
          tag: query.tag ?? null,
          playerId: identity?.playerId ?? null,
          language: query.language ?? null,
        };
        if (search === undefined) return service.list(filter);
        return sendResult(reply, await service.search({ ...filter, search, address: ip }));
      },
    );

    app.get(
      '/blog/tags',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'The tags of all posts',
          querystring: tagsQuery,
          response: { 200: blogTagsAnswer },
        },
      },
      async ({ query }) => service.tags(query.language ?? null),
    );

    app.get(
      '/blog/:id',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'One post',
          params,
          querystring: postQuery,
          response: { 200: blogPostSchema },
        },
      },
      async ({ params: { id }, query, identity }, reply) =>
        (await service.find(id, {
          playerId: identity?.playerId ?? null,
          language: query.language ?? null,
        })) ?? sendProblem(reply, 'not_found', 'Post not found'),
    );

    app.post(
      '/blog/:id/like',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Like a post, or not',
          params,
          body: likeBody,
          response: { 200: likeAnswer },
        },
      },
      async (request, reply) => {
        const result = await service.like({
          slug: request.params.id,
          playerId: identityOf(request).playerId,
          liked: request.body.liked,
        });
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );
  };
