/** Double Trouble's calls. */
import {
  doubleTroubleCreateAnswer,
  doubleTroubleCreateBody,
  doubleTroubleProofSchema,
  doubleTroubleStatusSchema,
  doubleTroubleUserHistory,
} from '@fairground/game-double-trouble/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { parseId, readCoinRequest, sendBadKey, sendCommitted } from '../../platform/coin-request.ts';
import { sendProblem } from '../../platform/problem.ts';
import { sendDetailedRefusal } from '../../platform/refusals.ts';
import { identityOf, requirePlayer } from '../../platform/request-identity.ts';
import type { DoubleTroubleService } from './service.ts';

const tags = ['Double Trouble'];

export const doubleTroubleRoutes =
  (service: DoubleTroubleService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/doubleTrouble/create',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Place a bet on the next draw',
          body: doubleTroubleCreateBody,
          response: { 201: doubleTroubleCreateAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation) return sendBadKey(reply);
        const { drawType, number, amount, drawId } = request.body;
        const wanted = drawId === undefined ? null : parseId(drawId);
        if (wanted === undefined) return sendProblem(reply, 'betting_closed');
        const answer = await service.placeBet({
          ...operation,
          drawType,
          number: number ?? null,
          stakeCoins: amount,
          drawId: wanted,
        });
        if ('ok' in answer) return sendDetailedRefusal(reply, { ...answer, path: 'number' });
        return sendCommitted(reply, answer);
      },
    );

    app.get(
      '/doubleTrouble/status',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'The newest draws, and the one that is next',
          response: { 200: doubleTroubleStatusSchema },
        },
      },
      async (_request, reply) => (await service.status()) ?? sendProblem(reply, 'unavailable'),
    );

    app.get(
      '/doubleTrouble/userHistory',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: "The player's newest 50 bets", response: { 200: doubleTroubleUserHistory } },
      },
      async (request) => service.userHistory(identityOf(request).playerId),
    );

    app.get(
      '/fairness/doubleTrouble/:drawId',
      {
        schema: {
          tags: ['Fairness'],
          summary: 'What is needed to check a draw',
          params: z.object({ drawId: z.string() }),
          response: { 200: doubleTroubleProofSchema },
        },
      },
      async (request, reply) => {
        const drawId = parseId(request.params.drawId);
        const proof = drawId === undefined ? undefined : await service.findProof(drawId);
        return proof ?? sendProblem(reply, 'not_found');
      },
    );
  };
