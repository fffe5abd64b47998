/** What one process knows of its own bets in the rounds now played: totals, the largest bets, and cash-outs. */
import { distinctOf, distinctSchema } from '@fairground/server/platform/distinct';
import * as z from 'zod/mini';
import { maxTableBets, tableSigns, type TableSign } from '../table-contract.ts';

export interface PlacedBet {
  betId: bigint;
  playerId: bigint;
  username: string;
  stakeCoins: number;
}

/** The part of the tally: totals of one round so far, and what happened since the part before. */
export const tablePartSchema = z.object({
  roundId: z.string(),
  /** Grows with each part: what happened is added once. */
  number: z.number(),
  players: distinctSchema,
  staked: z.number(),
  cashedOut: z.number(),
  /** The largest bets that were placed through this process. */
  top: z.array(z.object({ id: z.string(), playerId: z.string(), name: z.string(), amount: z.number() })),
  /** Cash-outs, through this process, of bets that are listed. */
  outs: z.array(z.tuple([z.string(), z.number()])),
  /** Hundredths, and how many bets were cashed out there since the part before. */
  marks: z.array(z.tuple([z.number(), z.number()])),
  signs: z.array(z.tuple([z.enum(tableSigns), z.number()])),
});

export type TablePart = z.infer<typeof tablePartSchema>;
export type TopBet = TablePart['top'][number];

interface Round {
  players: Set<string>;
  staked: number;
  top: TopBet[];
  outs: Map<string, number>;
  marks: Map<number, number>;
}

/** The round in flight, the next one, and the one before while the last is settled. */
const maxRounds = 4;
/** The bus carries no more points of the curve than the table shows. */
export const maxMarks = 24;

export const createRoundTable = () => {
  const rounds = new Map<bigint, Round>();
  const signs = new Map<TableSign, number>();
  let number = 0;

  const roundOf = (roundId: bigint): Round => {
    let round = rounds.get(roundId);
    if (round === undefined) {
      round = { players: new Set(), staked: 0, top: [], outs: new Map(), marks: new Map() };
      rounds.set(roundId, round);
      for (const id of rounds.keys()) if (rounds.size > maxRounds) rounds.delete(id);
    }
    return round;
  };

  return {
    placed(roundId: bigint, { betId, playerId, username, stakeCoins }: PlacedBet) {
      const round = roundOf(roundId);
      round.players.add(String(playerId));
      round.staked += stakeCoins;
      const { top } = round;
      const last = top.at(-1);
      if (top.length >= maxTableBets && last !== undefined && last.amount >= stakeCoins) return;
      top.push({ id: String(betId), playerId: String(playerId), name: username, amount: stakeCoins });
      top.sort(byAmount);
      if (top.length > maxTableBets) top.pop();
    },
    cashedOut(roundId: bigint, bets: readonly { betId: bigint; hundredths: number }[]) {
      if (bets.length === 0) return;
      const round = roundOf(roundId);
      for (const { betId, hundredths } of bets) {
        const id = String(betId);
        if (round.outs.has(id)) continue;
        round.outs.set(id, hundredths);
        round.marks.set(hundredths, (round.marks.get(hundredths) ?? 0) + 1);
      }
    },
    sent(sign: TableSign) {
      signs.set(sign, (signs.get(sign) ?? 0) + 1);
    },
    /** The part for a round; undefined where this process has nothing of it. `listed` are the bets that all list. */
    collect(roundId: string, listed: readonly string[]): TablePart | undefined {
      const round = rounds.get(BigInt(roundId));
      if (round === undefined && signs.size === 0) return undefined;
      const { players, staked, top, outs, marks } = round ?? emptyRound;
      number += 1;
      const part: TablePart = {
        roundId,
        number,
        players: distinctOf(players),
        staked,
        cashedOut: outs.size,
        top: [...top],
        outs: [...new Set([...listed, ...top.map(({ id }) => id)])].flatMap((id) => {
          const hundredths = outs.get(id);
          return hundredths === undefined ? [] : [[id, hundredths] satisfies [string, number]];
        }),
        marks: condense([...marks], maxMarks),
        signs: [...signs],
      };
      marks.clear();
      signs.clear();
      return part;
    },
    /** Rounds before this one are over. */
    forgetBefore(roundId: string) {
      for (const id of rounds.keys()) if (id < BigInt(roundId)) rounds.delete(id);
    },
  };
};

export type RoundTable = ReturnType<typeof createRoundTable>;

const emptyRound: Round = { players: new Set(), staked: 0, top: [], outs: new Map(), marks: new Map() };

/** The largest first; of equal ones the older. */
export const byAmount = (one: TopBet, other: TopBet): number =>
  other.amount - one.amount || Number(BigInt(one.id) - BigInt(other.id));

/** At most `max` marks that count the same bets: the closest neighbors on the curve become one, at the larger one. */
export const condense = (
  marks: readonly (readonly [hundredths: number, count: number])[],
  max: number,
): [number, number][] => {
  const byHeight = new Map<number, number>();
  for (const [hundredths, count] of marks) byHeight.set(hundredths, (byHeight.get(hundredths) ?? 0) + count);
  const sorted = [...byHeight].sort(([one], [other]) => one - other);
  if (sorted.length <= max) return sorted;
  if (max <= 0) return [];
  // By the time of the flight, which is the distance between two points on the picture.
  const [first] = sorted[0] ?? [100];
  const [last] = sorted.at(-1) ?? [100];
  const span = Math.log(last / first) || 1;
  const buckets = new Map<number, { at: number; largest: number; count: number }>();
  for (const [hundredths, count] of sorted) {
    const place = Math.min(max - 1, Math.floor((Math.log(hundredths / first) / span) * max));
    const bucket = buckets.get(place) ?? { at: hundredths, largest: 0, count: 0 };
    buckets.set(place, {
      at: count > bucket.largest ? hundredths : bucket.at,
      largest: Math.max(count, bucket.largest),
      count: bucket.count + count,
    });
  }
  return [...buckets.values()].map(({ at, count }) => [at, count]);
};
