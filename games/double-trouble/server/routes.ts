/** Double Trouble's calls. */
import { refuse } from '@fairground/contract/errors';
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
} from '@fairground/game-kit/server/calls';
import { coinCall, parseId } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
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
      coinCall(async (operation, { body }) => {
        const { drawType, number, amount, drawId, clientSeed } = body;
        const wanted = drawId === undefined ? null : parseId(drawId);
        if (wanted === undefined) return refuse('betting_closed');
        return service.placeBet({
          ...operation,
          drawType,
          number: number ?? null,
          stakeCoins: amount,
          drawId: wanted,
          ...(clientSeed === undefined ? {} : { clientSeed }),
        });
      }),
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
