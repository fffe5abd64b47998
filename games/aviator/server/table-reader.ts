/**
 * Reads what the live table shows from the bets of the round: the leader does once a second, for all processes, and a
 * process that the bus does not reach for itself.
 */
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { RowOf } from '@fairground/sql';
import { maxTableBets } from '../table-contract.ts';
import type { ShownRound } from './live-table.ts';
import type { readTable } from './sql/table.sql.ts';
import { condense, countMarks, maxMarks, type Marks, type TableReading } from './table-event.ts';

/** The result of a round stays on the table for so long, or for half of a shorter countdown. */
const maxResultMs = 3_000;
/** More than are listed, since players may hide their names. */
const maxBets = 2 * maxTableBets;

export const createTableReader = (deps: {
  readBets: (bets: { roundId: bigint; maxBets: number }) => Promise<RowOf<typeof readTable> | undefined>;
  /** Undefined while no round is known. */
  shownRound: () => ShownRound | undefined;
  countdownMs: number;
}): (() => Promise<TableReading | undefined>) => {
  const { readBets, shownRound, countdownMs } = deps;
  const resultTurns = Math.round(Math.min(maxResultMs, countdownMs / 2) / 1_000);
  /** The round on the table, how often its result was read, and its cash-outs as they were read last. */
  let table: { roundId: string; results: number; marks: Marks } | undefined;
  let reading: Promise<TableReading | undefined> | undefined;

  /** After a crash the next round is open immediately: its table follows once the result was seen. */
  const turn = (): void => {
    const round = shownRound();
    if (round === undefined || round.roundId === table?.roundId) return;
    const isResult = table !== undefined && table.roundId === round.lastCrashId;
    if (table !== undefined && isResult && round.hundredths === undefined && table.results < resultTurns) {
      table.results += 1;
      return;
    }
    table = { roundId: round.roundId, results: 0, marks: [] };
  };

  const read = async (): Promise<TableReading | undefined> => {
    turn();
    const current = table;
    if (current === undefined) return undefined;
    const row = await readBets({ roundId: BigInt(current.roundId), maxBets });
    if (row === undefined) return undefined;
    // Told by how many there are at each multiplier, not by their times: one may be committed after a later one.
    const known = new Map(current.marks);
    const marks = row.marks as [number, number][];
    const newMarks = marks
      .map(([at, count]): [number, number] => [at, count - (known.get(at) ?? 0)])
      .filter(([, count]) => count > 0);
    current.marks = marks;
    return {
      roundId: current.roundId,
      players: row.players,
      staked: toWireCoins(row.staked),
      cashedOut: countMarks(marks),
      bets: row.bets as TableReading['bets'],
      marks: condense(marks, maxMarks),
      newMarks: condense(newMarks, maxMarks),
    };
  };

  /** One at a time: a slow database must not gather reads, and each continues the one before. */
  return () => (reading ??= read().finally(() => (reading = undefined)));
};
