/** Aviator's calls. */
import {
  aviatorCashOutAnswer,
  aviatorCashOutBody,
  aviatorCreateAnswer,
  aviatorCreateBody,
  aviatorGlobalHistory,
  aviatorProofSchema,
  aviatorUserHistory,
} from '@fairground/contract/aviator';
import type { User } from '@fairground/contract/user';
import { parseHundredths } from '@fairground/games/aviator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { BatcherFull } from '../../ledger/batcher.ts';
import { hashBody, type CoinOperation, type Committed } from '../../ledger/commit-together.ts';
import { parseIdempotencyKey } from '../../platform/idempotency-key.ts';
import { sendProblem } from '../../platform/problem.ts';
import { identityOf, requirePlayer } from '../../platform/request-identity.ts';
import type { AviatorService } from './service.ts';

const biggestId = 9_223_372_036_854_775_807n;

/** Ids are opaque to clients; one that is no number of ours belongs to nothing. */
const parseId = (id: string): bigint | undefined => {
  if (!/^\d{1,19}$/.test(id)) return undefined;
  const value = BigInt(id);
  return value <= biggestId ? value : undefined;
};

const tags = ['Aviator'];

export const aviatorRoutes =
  (service: AviatorService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/aviator/create',
      {
        preHandler: requirePlayer,
        schema: {
          tags,
          summary: 'Place a bet',
          body: aviatorCreateBody,
          response: { 201: aviatorCreateAnswer },
        },
      },
      async (request, reply) => {
        const operation = readOperation(request);
        if (!operation) return badKey(reply);
        const { amount, autoCashOut, roundId } = request.body;
        const autoHundredths = autoCashOut == null ? null : parseHundredths(autoCashOut);
        if (autoCashOut != null && autoHundredths === null) return twoDecimals(reply, 'autoCashOut');
        const wanted = roundId === undefined ? null : parseId(roundId);
        if (wanted === undefined) return sendProblem(reply, 'betting_closed');
        return answer(
          reply,
          service.placeBet({ ...operation, stakeCoins: amount, autoHundredths, roundId: wanted }),
        );
      },
    );

    app.post(
      '/aviator/cashout',
      {
        preHandler: requirePlayer,
        schema: {
          tags,
          summary: 'Cash out',
          body: aviatorCashOutBody,
          response: { 200: aviatorCashOutAnswer },
        },
      },
      async (request, reply) => {
        const operation = readOperation(request);
        if (!operation) return badKey(reply);
        const askedHundredths = parseHundredths(request.body.crashMultiplier);
        if (askedHundredths === null) return twoDecimals(reply, 'crashMultiplier');
        const roundId = parseId(request.body.roundId);
        if (roundId === undefined) return sendProblem(reply, 'no_active_bet');
        const { receivedAt } = request;
        return answer(reply, service.cashOut({ ...operation, roundId, askedHundredths, receivedAt }));
      },
    );

    app.get(
      '/aviator/userHistory',
      {
        preHandler: requirePlayer,
        schema: { tags, summary: "The player's newest 50 bets", response: { 200: aviatorUserHistory } },
      },
      async (request) => service.userHistory(identityOf(request).playerId),
    );

    app.get(
      '/aviator/globalHistory',
      {
        preHandler: requirePlayer,
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

const readOperation = (request: FastifyRequest): CoinOperation | undefined => {
  const parsed = parseIdempotencyKey(request);
  if (!parsed.ok) return undefined;
  const { playerId } = identityOf(request);
  return {
    playerId,
    idempotency: parsed.key === undefined ? undefined : { key: parsed.key, bodyHash: hashBody(request.body) },
  };
};

const badKey = (reply: FastifyReply) =>
  sendProblem(reply, 'invalid_request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.');

const twoDecimals = (reply: FastifyReply, path: string) =>
  sendProblem(reply, 'invalid_request', 'A multiplier has at most two decimals.', [
    { path, message: 'At most two decimals.' },
  ]);

const answer = async (reply: FastifyReply, submitted: Promise<Committed<User>>): Promise<FastifyReply> => {
  let committed: Committed<User>;
  try {
    committed = await submitted;
  } catch (error) {
    if (error instanceof BatcherFull) return sendProblem(reply, 'unavailable');
    throw error;
  }
  if (committed.kind === 'refused') return sendProblem(reply, committed.code);
  if (committed.kind === 'replayed') reply.header('Idempotency-Replayed', 'true');
  const isProblem = committed.kind === 'replayed' && committed.status >= 400;
  return reply
    .code(committed.status)
    .type(isProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(committed.text);
};
