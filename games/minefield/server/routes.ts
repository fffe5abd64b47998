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
import { identityOf, requirePlayer } from '@fairground/server/http/request-identity';
import type { MinefieldService } from './service.ts';

const tags = ['Minefield'];

export const minefieldRoutes =
  (service: MinefieldService): GameRoutes =>
  async (app) => {
    app.post(
      '/mineField/create',
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'play', confirmsSession: true },
        schema: {
          tags,
          summary: 'Place a bid and begin a game',
          body: minefieldCreateBody,
          response: { 201: minefieldCreateAnswer },
        },
      },
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
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'play' },
        schema: {
          tags,
          summary: 'Turn a tile',
          body: minefieldRevealBody,
          response: { 200: minefieldRevealAnswer },
        },
      },
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
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'play' },
        schema: {
          tags,
          summary: 'Cash out, or abandon a game without gems',
          body: minefieldUpdateBody,
          response: { 200: minefieldUpdateAnswer },
        },
      },
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
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'The game in play with its revealed tiles; 204 where there is none',
          response: { 200: minefieldCurrent, 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const game = await service.findPlaying(identityOf(request).playerId);
        return game ?? reply.code(204).send();
      },
    );

    app.get(
      '/mineField/all',
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: "The player's newest games",
          querystring: minefieldHistoryQuery,
          response: { 200: minefieldHistory },
        },
      },
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
