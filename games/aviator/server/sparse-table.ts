/**
 * When the live table goes to connections without ticks, which watch and have no bet in the round: once a second,
 * or where many watch with the round's own messages, whose socket write it shares, and once between them in
 * flight. Each is complete, so it needs none before it.
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

/** More than this are many: a write for each of them every second would take too much of the process. */
const maxFew = 500;
/** Ticks between two tables in flight. The round's own messages come with every twentieth tick, and so with a table. */
const [ticksForFew, ticksForMany] = [4, 10];
const tickMs = 250;

export const createSparseTable = ({ watchers, content, send }: SparseTableDeps) => {
  let ticksBetween = ticksForFew;
  /** What the last message showed. */
  let sent = '';
  /** Signs since the last message. */
  let signs: Signs = [];
  /** The flight whose ticks are counted, and the part of it that was sent last. */
  let flight: { roundId: string; part: number } | undefined;

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
    ticksBetween = watchers() > maxFew ? ticksForMany : ticksForFew;
  };

  return {
    /** The round was read; `isResult` where it is over. */
    read({ signs: more, isResult }: { signs: Signs; isResult: boolean }) {
      signs = addSigns(signs, more);
      if (content()?.isInFlight === true) return;
      choosePace();
      if ((isResult || ticksBetween === ticksForFew) && isNews()) sendNow();
    },
    /** A message of the round goes to these connections in this turn. */
    accompany() {
      if (content()?.isInFlight !== true && isNews()) sendNow();
    },
    /** A tick of a flight: `count` from its start, four a second. */
    ticked(roundId: string, count: number) {
      if (flight?.roundId !== roundId) {
        choosePace();
        flight = { roundId, part: -1 };
      }
      // Ticks may be left out.
      const part = Math.floor(count / ticksBetween);
      if (part === flight.part || content()?.isInFlight !== true) return;
      flight.part = part;
      sendNow();
    },
    /** The longest time between two messages in flight. */
    everyMs: () => ticksBetween * tickMs,
  };
};

const addSigns = (signs: Signs, more: Signs): Signs => {
  const counts = new Map(signs.map(({ sign, count }) => [sign, count]));
  for (const { sign, count } of more) counts.set(sign, (counts.get(sign) ?? 0) + count);
  return [...counts].map(([sign, count]) => ({ sign, count }));
};
