/** An instant game's calls. */
import { refuse } from '@fairground/contract/errors';
import { coinCall } from '@fairground/server/http/coin-request';
import { callsOf } from '@fairground/server/http/route-options';
import { readFields, type AnyInstantGame } from '../../shared/instant/index.ts';
import { addHistoryRoute, addProofRoute, type GameRoutes } from '../routes.ts';
import type { InstantBets } from './bets.ts';

export const instantRoutes =
  (game: AnyInstantGame, { title, bets }: { title: string; bets: InstantBets }): GameRoutes =>
  async (app) => {
    app.post(
      `/${game.id}/create`,
      callsOf(title).player(
        'Place a bet; answered with the outcome',
        { 201: game.answerSchema },
        { body: game.bodySchema, config: { tokenScope: 'play', confirmsSession: true } },
      ),
      coinCall(async (operation, { body }) => {
        const choice = readFields(game.choice, body);
        if (choice === null) return refuse('invalid_request');
        const { amount: stakeCoins } = body;
        return bets.place({ ...operation, stakeCoins, choice });
      }),
    );

    addHistoryRoute(app, {
      path: `/${game.id}/userHistory`,
      tag: title,
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
