/**
 * When draws fall: a cron pattern read on the clock of the site's zone. The pattern is evaluated in UTC
 * alone; what the zone's clock shows is the database's word.
 */
import type { SiteZone } from '@fairground/server/platform/time-zone';
import { createSiteZone } from '@fairground/server/platform/time-zone';
import { Cron } from 'croner';

export interface Calendar {
  /** The first draw after that moment, in milliseconds since 1970. */
  after(ms: number): number;
  /** The day in the site's zone, YYYY-MM-DD. */
  dayOf(ms: number): string;
  /** How long before this draw its sales close: as set, but at most half of the time to the draw after it. */
  closeMsBefore(drawsAtMs: number): number;
}

/** No clock is set by more. */
const longestChangeMs = 26 * 3_600_000;

/**
 * Undefined if the pattern never matches a day, such as the 30th of February. Sales close no later
 * than `minCloseMs` before a draw.
 *
 * Times that are named, also in lists and ranges, are held once a day: when the clock shows them first, or
 * leaps over them. With a wildcard or a step in its time, a pattern counts time that passes: it has none in an hour
 * that is skipped, and has those of a repeated hour twice.
 */
export const createCalendar = (options: {
  cron: string;
  zone: SiteZone;
  closeMs: number;
  minCloseMs?: number;
}): Calendar | undefined => {
  const { zone } = options;
  const cron = new Cron(options.cron, { timezone: 'UTC', paused: true });
  const nextLocal = (localMs: number): number | undefined => cron.nextRun(new Date(localMs))?.getTime();
  const namesTimes = !/[*?/]/.test(timeFieldsOf(options.cron));
  const nextNamed = (ms: number): number | undefined => {
    let local = nextLocal(zone.toLocalMs(ms) - longestChangeMs);
    while (local !== undefined && zone.toInstantMs(local) <= ms) local = nextLocal(local);
    return local === undefined ? undefined : zone.toInstantMs(local);
  };
  const nextPassing = (ms: number): number | undefined => {
    for (let fromMs = ms; ;) {
      const local = nextLocal(zone.toLocalMs(fromMs) - (fromMs > ms ? 1_000 : 0));
      if (local === undefined) return undefined;
      const at = local - (zone.toLocalMs(fromMs) - fromMs);
      const changesMs = zone.nextChangeMs(fromMs);
      if (at < changesMs) return at;
      fromMs = changesMs;
    }
  };
  const next = namesTimes ? nextNamed : nextPassing;
  const after = (ms: number): number => {
    const at = next(ms);
    if (at === undefined) throw new Error(`no draw follows ${new Date(ms).toISOString()}`);
    return at;
  };
  if (nextLocal(0) === undefined) return undefined;
  return {
    after,
    dayOf: zone.dayOf,
    closeMsBefore: (drawsAtMs) =>
      Math.max(
        options.minCloseMs ?? 0,
        Math.min(options.closeMs, Math.floor(((next(drawsAtMs) ?? Infinity) - drawsAtMs) / 2)),
      ),
  };
};

/** When sales for a draw close. */
export const closingOf = (calendar: Calendar, drawsAt: Date): Date =>
  new Date(drawsAt.getTime() - calendar.closeMsBefore(drawsAt.getTime()));

/** Minutes and hours, and seconds if there are six fields. */
const timeFieldsOf = (cron: string): string => cron.trim().split(/\s+/).slice(0, -3).join(' ');

/** The times of `count` draws in a row, of which the first is known. */
export const slotsFrom = (calendar: Calendar, firstMs: number, count: number): number[] => {
  const slots = [firstMs];
  for (let slot = firstMs; slots.length < count; slots.push(slot)) slot = calendar.after(slot);
  return slots;
};

/** Enough for patterns that differ from week to week. */
const countedDraws = 60;

/** The times between two draws of a pattern, which do not depend on the zone; undefined if it never matches. */
function intervalsOf(cron: string): number[] | undefined {
  const calendar = createCalendar({ cron, zone: createSiteZone([]), closeMs: 0 });
  if (calendar === undefined) return undefined;
  const slots = slotsFrom(calendar, calendar.after(0), countedDraws + 1);
  return slots.slice(1).map((slot, at) => slot - (slots[at] ?? 0));
}

/** The average time between two draws; undefined if there is none. */
export const meanIntervalMs = (cron: string): number | undefined => {
  const intervals = intervalsOf(cron);
  return intervals && intervals.reduce((sum, each) => sum + each, 0) / intervals.length;
};

/** The shortest time between two draws; undefined if there is none. */
export const shortestIntervalMs = (cron: string): number | undefined => {
  const intervals = intervalsOf(cron);
  return intervals && Math.min(...intervals);
};

/** More missed draws than this are skipped: no tickets could have been bought for them. */
const maxMissed = 100;

/**
 * Where a draw without tickets moves to: the first slot from its own on whose sales are not over, or for which
 * tickets were bought ahead.
 */
export const slotToMoveTo = (
  calendar: Calendar,
  { fromMs, nowMs, boughtAhead }: { fromMs: number; nowMs: number; boughtAhead: ReadonlySet<number> },
): number => {
  let slot = fromMs;
  for (let missed = 0; slot - calendar.closeMsBefore(slot) <= nowMs && !boughtAhead.has(slot); missed += 1) {
    slot = calendar.after(missed < maxMissed ? slot : Math.max(slot, nowMs));
  }
  return slot;
};

/**
 * The draw to open after the last one: the slot that follows it, missed ones included. The very first draw is
 * one whose sales are not over yet.
 */
export const nextSlot = (calendar: Calendar, lastDrawsAtMs: number | null, nowMs: number): number => {
  if (lastDrawsAtMs === null) {
    let slot = calendar.after(nowMs);
    while (slot - calendar.closeMsBefore(slot) <= nowMs) slot = calendar.after(slot);
    return slot;
  }
  const following = calendar.after(lastDrawsAtMs);
  let slot = following;
  for (let missed = 0; slot <= nowMs; missed++) {
    if (missed >= maxMissed) return calendar.after(nowMs);
    slot = calendar.after(slot);
  }
  return following;
};
