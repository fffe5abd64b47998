/** Ends the round that is open or in flight, for a restart of fairness: every stake that is still pending goes back. */
import type { OpenPlay, VoidedPlay } from '@fairground/game-kit/server';
import { flightOfSeed } from './flights.ts';
import { findRunningRound, voidRound } from './round-queries.ts';
import { findDrawInputs } from './sql/rounds.sql.ts';

export const voidOpenRound = async ({ query, seedOfLink, epoch }: OpenPlay): Promise<VoidedPlay> => {
  const round = await findRunningRound(query);
  const inputs = round && (await findDrawInputs.first(query, { roundId: round.id }));
  if (!inputs) return { game: 'aviator', refunded: 0 };
  const seed = await seedOfLink(round.chain_id, round.link);
  const flight = flightOfSeed(seed, inputs);
  const ended = await voidRound(query, epoch, { roundId: round.id, seed, flight });
  return { game: 'aviator', refunded: ended?.players.length ?? 0 };
};
