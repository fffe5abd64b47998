/** /rounds/GAME/ID/picture.png: what a shared link of a round shows. Its address names the language, as that of the feed. */
import { roundLanguages } from '@fairground/contract/rounds';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../../http/problem.ts';
import type { Pictures } from './pictures.ts';
import type { RoundsService } from './service.ts';

const retryAfterSeconds = 5;

export const pictureRoutes =
  ({ rounds, pictures }: { rounds: Pick<RoundsService, 'find' | 'pictureOf'>; pictures: Pictures }) =>
  (app: FastifyInstance): void => {
    app.get<{ Params: { game: string; id: string }; Querystring: { language?: unknown } }>(
      '/rounds/:game/:id/picture.png',
      { schema: { hide: true } },
      async ({ params, query, ip }, reply) => {
        const round = await rounds.find(params.game, params.id);
        if (!round) return sendProblem(reply, 'not_found');
        const language = roundLanguages.find((each) => each === query.language) ?? 'en';
        const key = `${round.game}/${round.id}/${language}`;
        const picture = pictures.draw(key, () => rounds.pictureOf(round, language), ip);
        if (!picture) return sendProblem(reply.header('retry-after', retryAfterSeconds), 'unavailable');
        return (
          reply
            .type('image/png')
            .header('cache-control', 'public, max-age=86400')
            // Other sites show it next to the link.
            .header('cross-origin-resource-policy', 'cross-origin')
            .send(await picture)
        );
      },
    );
  };
