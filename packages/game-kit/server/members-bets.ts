/**
 * What members of clubs have bet in the round or draw that is shown: asked once a second, and read where it has changed.
 */
import type { GameInstance, MemberBet } from './define-game.ts';

interface Reading {
  /** Grows with each bet and each cash-out. */
  news: string;
  /** Players, stakes and hundredths; null where `news` is what was known. */
  bets: unknown;
}

export const createMembersBets = ({
  read,
  shownId,
}: {
  read: (of: {
    roundId: bigint;
    playerIds: readonly bigint[];
    known: string;
  }) => Promise<Reading | undefined>;
  /** Undefined while none is shown. */
  shownId: () => string | undefined;
}): NonNullable<GameInstance['membersBets']> => {
  let last: { roundId: string; playerIds: readonly bigint[]; news: string; bets: MemberBet[] } | undefined;
  return async (playerIds) => {
    const roundId = shownId();
    if (roundId === undefined) return undefined;
    const same = last?.roundId === roundId && last.playerIds === playerIds ? last : undefined;
    const reading = await read({ roundId: BigInt(roundId), playerIds, known: same?.news ?? '' });
    if (reading === undefined || (reading.bets === null && same)) return same;
    const rows = (reading.bets ?? []) as [string, number, number | null][];
    const bets = rows.map(([userId, amount, hundredths]) => ({
      userId,
      amount,
      cashOut: hundredths === null ? null : hundredths / 100,
    }));
    last = { roundId, playerIds, news: reading.news, bets };
    return last;
  };
};
