/** The calls of advance tickets and of favourite numbers; each is for the player who calls. */
import type { GameRoutes } from '@fairground/game-kit/server';
import { parseId, readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
import { identityOf, requirePlayer } from '@fairground/server/http/request-identity';
import {
  advanceCancelAnswer,
  advanceCancelBody,
  advanceCreateAnswer,
  advanceCreateBody,
  advanceQuery,
  advanceTickets,
  favouriteBody,
  favouritesAnswer,
} from '../contract.ts';
import type { AdvanceService } from './advance-service.ts';
import type { FavouritesService } from './favourites.ts';

const tags = ['Lottery'];

export const advanceRoutes =
  (service: AdvanceService, favourites: FavouritesService): GameRoutes =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/lottery/advance',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: "The player's tickets for draws to come, soonest first, 100 a page",
          querystring: advanceQuery,
          response: { 200: advanceTickets },
        },
      },
      async (request) => {
        const { after } = request.query;
        const afterId = after === undefined ? 0n : parseId(after);
        return afterId === undefined ? [] : service.list(identityOf(request).playerId, afterId);
      },
    );

    app.post(
      '/lottery/advance',
      {
        config: { tokenScope: 'play' },
        schema: {
          tags,
          summary: 'Buy the same ticket for the next 2 to 7 draws',
          body: advanceCreateBody,
          response: { 201: advanceCreateAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const { numbers, bid, draws, drawId, clientSeed } = request.body;
        const bought = await service.buy({
          ...operation.value,
          numbers,
          bidCoins: bid,
          draws,
          drawId: drawId ?? null,
          ...(clientSeed === undefined ? {} : { clientSeed }),
        });
        return sendCommitted(reply, bought);
      },
    );

    app.post(
      '/lottery/advance/cancel',
      {
        config: { tokenScope: 'play' },
        schema: {
          tags,
          summary: 'Take back a ticket for a draw to come, until sales for that close',
          body: advanceCancelBody,
          response: { 200: advanceCancelAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const advanceId = parseId(request.body.id);
        if (advanceId === undefined) return sendProblem(reply, 'not_found');
        return sendCommitted(reply, await service.cancel({ ...operation.value, advanceId }));
      },
    );

    app.get(
      '/lottery/favourites',
      {
        config: { tokenScope: 'read' },
        schema: { tags, summary: "The player's favourite numbers", response: { 200: favouritesAnswer } },
      },
      async (request) => ({ favourites: await favourites.list(identityOf(request).playerId) }),
    );

    app.post(
      '/lottery/favourites',
      {
        schema: {
          tags,
          summary: 'Store six numbers among the favourites, which are six sets at most',
          body: favouriteBody,
          response: { 200: favouritesAnswer },
        },
      },
      async (request, reply) => {
        const stored = await favourites.add(identityOf(request).playerId, request.body.numbers);
        return stored.ok ? { favourites: stored.value } : sendRefusal(reply, stored);
      },
    );

    app.post(
      '/lottery/favourites/remove',
      {
        schema: {
          tags,
          summary: 'Remove six numbers from the favourites',
          body: favouriteBody,
          response: { 200: favouritesAnswer },
        },
      },
      async (request) => ({
        favourites: await favourites.remove(identityOf(request).playerId, request.body.numbers),
      }),
    );
  };
