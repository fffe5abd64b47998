/** An instant game's calls. */
import { readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
import { requirePlayer } from '@fairground/server/http/request-identity';
import { readFields, type AnyInstantGame } from '../../shared/instant/index.ts';
import { addHistoryRoute, addProofRoute, type GameRoutes } from '../routes.ts';
import type { InstantBets } from './bets.ts';

export const instantRoutes =
  (game: AnyInstantGame, { title, bets }: { title: string; bets: InstantBets }): GameRoutes =>
  async (app) => {
    const tags = [title];
    app.post(
      `/${game.id}/create`,
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'play', confirmsSession: true },
        schema: {
          tags,
          summary: 'Place a bet; answered with the outcome',
          body: game.bodySchema,
          response: { 201: game.answerSchema },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const choice = readFields(game.choice, request.body);
        if (choice === null) return sendProblem(reply, 'invalid_request');
        const { amount: stakeCoins } = request.body;
        return sendCommitted(reply, await bets.place({ ...operation.value, stakeCoins, choice }));
      },
    );

    addHistoryRoute(app, {
      path: `/${game.id}/userHistory`,
      tags,
      summary: "The player's newest bets",
      schema: game.historySchema,
      read: bets.history,
    });

    addProofRoute(app, {
      game: game.id,
      param: 'id',
      summary: 'What is needed to check a bet',
      schema: game.proofSchema,
      find: async (id) => (await bets.find(id))?.proof,
    });
  };
