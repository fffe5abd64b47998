/**
 * The zone of the site. The database's table of zones decides every day and every draw; this program has
 * another table, which is only compared with it.
 */

/** By how much a zone's clock is ahead of UTC from a moment on. */
export interface ZoneOffset {
  fromMs: number;
  aheadMs: number;
}

/**
 * An offset such as +02:00 has no daylight saving, and short names such as CET mean one clock here and
 * another there.
 */
export const isZoneName = (text: string): boolean =>
  text === 'UTC' || (/^[A-Za-z][\w+-]*(?:\/[\w+-]+)+$/.test(text) && isKnown(text));

/** What the setting may be. */
export const zoneRule = 'UTC or an IANA time zone such as Europe/Berlin';

const isKnown = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/** A local time is written as if it were one of UTC, in milliseconds since 1970. */
export const createSiteZone = (offsets: readonly ZoneOffset[]) => {
  const indexAt = (ms: number): number =>
    Math.max(
      0,
      offsets.findLastIndex(({ fromMs }) => fromMs <= ms),
    );
  const aheadMs = (ms: number): number => offsets[indexAt(ms)]?.aheadMs ?? 0;
  const toLocalMs = (ms: number): number => ms + aheadMs(ms);
  /** When the clock is set next; Infinity if it is not known to be. */
  const nextChangeMs = (ms: number): number => offsets[indexAt(ms) + 1]?.fromMs ?? Infinity;
  return {
    toLocalMs,
    nextChangeMs,
    /** The first moment at which the clock shows this time, or at which it leaps over it. */
    toInstantMs(localMs: number): number {
      for (const [at, { fromMs, aheadMs: ahead }] of offsets.entries()) {
        const untilMs = offsets[at + 1]?.fromMs ?? Infinity;
        const instantMs = at === 0 ? localMs - ahead : Math.max(localMs - ahead, fromMs);
        if (instantMs < untilMs) return instantMs;
      }
      return localMs;
    },
    /** YYYY-MM-DD */
    dayOf: (ms: number): string => new Date(toLocalMs(ms)).toISOString().slice(0, 10),
  };
};

export type SiteZone = ReturnType<typeof createSiteZone>;

/** What this program's own table says. */
export const ownAheadMs = (name: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: name,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const read = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day, hour, minute, second } = read;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000;
  };
};

const comparedEveryMs = 6 * 3_600_000;

/** The first moment, to six hours, at which the database's table and this program's own one differ. */
export const findZoneDifference = (
  name: string,
  zone: Pick<SiteZone, 'toLocalMs'>,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): number | undefined => {
  const ahead = ownAheadMs(name);
  for (let ms = fromMs; ms < untilMs; ms += comparedEveryMs)
    if (zone.toLocalMs(ms) - ms !== ahead(ms)) return ms;
  return undefined;
};
