/** Double Trouble's calls. */
import {
  doubleTroubleCreateAnswer,
  doubleTroubleCreateBody,
  doubleTroubleProofSchema,
  doubleTroubleStatusSchema,
  doubleTroubleUserHistory,
} from '../contract.ts';
import {
  addHistoryRoute,
  addInclusionRoute,
  addProofRoute,
  type GameRoutes,
} from '@fairground/game-kit/server';
import { parseId, readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
import { callsOf, readScope } from '@fairground/server/http/route-options';
import type { DoubleTroubleService } from './service.ts';

const { player } = callsOf('Double Trouble');

export const doubleTroubleRoutes =
  (service: DoubleTroubleService): GameRoutes =>
  async (app) => {
    app.post(
      '/doubleTrouble/create',
      player(
        'Place a bet on the next draw',
        { 201: doubleTroubleCreateAnswer },
        { body: doubleTroubleCreateBody, config: { tokenScope: 'play', confirmsSession: true } },
      ),
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const { drawType, number, amount, drawId, clientSeed } = request.body;
        const wanted = drawId === undefined ? null : parseId(drawId);
        if (wanted === undefined) return sendProblem(reply, 'betting_closed');
        const answer = await service.placeBet({
          ...operation.value,
          drawType,
          number: number ?? null,
          stakeCoins: amount,
          drawId: wanted,
          ...(clientSeed === undefined ? {} : { clientSeed }),
        });
        return sendCommitted(reply, answer);
      },
    );

    app.get(
      '/doubleTrouble/status',
      player(
        'The newest draws, and the one that is next',
        { 200: doubleTroubleStatusSchema },
        { config: readScope },
      ),
      async (_request, reply) => (await service.status()) ?? sendProblem(reply, 'unavailable'),
    );

    addHistoryRoute(app, {
      path: '/doubleTrouble/userHistory',
      tag: 'Double Trouble',
      summary: "The player's newest 50 bets",
      schema: doubleTroubleUserHistory,
      read: service.userHistory,
    });

    addProofRoute(app, {
      game: 'doubleTrouble',
      param: 'drawId',
      summary: 'What is needed to check a draw',
      schema: doubleTroubleProofSchema,
      find: service.findProof,
    });
    addInclusionRoute(app, { game: 'doubleTrouble', param: 'drawId', find: service.findInclusion });
  };
