/**
 * When clients of players were last heard on this process, for who asks again and again: nothing is kept of players
 * whom nobody asks for. An answer is whatever was received on a connection, and the end of one.
 */
import type { Clock } from '../platform/clock.ts';
import type { Heard } from './types.ts';

/** Whom nobody has asked for in this time is forgotten. */
const forgetAfterMs = 1_000;

export const createHearing = ({
  clock,
  connectionsOf,
}: {
  clock: Pick<Clock, 'monotonic'>;
  connectionsOf: (playerId: string) => Iterable<{ hear(): number }>;
}) => {
  const asked = new Map<string, { askedAt: number; heardAt: number }>();

  const hearOne = (playerId: string, now: number): Heard => {
    let heardAt = asked.get(playerId)?.heardAt ?? -Infinity;
    let isOpen = false;
    for (const connection of connectionsOf(playerId)) {
      heardAt = Math.max(heardAt, connection.hear());
      isOpen = true;
    }
    asked.set(playerId, { askedAt: now, heardAt });
    return { playerId, agoMs: now - heardAt, isOpen };
  };

  return {
    /** Pings their connections. Players of whom nothing is known are left out. */
    hear(playerIds: readonly string[]): Heard[] {
      const now = clock.monotonic();
      for (const [playerId, { askedAt }] of asked) if (now - askedAt > forgetAfterMs) asked.delete(playerId);
      return playerIds.map((playerId) => hearOne(playerId, now)).filter(({ agoMs }) => agoMs < Infinity);
    },
    /** Call when a connection of the player has ended. */
    closed(playerId: string): void {
      const known = asked.get(playerId);
      if (known) known.heardAt = clock.monotonic();
    },
  };
};
