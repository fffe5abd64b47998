/** The lottery's calls. Draws and proofs are open to anyone, tickets to players who are signed in. */
import {
  lotteryCreateAnswer,
  lotteryCreateBody,
  lotteryDraws,
  lotteryProofSchema,
  lotteryStatus,
  pageQuery,
  ticketProofSchema,
  userTickets,
} from '../contract.ts';
import type { GameRoutes } from '@fairground/game-kit/server';
import * as z from 'zod/mini';
import { parseId, readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
import { requirePlayer } from '@fairground/server/http/request-identity';
import type { LotteryService } from './service.ts';

const tags = ['Lottery'];

export const lotteryRoutes =
  (service: LotteryService): GameRoutes =>
  async (app) => {
    app.get(
      '/lottery',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'The next draw, the latest, and the tiers',
          response: { 200: lotteryStatus },
        },
      },
      async (_request, reply) => (await service.status()) ?? sendProblem(reply, 'unavailable'),
    );

    app.get(
      '/lottery/draws',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Past draws, newest first, 20 a page',
          querystring: pageQuery,
          response: { 200: lotteryDraws },
        },
      },
      async (request) => service.pastDraws(request.query.pageNo),
    );

    app.post(
      '/lottery/create',
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'play', confirmsSession: true },
        schema: {
          tags,
          summary: 'Buy a ticket',
          body: lotteryCreateBody,
          response: { 201: lotteryCreateAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const { numbers, bid, drawId, clientSeed } = request.body;
        const bought = await service.buyTicket({
          ...operation.value,
          numbers,
          bidCoins: bid,
          drawId: drawId ?? null,
          ...(clientSeed === undefined ? {} : { clientSeed }),
        });
        return sendCommitted(reply, bought);
      },
    );

    app.get(
      '/ticket/userTickets/:userId',
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: "A player's tickets, newest first, 10 a page",
          params: z.object({ userId: z.string() }),
          querystring: pageQuery,
          response: { 200: userTickets },
        },
      },
      async (request) => {
        const playerId = parseId(request.params.userId);
        return playerId === undefined ? [] : service.tickets(playerId, request.query.pageNo);
      },
    );

    app.get(
      '/fairness/lottery/:drawId',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags: ['Fairness'],
          summary: 'What is needed to check a draw',
          params: z.object({ drawId: z.string() }),
          response: { 200: lotteryProofSchema },
        },
      },
      async (request, reply) =>
        (await service.findProof(request.params.drawId)) ?? sendProblem(reply, 'not_found'),
    );

    app.get(
      '/fairness/lottery/:drawId/tickets/:ticketId',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags: ['Fairness'],
          summary: "A ticket's proof that it was among those of its draw; from the close of sales on",
          params: z.object({ drawId: z.string(), ticketId: z.string() }),
          response: { 200: ticketProofSchema },
        },
      },
      async (request, reply) => {
        const { drawId, ticketId } = request.params;
        const id = parseId(ticketId);
        const proof = id === undefined ? undefined : await service.findTicketProof(drawId, id);
        return proof ?? sendProblem(reply, 'not_found');
      },
    );
  };
