/**
 * The live table: once a second the totals of all processes become one message to connections that receive all ticks; others have
 * it less often (sparse-table.ts). Nothing in it comes before its time: bets when they are committed, cash-outs when they are paid, and of the flight what the
 * round's own messages show.
 */
import { createRoundParts } from '@fairground/game-kit/server';
import type { LivePush } from '@fairground/game-kit/shared';
import { countDistinct } from '@fairground/server/platform/distinct';
import type { Tally } from '@fairground/server/platform/messaging/tally';
import { maxTableBets, maxTableBytes, type AviatorTable, type tableMessages } from '../table-contract.ts';
import {
  byAmount,
  condense,
  maxMarks,
  tablePartSchema,
  type RoundTable,
  type TablePart,
  type TopBet,
} from './round-table.ts';
import { createSparseTable } from './sparse-table.ts';

export type AviatorTablePush = LivePush<typeof tableMessages>;

/** The round as the page shows it now. */
export interface ShownRound {
  roundId: string;
  /** In flight: what may be shown of the curve. */
  hundredths?: number;
  /** The round before, which crashed last. */
  lastCrashId: string | undefined;
}

interface Row extends TopBet {
  hundredths: number | undefined;
}

/** As the last message left it. */
interface Table {
  roundId: string;
  players: number;
  staked: number;
  cashedOut: number;
  hundredths: number | undefined;
  rows: readonly Row[];
  /** Which bets are listed, and which of them are by bots. */
  rowsKey: string;
  marks: readonly [number, number][];
}

/** The result of a round stays on the table for so long, or for half of a shorter countdown. */
const maxResultMs = 3_000;
/** What the envelope adds to the data. */
const envelopeBytes = 108;

