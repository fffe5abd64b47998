/** The calls of advance tickets and of favourite numbers; each is for the player who calls. */
import { refuse } from '@fairground/contract/errors';
import type { GameRoutes } from '@fairground/game-kit/server/calls';
import { coinCall, parseId } from '@fairground/server/http/coin-request';
import { sendRefusal } from '@fairground/server/http/refusals';
import { identityOf } from '@fairground/server/http/request-identity';
import { callsOf, readScope } from '@fairground/server/http/route-options';
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

const { player } = callsOf('Lottery');

export const advanceRoutes =
  (service: AdvanceService, favourites: FavouritesService): GameRoutes =>
  async (app) => {
    app.get(
      '/lottery/advance',
      player(
        "The player's tickets for draws to come, soonest first, 100 a page",
        { 200: advanceTickets },
        { querystring: advanceQuery, config: readScope },
      ),
      async (request) => {
        const { after } = request.query;
        const afterId = after === undefined ? 0n : parseId(after);
        return afterId === undefined ? [] : service.list(identityOf(request).playerId, afterId);
      },
    );

    app.post(
      '/lottery/advance',
      player(
        'Buy the same ticket for the next 2 to 7 draws',
        { 201: advanceCreateAnswer },
        { body: advanceCreateBody, config: { tokenScope: 'play' } },
      ),
      coinCall((operation, { body: { numbers, bid, draws, drawId, clientSeed } }) =>
        service.buy({
          ...operation,
          numbers,
          bidCoins: bid,
          draws,
          drawId: drawId ?? null,
          ...(clientSeed === undefined ? {} : { clientSeed }),
        }),
      ),
    );

    app.post(
      '/lottery/advance/cancel',
      player(
        'Take back a ticket for a draw to come, until sales for that close',
        { 200: advanceCancelAnswer },
        { body: advanceCancelBody, config: { tokenScope: 'play' } },
      ),
      coinCall(async (operation, { body }) => {
        const advanceId = parseId(body.id);
        if (advanceId === undefined) return refuse('not_found');
        return service.cancel({ ...operation, advanceId });
      }),
    );

    app.get(
      '/lottery/favourites',
      player("The player's favourite numbers", { 200: favouritesAnswer }, { config: readScope }),
      async (request) => ({ favourites: await favourites.list(identityOf(request).playerId) }),
    );

    app.post(
      '/lottery/favourites',
      player(
        'Store six numbers among the favourites, which are six sets at most',
        { 200: favouritesAnswer },
        { body: favouriteBody },
      ),
      async (request, reply) => {
        const stored = await favourites.add(identityOf(request).playerId, request.body.numbers);
        return stored.ok ? { favourites: stored.value } : sendRefusal(reply, stored);
      },
    );

    app.post(
      '/lottery/favourites/remove',
      player('Remove six numbers from the favourites', { 200: favouritesAnswer }, { body: favouriteBody }),
      async (request) => ({
        favourites: await favourites.remove(identityOf(request).playerId, request.body.numbers),
      }),
    );
  };
