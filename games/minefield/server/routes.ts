/** Minefield's calls. */
import { refuse } from '@fairground/contract/errors';
import {
  minefieldCreateAnswer,
  minefieldCreateBody,
  minefieldCurrent,
  minefieldHistory,
  minefieldHistoryQuery,
  minefieldProofSchema,
  minefieldRevealAnswer,
  minefieldRevealBody,
  minefieldUpdateAnswer,
  minefieldUpdateBody,
} from '../contract.ts';
import { addProofRoute, type GameRoutes } from '@fairground/game-kit/server/calls';
import * as z from 'zod/mini';
import { coinCall, parseId } from '@fairground/server/http/coin-request';
import { identityOf } from '@fairground/server/http/request-identity';
import { callsOf, readScope } from '@fairground/server/http/route-options';
import type { MinefieldService } from './service.ts';

const { player } = callsOf('Minefield');

export const minefieldRoutes =
  (service: MinefieldService): GameRoutes =>
  async (app) => {
    app.post(
      '/mineField/create',
      player(
        'Place a bid and begin a game',
        { 201: minefieldCreateAnswer },
        { body: minefieldCreateBody, config: { tokenScope: 'play', confirmsSession: true } },
      ),
      coinCall((operation, { body: { difficulty, bidAmount } }) =>
        service.create({ ...operation, difficulty, stakeCoins: bidAmount }),
      ),
    );

    app.post(
      '/mineField/reveal',
      player(
        'Turn a tile',
        { 200: minefieldRevealAnswer },
        { body: minefieldRevealBody, config: { tokenScope: 'play' } },
      ),
      coinCall(async (operation, { body }) => {
        const gameId = parseId(body.id);
        if (gameId === undefined) return refuse('not_found');
        const { tileId } = body;
        return service.reveal({ ...operation, gameId, tileId });
      }),
    );

    app.post(
      '/mineField/update',
      player(
        'Cash out, or abandon a game without gems',
        { 200: minefieldUpdateAnswer },
        { body: minefieldUpdateBody, config: { tokenScope: 'play' } },
      ),
      coinCall(async (operation, { body }) => {
        const gameId = parseId(body.id);
        if (gameId === undefined) return refuse('not_found');
        const { gemsFound } = body;
        return service.update({ ...operation, gameId, gemsFound });
      }),
    );

    app.get(
      '/mineField/current',
      player(
        'The game in play with its revealed tiles; 204 where there is none',
        { 200: minefieldCurrent, 204: z.undefined() },
        { config: readScope },
      ),
      async (request, reply) => {
        const game = await service.findPlaying(identityOf(request).playerId);
        return game ?? reply.code(204).send();
      },
    );

    app.get(
      '/mineField/all',
      player(
        "The player's newest games",
        { 200: minefieldHistory },
        { querystring: minefieldHistoryQuery, config: readScope },
      ),
      async (request) => service.history(identityOf(request).playerId, request.query.limit),
    );

    addProofRoute(app, {
      game: 'mineField',
      param: 'id',
      summary: 'What is needed to check a game',
      schema: minefieldProofSchema,
      find: service.findProof,
    });
  };
