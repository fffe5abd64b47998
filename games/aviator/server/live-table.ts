/**
 * The live table: what the leader reads once a second (table-reader.ts) becomes one message to connections that receive
 * all ticks; others have it less often (sparse-table.ts). Nothing in it comes before its time: bets when they are
 * committed, cash-outs when they are paid, and of the flight what the round's own messages show.
 */
import type { LivePush } from '@fairground/game-kit/shared';
import { maxTableBets, maxTableBytes, type AviatorTable, type tableMessages } from '../table-contract.ts';
import { createSparseTable } from './sparse-table.ts';
import { condense, countMarks, maxMarks, type Marks, type TableReading } from './table-event.ts';

export type AviatorTablePush = LivePush<typeof tableMessages>;

/** The round as the page shows it now. */
export interface ShownRound {
  roundId: string;
  /** In flight: what may be shown of the curve. */
  hundredths?: number;
  /** The round before, which crashed last. */
  lastCrashId: string | undefined;
}

/** As the last message left it. */
interface Table extends TableReading {
  hundredths: number | undefined;
  /** The bets that are listed. */
  rows: TableReading['bets'];
  /** Which bets are listed, and which of them are by bots. */
  rowsKey: string;
}

type Signs = NonNullable<AviatorTable['signs']>;

interface Events {
  marks: Marks;
  signs: Signs;
}

/** What the envelope adds to the data. */
const envelopeBytes = 108;

export const createLiveTable = (deps: {
  /** Undefined while no round is known. */
  shownRound: () => ShownRound | undefined;
  /** Players who hide their names: their bets count, and are not listed. */
  hidesName: (playerId: string) => boolean;
  /** Players that are bots. */
  isBot: (playerId: string) => boolean;
  /** The signs of all players since the last call. */
  takeSigns: () => Signs;
  publish: (push: AviatorTablePush) => void;
  /** How many connections of this process follow the table without ticks. */
  watchers: () => number;
}) => {
  const { shownRound, hidesName, isBot, takeSigns, publish } = deps;
  let table: Table | undefined;
  let lastNews = '';

  /** What is read of a round that this process does not show yet, or was read before what it shows, is left out. */
  const isShowable = (reading: TableReading): boolean => {
    const newest = shownRound()?.roundId ?? table?.roundId;
    if (newest === undefined || BigInt(reading.roundId) > BigInt(newest)) return false;
    if (table === undefined || table.roundId !== reading.roundId) {
      return BigInt(reading.roundId) > BigInt(table?.roundId ?? 0);
    }
    return reading.players >= table.players && reading.cashedOut >= table.cashedOut;
  };

  const show = (reading: TableReading): void => {
    if (!isShowable(reading)) return;
    const before = table?.roundId === reading.roundId ? table : undefined;
    // Whoever compares a player's sums before and after a bet would find the row that is theirs.
    const rows = reading.bets.filter(({ playerId }) => !hidesName(playerId)).slice(0, maxTableBets);
    const hundredths = hundredthsNow(reading.roundId);
    const next: Table = { ...reading, hundredths, rows, rowsKey: rowsKey(rows) };
    table = next;
    const signs = takeSigns();
    sparse.read({ signs, isResult: reading.roundId !== shownRound()?.roundId });
    const news = newsOf(next);
    // In flight each message confirms the curve.
    if (news === lastNews && signs.length === 0 && hundredths === undefined) return;
    lastNews = news;
    // Not where the bus has lost a reading in between, or another process has read the one before.
    const isNext = before && before.cashedOut + countMarks(next.newMarks) === next.cashedOut;
    const isChange = isNext === true && before?.rowsKey === next.rowsKey;
    const data = isChange ? change(before, next, signs) : complete(next, signs);
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

  /** What changes when bets are placed, a player hides their name or becomes a bot. */
  const rowsKey = (rows: Table['rows']): string =>
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

  const change = (before: Table, next: Table, signs: Signs): AviatorTable => {
    const known = new Map(before.rows.map(({ id, hundredths }) => [id, hundredths]));
    const outs = next.rows.flatMap(({ id, hundredths }, place) =>
      hundredths === undefined || known.get(id) !== undefined
        ? []
        : [{ id: String(place), at: hundredths / 100 }],
    );
    const list = { ...totals(next), ...(outs.length === 0 ? {} : { outs }) };
    return fit(list, { marks: next.newMarks, signs });
  };

  return {
    /** Sends what was read; called once a second. */
    show,
    /** The round on the table; undefined before the first. */
    roundId: () => table?.roundId,
    /** The message that sends the current state to a new connection. */
    state: (): AviatorTablePush[] => current().map(pushOf),
    /** A message of the round was just published to every connection that follows it. */
    accompany: sparse.accompany,
    ticked: sparse.ticked,
  };
};

const pushOf = (data: AviatorTable): AviatorTablePush => ({
  type: 'aviatorTable_response',
  payload: { success: true, data },
});

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