export const createLiveTable = (deps: {
  tally: Tally;
  rounds: RoundTable;
  /** Undefined while no round is known. */
  shownRound: () => ShownRound | undefined;
  /** Players who hide their names: their bets count, and are not listed. */
  hidesName: (playerId: string) => boolean;
  /** Players that are bots. */
  isBot: (playerId: string) => boolean;
  publish: (push: AviatorTablePush) => void;
  /** How many connections of this process follow the table without ticks. */
  watchers: () => number;
  countdownMs: number;
}) => {
  const { tally, rounds, shownRound, hidesName, isBot, publish } = deps;
  const resultTurns = Math.round(Math.min(maxResultMs, deps.countdownMs / 2) / 1_000);
  /** The round on the table, and how often its result was shown. */
  let shown: { roundId: string; results: number } | undefined;
  let table: Table | undefined;
  let lastNews = '';
  const partsOf = createRoundParts<TablePart>((part) => part.roundId);
  /** By process: the newest part whose events were added. */
  const added = new Map<string, number>();

  /** After a crash the next round is open immediately: its table follows once the result was seen. */
  const turn = (): void => {
    const round = shownRound();
    if (round === undefined || round.roundId === shown?.roundId) return;
    const isResult = shown !== undefined && shown.roundId === round.lastCrashId;
    if (shown !== undefined && isResult && round.hundredths === undefined && shown.results < resultTurns) {
      shown = { ...shown, results: shown.results + 1 };
      return;
    }
    shown = { roundId: round.roundId, results: 0 };
    rounds.forgetBefore(round.roundId);
  };

  const merge = (parts: ReadonlyMap<string, TablePart>): void => {
    if (shown === undefined) return;
    const { roundId } = shown;
    const ofRound = partsOf(roundId, parts);
    // What happened in a part is added once, even when its process is late with the next one.
    const fresh = [...parts].flatMap(([process, part]) => {
      if (added.get(process) === part.number) return [];
      added.set(process, part.number);
      return [part];
    });
    for (const process of added.keys()) if (!parts.has(process)) added.delete(process);
    const before = table?.roundId === roundId ? table : undefined;
    const outs = new Map(ofRound.flatMap((part) => part.outs));
    const hundredthsBefore = new Map(before?.rows.map((row) => [row.id, row.hundredths]));
    const newMarks = fresh.filter((part) => part.roundId === roundId).flatMap((part) => part.marks);
    const rows = ofRound
      .flatMap((part) => part.top)
      // Whoever compares a player's sums before and after a bet would find the row that is theirs.
      .filter(({ playerId }) => !hidesName(playerId))
      .sort(byAmount)
      .slice(0, maxTableBets)
      .map((bet) => ({ ...bet, hundredths: outs.get(bet.id) ?? hundredthsBefore.get(bet.id) }));
    const next: Table = {
      roundId,
      players: countDistinct(ofRound.map((part) => part.players)),
      staked: sum(ofRound.map((part) => part.staked)),
      cashedOut: sum(ofRound.map((part) => part.cashedOut)),
      hundredths: hundredthsNow(roundId),
      rows,
      rowsKey: rowsKey(rows),
      marks: condense([...(before?.marks ?? []), ...newMarks], maxMarks),
    };
    table = next;
    const signs = signsOf(fresh);
    sparse.merged({ signs, isResult: shown.results === resultTurns });
    const news = newsOf(next);
    // In flight each message confirms the curve.
    if (news === lastNews && signs.length === 0 && next.hundredths === undefined) return;
    lastNews = news;
    const isComplete = before?.rowsKey !== next.rowsKey;
    const data = isComplete ? complete(next, signs) : change(before, next, { marks: newMarks, signs });
    publish({ ...pushOf(data), ticks: 'all' });
  };

  /** What the curve of the round shows now, in flight. */
  const hundredthsNow = (roundId: string): number | undefined => {
    const round = shownRound();
    return round?.roundId === roundId ? round.hundredths : undefined;
  };

  const newsOf = (of: Table): string =>
    JSON.stringify([totals(of), of.rowsKey, of.rows.map(({ hundredths }) => hundredths)]);

  const sparse = createSparseTable({
    watchers: deps.watchers,
    content: () =>
      table && {
        isInFlight: hundredthsNow(table.roundId) !== undefined,
        news: newsOf({ ...table, hundredths: undefined }),
      },
    send(signs) {
      for (const data of current(signs)) publish({ ...pushOf(data), ticks: 'sparse' });
    },
  });

  /** The complete table, and how often connections without ticks receive it in flight. */
  const current = (signs: Signs = []): AviatorTable[] =>
    table === undefined
      ? []
      : [
          complete({ ...table, hundredths: hundredthsNow(table.roundId) }, signs, {
            everyMs: sparse.everyMs(),
          }),
        ];

  tally.add({
    name: 'aviator',
    schema: tablePartSchema,
    collect() {
      turn();
      return shown && rounds.collect(shown.roundId, table?.rows.map(({ id }) => id) ?? []);
    },
    merge,
  });

  /** What changes when bets are placed, a player hides their name or becomes a bot. */
  const rowsKey = (rows: readonly Row[]): string =>
    rows.map(({ id, playerId }) => `${id}${isBot(playerId) ? 'b' : ''}`).join();

  const totals = ({ roundId, players, staked, cashedOut, hundredths }: Table): AviatorTable => ({
    roundId,
    players,
    staked,
    cashedOut,
    ...(hundredths === undefined ? {} : { multiplier: hundredths / 100 }),
  });

  const complete = (of: Table, signs: Signs, more: Pick<AviatorTable, 'everyMs'> = {}): AviatorTable => {
    const bets = of.rows.map(({ name, amount, hundredths }, place) => ({
      id: String(place),
      name,
      amount,
      ...(hundredths === undefined ? {} : { at: hundredths / 100 }),
    }));
    const bots = of.rows.flatMap(({ playerId }, place) => (isBot(playerId) ? [place] : []));
    const list = { ...totals(of), ...more, bets, ...(bots.length === 0 ? {} : { bots }) };
    return fit(list, { marks: of.marks, signs });
  };

  const change = (before: Table, next: Table, events: Events): AviatorTable => {
    const known = new Map(before.rows.map(({ id, hundredths }) => [id, hundredths]));
    const outs = next.rows.flatMap(({ id, hundredths }, place) =>
      hundredths === undefined || known.get(id) !== undefined
        ? []
        : [{ id: String(place), at: hundredths / 100 }],
    );
    return fit({ ...totals(next), ...(outs.length === 0 ? {} : { outs }) }, events);
  };

  return {
    /** The message that sends the current state to a new connection. */
    state: (): AviatorTablePush[] => current().map(pushOf),
    /** A message of the round was just published to every connection that follows it. */
    accompany: sparse.accompany,
    ticked: sparse.ticked,
  };
};

export type LiveTable = ReturnType<typeof createLiveTable>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const pushOf = (data: AviatorTable): AviatorTablePush => ({
  type: 'aviatorTable_response',
  payload: { success: true, data },
});

const signsOf = (parts: readonly TablePart[]): NonNullable<AviatorTable['signs']> => {
  const counts = new Map<TablePart['signs'][number][0], number>();
  for (const [sign, count] of parts.flatMap((part) => part.signs)) {
    counts.set(sign, (counts.get(sign) ?? 0) + count);
  }
  return [...counts].map(([sign, count]) => ({ sign, count }));
};

type Signs = NonNullable<AviatorTable['signs']>;

interface Events {
  marks: readonly [number, number][];
  signs: Signs;
}

const isRoom = (data: AviatorTable): boolean =>
  Buffer.byteLength(JSON.stringify(data)) <= maxTableBytes - envelopeBytes;

/** Signs and as many marks as there is room for: the more a message lists, the closer marks become one. */
const fit = (data: AviatorTable, { marks, signs }: Events): AviatorTable => {
  const withSigns = signs.length === 0 ? data : { ...data, signs };
  const rest = isRoom(withSigns) ? withSigns : data;
  for (let max = Math.min(maxMarks, marks.length); max > 0; max -= 1) {
    const all = { ...rest, marks: condense(marks, max).map(([at, count]) => ({ at: at / 100, count })) };
    if (isRoom(all)) return all;
  }
  return rest;
};
