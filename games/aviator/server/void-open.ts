/** Ends the round that is open or in flight, for a restart of fairness: every stake that is still pending goes back. */
import type { OpenPlay, VoidedPlay } from '@fairground/game-kit/server';
import { readFlight, voidRound } from './round-queries.ts';
import { findRunningRound } from './sql/rounds.sql.ts';

export const voidOpenRound = async ({ query, seedOfLink, epoch }: OpenPlay): Promise<VoidedPlay> => {
  const round = await findRunningRound.first(query);
  if (!round) return { game: 'aviator', refunded: 0 };
  const ended = { roundId: round.id, seed: await seedOfLink(round.chain_id, round.link) };
  const voided = await voidRound(query, epoch, {
    ...ended,
    flight: await readFlight(query, ended),
    reason: 'restore',
  });
  return { game: 'aviator', refunded: voided?.players.length ?? 0 };
};
