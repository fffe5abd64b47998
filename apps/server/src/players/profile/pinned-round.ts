/**
 * The round that a player has pinned to the profile. Its name alone is stored; the rest is read from the round and from
 * the player's own stakes whenever the profile is.
 */
import type { AnyRound, OwnStakes } from '@fairground/contract/rounds';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { PinBody, PinnedRound } from '@fairground/contract/user';

export interface EndedRounds {
  find(game: string, id: string): Promise<AnyRound | undefined>;
  ownStakes(game: string, id: string, playerId: bigint): Promise<OwnStakes>;
}

/** The round as it is shown. Refused where the player had no stake in it, or one that is not decided. */
export async function readPinned(
  rounds: EndedRounds,
  playerId: bigint,
  { game, id }: NonNullable<PinBody['round']>,
): Promise<Result<PinnedRound>> {
  const [round, { entries, total, settled }] = await Promise.all([
    rounds.find(game, id),
    rounds.ownStakes(game, id, playerId),
  ]);
  if (!round || total === 0) return refuse('not_found');
  if (!settled) return refuse('too_early');
  if (entries.length < total) return refuse('invalid_request', 'You have too many stakes in this round.');
  return accept({
    game,
    id: round.id,
    texts: round.texts,
    stake: entries.reduce((sum, { stake }) => sum + stake, 0),
    payout: entries.reduce((sum, { payout }) => sum + payout, 0),
  });
}

/** As it is stored: the end of the address of the round's page. */
export const writePinned = ({ game, id }: PinnedRound): string => `${game}/${id}`;

export function parsePinned(stored: string): NonNullable<PinBody['round']> {
  const slash = stored.indexOf('/');
  return { game: stored.slice(0, slash), id: stored.slice(slash + 1) };
}
