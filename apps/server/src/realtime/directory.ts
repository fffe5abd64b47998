/** Who is connected: every session, and those of each player and each sign-in. */
import type { Identity } from './types.ts';
import type { Session } from './session.ts';
import type { Interest } from './topics.ts';

export function createDirectory() {
  const sessions = new Set<Session>();
  const byPlayer = new Map<string, Set<Session>>();
  const nobody: ReadonlySet<Session> = new Set();
  const unbind = (session: Session): void => {
    if (session.identity === null) return;
    const known = byPlayer.get(session.identity.playerId);
    known?.delete(session);
    if (known?.size === 0) byPlayer.delete(session.identity.playerId);
  };
  return {
    sessions,
    add: (session: Session) => void sessions.add(session),
    bind(session: Session, { playerId }: Identity) {
      if (!sessions.has(session)) return;
      const known = byPlayer.get(playerId);
      if (known === undefined) byPlayer.set(playerId, new Set([session]));
      else known.add(session);
    },
    remove(session: Session) {
      sessions.delete(session);
      unbind(session);
    },
    /** Unbinds a connection that is being closed from its player. */
    unbind,
    /** How many players have a connection, and how many connections are nobody's, in one number. */
    count(): number {
      let bound = 0;
      for (const known of byPlayer.values()) bound += known.size;
      return byPlayer.size + Math.max(0, sessions.size - bound);
    },
    /**
     * How many players, and connections that are nobody's, follow each of these topics, given as bits. Whoever chose no
     * topics, `all`, follows none in particular.
     */
    countFollowers(bits: readonly Interest[], all: Interest): number[] {
      const players = bits.map(() => new Set<string>());
      const counts = bits.map(() => 0);
      const any = bits.reduce((sum, bit) => sum | bit, 0);
      for (const { interest, identity } of sessions) {
        if ((interest & any) === 0 || interest === all) continue;
        for (const [at, bit] of bits.entries()) {
          if ((interest & bit) === 0) continue;
          if (identity === null) counts[at] = (counts[at] ?? 0) + 1;
          else players[at]?.add(identity.playerId);
        }
      }
      return counts.map((count, at) => count + (players[at]?.size ?? 0));
    },
    /** Players with a connection. */
    players: (): ReadonlySet<string> => new Set(byPlayer.keys()),
    /** The oldest first. */
    ofPlayer: (playerId: string): ReadonlySet<Session> => byPlayer.get(playerId) ?? nobody,
    // Ending a sign-in is rare and a broadcast is not: one index less for each connection to carry.
    ofSession: (sessionId: string): Session[] =>
      [...sessions].filter((session) => session.sessionId === sessionId),
  };
}
