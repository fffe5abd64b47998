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
import type { GameRoutes } from '@fairground/game-kit/server/calls';
import * as z from 'zod/mini';
import { coinCall, parseId } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { callsOf, readScope } from '@fairground/server/http/route-options';
import type { LotteryService } from './service.ts';

const { open, player } = callsOf('Lottery');
const fairness = callsOf('Fairness');

export const lotteryRoutes =
  (service: LotteryService): GameRoutes =>
  async (app) => {
    app.get(
      '/lottery',
      open('The next draw, the latest, and the tiers', { 200: lotteryStatus }, { config: readScope }),
      async (_request, reply) => (await service.status()) ?? sendProblem(reply, 'unavailable'),
    );

    app.get(
      '/lottery/draws',
      open(
        'Past draws, newest first, 20 a page',
        { 200: lotteryDraws },
        { querystring: pageQuery, config: readScope },
      ),
      async (request) => service.pastDraws(request.query.pageNo),
    );

    app.post(
      '/lottery/create',
      player(
        'Buy a ticket',
        { 201: lotteryCreateAnswer },
        { body: lotteryCreateBody, config: { tokenScope: 'play', confirmsSession: true } },
      ),
      coinCall((operation, { body: { numbers, bid, drawId, clientSeed } }) =>
        service.buyTicket({
          ...operation,
          numbers,
          bidCoins: bid,
          drawId: drawId ?? null,
          ...(clientSeed === undefined ? {} : { clientSeed }),
        }),
      ),
    );

    app.get(
      '/ticket/userTickets/:userId',
      player(
        "A player's tickets, newest first, 10 a page",
        { 200: userTickets },
        { params: z.object({ userId: z.string() }), querystring: pageQuery, config: readScope },
      ),
      async (request) => {
        const playerId = parseId(request.params.userId);
        return playerId === undefined ? [] : service.tickets(playerId, request.query.pageNo);
      },
    );

    app.get(
      '/fairness/lottery/:drawId',
      fairness.open(
        'What is needed to check a draw',
        { 200: lotteryProofSchema },
        { params: z.object({ drawId: z.string() }), config: readScope },
      ),
      async (request, reply) =>
        (await service.findProof(request.params.drawId)) ?? sendProblem(reply, 'not_found'),
    );

    app.get(
      '/fairness/lottery/:drawId/tickets/:ticketId',
      fairness.open(
        "A ticket's proof that it was among those of its draw; from the close of sales on",
        { 200: ticketProofSchema },
        { params: z.object({ drawId: z.string(), ticketId: z.string() }), config: readScope },
      ),
      async (request, reply) => {
        const { drawId, ticketId } = request.params;
        const id = parseId(ticketId);
        const proof = id === undefined ? undefined : await service.findTicketProof(drawId, id);
        return proof ?? sendProblem(reply, 'not_found');
      },
    );
  };
