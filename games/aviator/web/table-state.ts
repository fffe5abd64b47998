/** The live table on the page, as a pure function of its messages. */
import type { Step } from '@fairground/game-kit/web';
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
