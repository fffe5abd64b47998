/** Aviator's calls. */
import {
  aviatorCashOutAnswer,
  aviatorCashOutBody,
  aviatorCreateAnswer,
  aviatorCreateBody,
  aviatorGlobalHistory,
  aviatorProofSchema,
  aviatorUserHistory,
} from '../contract.ts';
import { parseHundredths } from '../rules.ts';
import {
  addHistoryRoute,
  addInclusionRoute,
  addProofRoute,
  type GameRoutes,
} from '@fairground/game-kit/server/calls';
import { parseId, readCoinRequest, sendCommitted } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { sendRefusal } from '@fairground/server/http/refusals';
import { callsOf, readScope } from '@fairground/server/http/route-options';
import type { Lines } from '@fairground/game-kit/server';
import type { FastifyRequest } from 'fastify';
import type { Place, Presses } from './presses.ts';
import type { Receiver } from './receiver.ts';
import type { AviatorService } from './service.ts';

const { open, player } = callsOf('Aviator');

export interface AviatorRoutesDeps {
  service: AviatorService;
  receiver: Pick<Receiver, 'leave'>;
  presses: Pick<Presses, 'arrive' | 'submit'>;
  lines: Pick<Lines, 'isConnected'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of a press for a round that is open or in flight. */
    aviatorPlace: Place | null;
  }
}

export const aviatorRoutes =
  ({ service, receiver, presses, lines }: AviatorRoutesDeps): GameRoutes =>
  async (app) => {
    app.addHook('onClose', receiver.leave);
    app.decorateRequest('aviatorPlace', null);

    const received = (request: FastifyRequest): (() => void) => {
      const place = presses.arrive(request);
      request.aviatorPlace = place ?? null;
      return () => place?.end();
    };

    app.post(
      '/aviator/create',
      player(
        'Place a bet',
        { 201: aviatorCreateAnswer },
        { body: aviatorCreateBody, config: { tokenScope: 'play', confirmsSession: true } },
      ),
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const { amount, autoCashOut, roundId, slot = 1, clientSeed, parachute = false } = request.body;
        const autoHundredths = autoCashOut == null ? null : parseHundredths(autoCashOut);
        if (autoCashOut != null && autoHundredths === null) return twoDecimals(reply, 'autoCashOut');
        const wanted = roundId === undefined ? null : parseId(roundId);
        if (wanted === undefined) return sendProblem(reply, 'betting_closed');
        const placed = await service.placeBet({
          ...operation.value,
          stakeCoins: amount,
          autoHundredths,
          slot,
          roundId: wanted,
          ...(parachute && { parachute, isConnected: await lines.isConnected(operation.value.playerId) }),
          ...(clientSeed === undefined ? {} : { clientSeed }),
        });
        return sendCommitted(reply, placed);
      },
    );

    app.post(
      '/aviator/cashout',
      player(
        'Cash out',
        { 200: aviatorCashOutAnswer },
        { body: aviatorCashOutBody, config: { tokenScope: 'play', confirmsSession: true, received } },
      ),
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const askedHundredths = parseHundredths(request.body.crashMultiplier);
        if (askedHundredths === null) return twoDecimals(reply, 'crashMultiplier');
        const roundId = parseId(request.body.roundId);
        if (roundId === undefined) return sendProblem(reply, 'no_active_bet');
        const { receivedAt, aviatorPlace: place } = request;
        const { slot = 1 } = request.body;
        const press = { ...operation.value, roundId, slot, askedHundredths, receivedAt };
        return sendCommitted(reply, await presses.submit(press, place ?? undefined));
      },
    );

    addHistoryRoute(app, {
      path: '/aviator/userHistory',
      tag: 'Aviator',
      summary: "The player's newest 50 bets",
      schema: aviatorUserHistory,
      read: service.userHistory,
    });

    app.get(
      '/aviator/globalHistory',
      player('The newest 50 crashes', { 200: aviatorGlobalHistory }, { config: readScope }),
      async () => service.globalHistory(),
    );

    app.get(
      '/aviator/recent',
      open('The same for visitors, who may watch', { 200: aviatorGlobalHistory }, { config: readScope }),
      async () => service.globalHistory(),
    );

    addProofRoute(app, {
      game: 'aviator',
      param: 'roundId',
      summary: 'What is needed to check a round',
      schema: aviatorProofSchema,
      find: service.findProof,
    });
    addInclusionRoute(app, { game: 'aviator', param: 'roundId', find: service.findInclusion });
  };

const twoDecimals = (reply: Parameters<typeof sendProblem>[0], path: string) =>
  sendProblem(reply, 'invalid_request', `${path} must have at most two decimals.`, [
    { path, message: 'Must have at most two decimals.' },
  ]);
