/** Minefield's calls. */
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
import { addProofRoute, type GameRoutes } from '@fairground/game-kit/server';
import * as z from 'zod/mini';
import { parseId, readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
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
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const { difficulty, bidAmount } = request.body;
        return sendCommitted(
          reply,
          await service.create({ ...operation.value, difficulty, stakeCoins: bidAmount }),
        );
      },
    );

    app.post(
      '/mineField/reveal',
      player(
        'Turn a tile',
        { 200: minefieldRevealAnswer },
        { body: minefieldRevealBody, config: { tokenScope: 'play' } },
      ),
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const gameId = parseId(request.body.id);
        if (gameId === undefined) return sendProblem(reply, 'not_found');
        const { tileId } = request.body;
        return sendCommitted(reply, await service.reveal({ ...operation.value, gameId, tileId }));
      },
    );

    app.post(
      '/mineField/update',
      player(
        'Cash out, or abandon a game without gems',
        { 200: minefieldUpdateAnswer },
        { body: minefieldUpdateBody, config: { tokenScope: 'play' } },
      ),
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const gameId = parseId(request.body.id);
        if (gameId === undefined) return sendProblem(reply, 'not_found');
        const { gemsFound } = request.body;
        return sendCommitted(reply, await service.update({ ...operation.value, gameId, gemsFound }));
      },
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
