/**
 * The presses of "Cash Out" that this process has received and not answered, known from their arrival on. The
 * earliest press of a bet decides about it: over later ones, and over an automatic cash-out that comes due while the
 * press waits.
 */
/** A player has at most one bet in a slot of a round. */
export interface BetIdentity {
  roundId: bigint;
  playerId: bigint;
  slot: number;
}

export interface WaitingPress {
  /**
   * Sets which bet it is for, once its player is known. Where that is not known yet of all presses that arrived before it, the
   * result resolves when it is, so that presses are judged in the order of their arrival however long the look-ups of their
   * sessions take.
   */
  identify(bet: BetIdentity): Promise<void> | undefined;
  /** Call once when it is answered: it waits no longer. */
  answered(): void;
}

interface Entry {
  receivedAt: number;
  isIdentified: boolean;
  bet?: string;
  /** Set while it waits for those before it. */
  turn?: () => void;
}

export const mapKeyOf = ({ roundId, playerId, slot }: BetIdentity): string =>
  `${roundId}/${playerId}/${slot}`;

export const createWaitingPresses = () => {
  /** In the order of their arrival, from the oldest that is not identified on. */
  const inOrder = new Set<Entry>();
  const counts = new Map<string, number>();

  const advance = (): void => {
    for (const entry of inOrder) {
      if (!entry.isIdentified) return;
      inOrder.delete(entry);
      entry.turn?.();
    }
  };

  const identified = (entry: Entry): void => {
    entry.isIdentified = true;
    advance();
  };

  const count = (bet: string, change: 1 | -1): void => {
    const left = (counts.get(bet) ?? 0) + change;
    if (left > 0) counts.set(bet, left);
    else counts.delete(bet);
  };

  return {
    /** Call when the complete request was received. */
    add(receivedAt: number): WaitingPress {
      const entry: Entry = { receivedAt, isIdentified: false };
      inOrder.add(entry);
      return {
        identify(bet) {
          entry.bet = mapKeyOf(bet);
          count(entry.bet, 1);
          identified(entry);
          return inOrder.has(entry) ? new Promise((resolve) => (entry.turn = resolve)) : undefined;
        },
        answered() {
          if (entry.bet !== undefined) count(entry.bet, -1);
          // Refused before its player was known.
          identified(entry);
        },
      };
    },
    /** Whether a press for this bet waits. */
    has: (bet: BetIdentity) => counts.has(mapKeyOf(bet)),
    /** When the oldest press whose bet is not known yet arrived, on the monotonic clock. */
    oldestUnidentifiedAt(): number | undefined {
      const [oldest] = inOrder;
      return oldest?.receivedAt;
    },
  };
};

export type WaitingPresses = ReturnType<typeof createWaitingPresses>;
