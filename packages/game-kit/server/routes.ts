/** Routes that every game has: the proof of a result, and the player's own history. */
import { parseId } from '@fairground/server/http/coin-request';
import { sendProblem } from '@fairground/server/http/problem';
import { identityOf } from '@fairground/server/http/request-identity';
import { callsOf, readScope } from '@fairground/server/http/route-options';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { betInclusionSchema } from '../shared/index.ts';
import type { BetInclusion } from './sealed-bets.ts';

const { open } = callsOf('Fairness');

export type GameRoutes = FastifyPluginAsyncZod;
type Api = Parameters<GameRoutes>[0];

interface ProofRoute {
  /** The game's wire id. */
  game: string;
  /** The name of the id in the address. */
  param: string;
  summary: string;
  schema: z.ZodMiniType;
  find: (id: bigint) => Promise<object | undefined>;
}

/** GET /fairness/GAME/:id, for results with a numeric id; others are not found. */
export const addProofRoute = (app: Api, { game, param, summary, schema, find }: ProofRoute): void => {
  app.get(
    `/fairness/${game}/:${param}`,
    open(summary, { 200: schema }, { params: z.object({ [param]: z.string() }), config: readScope }),
    async (request, reply) => {
      const id = parseId((request.params as Record<string, string>)[param] ?? '');
      const proof = id === undefined ? undefined : await find(id);
      return proof ?? sendProblem(reply, 'not_found');
    },
  );
};

interface InclusionRoute extends Pick<ProofRoute, 'game' | 'param'> {
  find: (roundId: bigint, betId: bigint) => Promise<BetInclusion | undefined>;
}

/** GET /fairness/GAME/:id/bets/:betId, not found until the bets are sealed. */
export const addInclusionRoute = (app: Api, { game, param, find }: InclusionRoute): void => {
  app.get(
    `/fairness/${game}/:${param}/bets/:betId`,
    open(
      'The proof that a bet is under the seal of its round',
      { 200: betInclusionSchema },
      { params: z.object({ [param]: z.string(), betId: z.string() }), config: readScope },
    ),
    async (request, reply) => {
      const params = request.params as Record<string, string>;
      const [roundId, betId] = [parseId(params[param] ?? ''), parseId(params['betId'] ?? '')];
      const found = roundId === undefined || betId === undefined ? undefined : await find(roundId, betId);
      return found ?? sendProblem(reply, 'not_found');
    },
  );
};

interface HistoryRoute {
  path: string;
  tag: string;
  summary: string;
  schema: z.ZodMiniType;
  read: (playerId: bigint) => Promise<readonly object[]>;
}

/** A player's own newest bets. */
export const addHistoryRoute = (app: Api, { path, tag, summary, schema, read }: HistoryRoute): void => {
  app.get(path, callsOf(tag).player(summary, { 200: schema }, { config: readScope }), async (request) =>
    read(identityOf(request).playerId),
  );
};
