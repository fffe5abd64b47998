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
import { sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { BlogService } from './service.ts';

const { open, player } = callsOf('Blog');
const params = z.object({ id: z.string() });

export const blogRoutes =
  (service: BlogService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/blog',
      open(
        'Posts, the newest first; of a search the best matches first',
        { 200: z.array(blogPostSchema) },
        { querystring: blogQuery, config: readScope },
      ),
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
      open('The tags of all posts', { 200: blogTagsAnswer }, { querystring: tagsQuery, config: readScope }),
      async ({ query }) => service.tags(query.language ?? null),
    );

    app.get(
      '/blog/:id',
      open('One post', { 200: blogPostSchema }, { params, querystring: postQuery, config: readScope }),
      async ({ params: { id }, query, identity }, reply) =>
        (await service.find(id, {
          playerId: identity?.playerId ?? null,
          language: query.language ?? null,
        })) ?? sendProblem(reply, 'not_found', 'Post not found'),
    );

    app.post(
      '/blog/:id/like',
      player('Like a post, or not', { 200: likeAnswer }, { params, body: likeBody }),
      async (request, reply) => {
        return sendResult(
          reply,
          await service.like({
            slug: request.params.id,
            playerId: identityOf(request).playerId,
            liked: request.body.liked,
          }),
        );
      },
    );
  };
