/** Aviator's calls. */
import {
  aviatorCashOutAnswer,
  aviatorCashOutBody,
  aviatorCreateAnswer,
  aviatorCreateBody,
  aviatorGlobalHistory,
  aviatorProofSchema,
  aviatorUserHistory,
} from '@fairground/game-aviator/contract';
import { parseHundredths } from '@fairground/game-aviator/rules';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { parseId, readCoinRequest, sendBadKey, sendCommitted } from '../../platform/coin-request.ts';
import { sendProblem } from '../../platform/problem.ts';
import { identityOf, requirePlayer } from '../../platform/request-identity.ts';
import type { AviatorService } from './service.ts';

const tags = ['Aviator'];

export const aviatorRoutes =
  (service: AviatorService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/aviator/create',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Place a bet',
          body: aviatorCreateBody,
          response: { 201: aviatorCreateAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation) return sendBadKey(reply);
        const { amount, autoCashOut, roundId } = request.body;
        const autoHundredths = autoCashOut == null ? null : parseHundredths(autoCashOut);
        if (autoCashOut != null && autoHundredths === null) return twoDecimals(reply, 'autoCashOut');
        const wanted = roundId === undefined ? null : parseId(roundId);
        if (wanted === undefined) return sendProblem(reply, 'betting_closed');
        const placed = await service.placeBet({
          ...operation,
          stakeCoins: amount,
          autoHundredths,
          roundId: wanted,
        });
        return sendCommitted(reply, placed);
      },
    );

    app.post(
      '/aviator/cashout',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Cash out',
          body: aviatorCashOutBody,
          response: { 200: aviatorCashOutAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation) return sendBadKey(reply);
        const askedHundredths = parseHundredths(request.body.crashMultiplier);
        if (askedHundredths === null) return twoDecimals(reply, 'crashMultiplier');
        const roundId = parseId(request.body.roundId);
        if (roundId === undefined) return sendProblem(reply, 'no_active_bet');
        const { receivedAt } = request;
        return sendCommitted(
          reply,
          await service.cashOut({ ...operation, roundId, askedHundredths, receivedAt }),
        );
      },
    );

    app.get(
      '/aviator/userHistory',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: "The player's newest 50 bets", response: { 200: aviatorUserHistory } },
      },
      async (request) => service.userHistory(identityOf(request).playerId),
    );

    app.get(
      '/aviator/globalHistory',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: 'The newest 50 crashes', response: { 200: aviatorGlobalHistory } },
      },
      async () => service.globalHistory(),
    );

    app.get(
      '/fairness/aviator/:roundId',
      {
        schema: {
          tags: ['Fairness'],
          summary: 'What is needed to check a round',
          params: z.object({ roundId: z.string() }),
          response: { 200: aviatorProofSchema },
        },
      },
      async (request, reply) => {
        const roundId = parseId(request.params.roundId);
        const proof = roundId === undefined ? undefined : await service.findProof(roundId);
        return proof ?? sendProblem(reply, 'not_found');
      },
    );
  };

const twoDecimals = (reply: FastifyReply, path: string) =>
  sendProblem(reply, 'invalid_request', 'A multiplier has at most two decimals.', [
    { path, message: 'At most two decimals.' },
  ]);
