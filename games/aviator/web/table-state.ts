/** The live table on the page, as a pure function of its messages. */
import type { ClubTable } from '@fairground/contract/clubs';
import type { Step } from '@fairground/game-kit/web';
import type { AviatorDrawResult } from '../contract.ts';
import type { AviatorTable, TableBet, TableMark, TableSign } from '../table-contract.ts';

export interface ShownBet extends TableBet {
  /** The player is a bot. */
  bot?: true;
}

export interface ShownTable {
  roundId: string;
  players: number;
  staked: number;
  cashedOut: number;
  /** The largest first. */
  bets: readonly ShownBet[];
  /** Where the curve was left, and by how many. */
  marks: readonly TableMark[];
}

export interface TableState {
  table: ShownTable | undefined;
}

export interface SignsSent {
  signs: readonly { sign: TableSign; count: number }[];
}

export function reduceTable({ table: before }: TableState, data: AviatorTable): Step<TableState, SignsSent> {
  const { roundId, players, staked, cashedOut, outs = [], marks = [], bots = [], signs } = data;
  const known = before?.roundId === roundId ? before : undefined;
  const heights = new Map(outs.map(({ id, at }) => [id, at]));
  const bets =
    data.bets?.map((bet, place): ShownBet => (bots.includes(place) ? { ...bet, bot: true } : bet)) ??
    (known?.bets ?? []).map((bet) => {
      const at = heights.get(bet.id);
      return at === undefined ? bet : { ...bet, at };
    });
  const table = {
    roundId,
    players,
    staked,
    cashedOut,
    bets,
    // One with bets is complete.
    marks: data.bets ? marks : [...(known?.marks ?? []), ...marks],
  };
  return { state: { table }, events: signs ? [{ signs }] : [] };
}

/** The bets of a club as a table, the largest first; empty in flight until its members are known to be in the round. */
export function tableOfClub(club: ClubTable | undefined, draw: AviatorDrawResult | null): ShownTable {
  const isPast = draw?.status === 'ongoing' && club?.roundId !== draw.roundId;
  const sent = club === undefined || isPast ? [] : club.bets;
  const bets = sent
    .map(({ username, amount, cashOut }, place): ShownBet => ({
      id: String(place),
      name: username,
      amount,
      ...(cashOut === null ? {} : { at: cashOut }),
    }))
    .toSorted((one, other) => other.amount - one.amount);
  return {
    roundId: (isPast ? draw.roundId : club?.roundId) ?? draw?.roundId ?? '',
    players: new Set(sent.map(({ userId }) => userId)).size,
    staked: bets.reduce((sum, { amount }) => sum + amount, 0),
    cashedOut: bets.filter(({ at }) => at !== undefined).length,
    bets,
    marks: [],
  };
}

/** Where members other than the player left the flight that is shown, the lowest first. */
export const flagsOfClub = (
  club: ClubTable | undefined,
  draw: AviatorDrawResult | null,
  ownId: string | undefined,
): readonly { at: number; name: string }[] =>
  club === undefined || club.roundId !== draw?.roundId
    ? []
    : club.bets
        .flatMap(({ userId, username, cashOut }) =>
          cashOut === null || userId === ownId ? [] : { at: cashOut, name: username },
        )
        .toSorted((one, other) => one.at - other.at);
