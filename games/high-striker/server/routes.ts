/** High Striker's calls. */
import { addHistoryRoute, addProofRoute, type GameRoutes } from '@fairground/game-kit/server';
import { readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
import { requirePlayer } from '@fairground/server/http/request-identity';
import { proofSchema, strikeAnswer, strikeBody, strikeHistory } from '../contract.ts';
import { parseTarget } from '../rules.ts';
import type { StrikerService } from './service.ts';

const tags = ['High Striker'];

export const strikerRoutes =
  (service: StrikerService): GameRoutes =>
  async (app) => {
    app.post(
      '/highStriker/create',
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'play', confirmsSession: true },
        schema: {
          tags,
          summary: 'Strike for a target; answered with the outcome',
          body: strikeBody,
          response: { 201: strikeAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const targetHundredths = parseTarget(request.body.target);
        if (targetHundredths === null) return sendProblem(reply, 'invalid_request');
        const { amount: stakeCoins } = request.body;
        return sendCommitted(
          reply,
          await service.strike({ ...operation.value, stakeCoins, targetHundredths }),
        );
      },
    );

    addHistoryRoute(app, {
      path: '/highStriker/userHistory',
      tags,
      summary: "The player's ten newest strikes",
      schema: strikeHistory,
      read: service.history,
    });

    addProofRoute(app, {
      game: 'highStriker',
      param: 'id',
      summary: 'What is needed to check a strike',
      schema: proofSchema,
      find: service.findProof,
    });
  };
