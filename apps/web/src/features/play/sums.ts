/** What the plots show, from the sums of the server: pure. */
import { multiplierBounds, type PlaySummary } from '@fairground/contract/play';

type Day = PlaySummary['days'][number];

/** Bets are what a multiplier is counted of, or was paid for; all else is a gift or a reward. */
export interface Totals {
  bets: number;
  paid: number;
  received: number;
  change: number;
  gifts: number;
}

export interface Point {
  /** The day, or the source. */
  of: string;
  change: number;
}

const countBets = ({ multipliers }: Day): number => multipliers.reduce((sum, count) => sum + count, 0);

/** Sources of bets: something was paid for them. */
const betSources = (days: readonly Day[]): ReadonlySet<string> =>
  new Set(days.filter((day) => day.paid > 0 && countBets(day) > 0).map(({ source }) => source));

export const ofSource = (summary: PlaySummary, source: string | null): PlaySummary =>
  source === null ? summary : { ...summary, days: summary.days.filter((day) => day.source === source) };

export function totalsOf({ days }: PlaySummary): Totals {
  const bets = betSources(days);
  const totals = { bets: 0, paid: 0, received: 0, gifts: 0 };
  for (const day of days) {
    if (bets.has(day.source)) {
      totals.bets += countBets(day);
      totals.paid += day.paid;
      totals.received += day.received;
    } else totals.gifts += day.received - day.paid;
  }
  return { ...totals, change: totals.received - totals.paid };
}

/** The change by bets since the first day, at the end of each day; days without a bet repeat the one before. */
export function changeOverTime({ from, to, days }: PlaySummary): Point[] {
  const bets = betSources(days);
  const byDay = new Map<string, number>();
  for (const { day, source, paid, received } of days) {
    if (bets.has(source)) byDay.set(day, (byDay.get(day) ?? 0) + received - paid);
  }
  const points: Point[] = [];
  let change = 0;
  for (const day of daysFrom(from, to)) {
    change += byDay.get(day) ?? 0;
    points.push({ of: day, change });
  }
  return points;
}

/** Largest first. */
export function changeBySource({ days }: PlaySummary): Point[] {
  const bySource = new Map<string, number>();
  for (const { source, paid, received } of days) {
    bySource.set(source, (bySource.get(source) ?? 0) + received - paid);
  }
  return [...bySource]
    .map(([of, change]) => ({ of, change }))
    .toSorted((one, other) => other.change - one.change);
}

/** How many bets there are in each range of multipliers. */
export const multiplierCounts = ({ days }: PlaySummary): number[] =>
  multiplierBounds.map((_, at) => days.reduce((sum, { multipliers }) => sum + (multipliers[at] ?? 0), 0));

const dayMs = 86_400_000;

/** Days as the server names them, both included. */
function daysFrom(from: string, to: string): string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}
