/**
 * When the live table goes to connections without ticks, which watch and have no bet in the round. It shares a socket write with
 * the round's own messages, and the more of them this process has, the fewer messages go between those. Each is complete,
 * so it needs none before it.
 */
import type { AviatorTable } from '../table-contract.ts';

type Signs = NonNullable<AviatorTable['signs']>;

export interface SparseTableDeps {
  /** How many such connections this process has. */
  watchers: () => number;
  /** What the table shows now; undefined where it shows no round. */
  content: () => { isInFlight: boolean; news: string } | undefined;
  send: (signs: Signs) => void;
}

interface Pace {
  /** With more watchers than this. */
  above: number;
  /** Ticks of each five seconds with which the table is sent. The first is the round's own message. */
  ticks: readonly number[];
  everyMs: number;
  /** Whether changes between flights are sent every second, or with the round's own messages. */
  isEager: boolean;
}

const paces: readonly Pace[] = [
  { above: 2_000, ticks: [0, 10], everyMs: 2_500, isEager: false },
  { above: 100, ticks: [0, 7, 14], everyMs: 1_750, isEager: false },
];
const eagerPace: Pace = { above: 0, ticks: [0, 4, 8, 12, 16], everyMs: 1_000, isEager: true };
/** Ticks in five seconds. */
const cycle = 20;

export const createSparseTable = ({ watchers, content, send }: SparseTableDeps) => {
  let pace = eagerPace;
  /** What the last message showed. */
  let sent = '';
  /** Signs since the last message. */
  let signs: Signs = [];
  /** The flight whose messages are counted, and how many of them are sent or left out. */
  let flight: { roundId: string; due: number } | undefined;

  const isNews = (): boolean => {
    const now = content();
    return now !== undefined && (now.news !== sent || signs.length > 0);
  };

  const sendNow = (): void => {
    sent = content()?.news ?? '';
    const [...sentSigns] = signs;
    signs = [];
    send(sentSigns);
  };

  /** Not in flight, where the page knows already how often the curve is confirmed. */
  const choosePace = (): void => {
    const count = watchers();
    pace = paces.find(({ above }) => count > above) ?? eagerPace;
  };

  return {
    /** The totals of a second were merged; `isResult` in the last second in which a result is shown. */
    merged({ signs: more, isResult }: { signs: Signs; isResult: boolean }) {
      signs = addSigns(signs, more);
      if (content()?.isInFlight === true) return;
      choosePace();
      if ((pace.isEager || isResult) && isNews()) sendNow();
    },
    /** A message of the round goes to these connections in this turn. */
    accompany() {
      if (content()?.isInFlight !== true && isNews()) sendNow();
    },
    /** A tick of a flight: `count` from its start, four a second. */
    ticked(roundId: string, count: number) {
      if (flight?.roundId !== roundId) {
        choosePace();
        flight = { roundId, due: 0 };
      }
      const { ticks } = pace;
      const passed =
        Math.floor(count / cycle) * ticks.length + ticks.filter((tick) => tick <= count % cycle).length;
      if (passed <= flight.due || content()?.isInFlight !== true) return;
      flight.due = passed;
      sendNow();
    },
    /** The longest time between two messages in flight. */
    everyMs: () => pace.everyMs,
  };
};

export type SparseTable = ReturnType<typeof createSparseTable>;

const addSigns = (signs: Signs, more: Signs): Signs => {
  const counts = new Map(signs.map(({ sign, count }) => [sign, count]));
  for (const { sign, count } of more) counts.set(sign, (counts.get(sign) ?? 0) + count);
  return [...counts].map(([sign, count]) => ({ sign, count }));
};
