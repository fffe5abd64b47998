/**
 * What happens in a zone, hour by hour: the days, draws and announcements of the site next to what the
 * database reads on the zone's clock at each quarter of an hour.
 */
import { createSiteZone, type SiteZone, type ZoneOffset } from '../../apps/server/src/platform/time-zone.ts';
import { readOffsets } from '../../apps/server/src/site/sql/zone.sql.ts';
import { createControlledClock } from '../../apps/server/test/controlled-clock.ts';
import type { TestDatabase } from '../../apps/server/test/harness.ts';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import { createCalendar } from '../lottery/server/calendar.ts';

const stepMs = 15 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Times that are named are drawn once a day each; a step follows the time that passes. */
const namedPatterns = {
  '0 0 * * *': ['00:00'],
  '30 2 * * *': ['02:30'],
  '0 0,12 * * *': ['00:00', '12:00'],
  '45 23 * * *': ['23:45'],
};
const steppedPattern = { cron: '0 */6 * * *', everyMs: 6 * hourMs };

export interface Span {
  fromMs: number;
  untilMs: number;
}

/** Years as they are in UTC. */
export const yearsOf = (first: number, last: number): Span => ({
  fromMs: Date.UTC(first, 0, 1),
  untilMs: Date.UTC(last + 1, 0, 1),
});

/** Prepares a database for `findZoneFaults`, which sets its clock. */
export const prepareZoneFaults = async (test: TestDatabase): Promise<void> => {
  await (await createControlledClock(test.address)).close();
  await queryAsOwner(
    test.database,
    `CREATE FUNCTION public.announced_at(zone text, moments timestamptz[])
      RETURNS TABLE (moment timestamptz, day text, ends_at timestamptz)
      LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      UPDATE site_zone SET name = zone;
      FOREACH moment IN ARRAY moments LOOP
        PERFORM setval('test_clock.us', (extract(epoch FROM moment) * 1000000)::bigint);
        RETURN QUERY SELECT moment, t.day::text, n.begins_at FROM today t CROSS JOIN tomorrow n;
      END LOOP;
    END $$`,
  );
};

/** Whatever the site does otherwise than the clock of the zone shows it, in words. Nothing is right. */
export const findZoneFaults = async (test: TestDatabase, name: string, span: Span): Promise<string[]> => {
  // The draws and days at both ends are complete.
  const wide = { fromMs: span.fromMs - 3 * dayMs, untilMs: span.untilMs + 3 * dayMs };
  const changes = await scanOffsets(test, name, wide);
  const offsets = (
    await readOffsets.run(test.database.query, {
      zone: name,
      since: new Date(wide.fromMs),
      until: new Date(wide.untilMs),
    })
  ).map(({ at, ahead_ms: aheadMs }) => ({ fromMs: at.getTime(), aheadMs }));
  const site = createSiteZone(offsets);
  const readings = readClock(changes, wide);
  const spans = nearChanges(changes, span);
  return [
    ...differences('changes of the clock', offsets.map(showOffset), changes.map(showOffset)),
    ...(await findDayFaults(test, name, span)),
    ...(await findAnnouncedFaults(test, name, readings, spans)),
    ...findDrawFaults(site, readings, spans),
  ];
};

/** From when on which offset holds, by a look at each quarter of an hour. */
const scanOffsets = async (
  test: TestDatabase,
  name: string,
  { fromMs, untilMs }: Span,
): Promise<ZoneOffset[]> => {
  const rows = await test.rows<{ at: Date; ahead_ms: number }>(
    `SELECT at, (extract(epoch FROM ahead) * 1000)::float8 AS ahead_ms FROM (
      SELECT at, ahead, lag(ahead) OVER (ORDER BY at) AS before FROM (
        SELECT at, at AT TIME ZONE $1 - at AT TIME ZONE 'UTC' AS ahead
        FROM generate_series($2::timestamptz, $3::timestamptz, interval '15 minutes') s (at)
      ) read
    ) compared WHERE ahead IS DISTINCT FROM before ORDER BY at`,
    name,
    new Date(fromMs),
    new Date(untilMs),
  );
  return rows.map(({ at, ahead_ms: aheadMs }) => ({ fromMs: at.getTime(), aheadMs }));
};

const show = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const showOffset = ({ fromMs, aheadMs }: ZoneOffset): string => `${show(fromMs)} ${aheadMs / 60_000}`;

/** The first three of each suffice to find the reason. */
const differences = (what: string, seen: readonly string[], expected: readonly string[]): string[] => {
  const [isSeen, isExpected] = [new Set(seen), new Set(expected)];
  return [
    ...expected.filter((one) => !isSeen.has(one)).map((one) => `${what}: ${one} is missing`),
    ...seen.filter((one) => !isExpected.has(one)).map((one) => `${what}: ${one} is too much`),
    ...(seen.length === isSeen.size ? [] : [`${what}: some are there twice`]),
  ].slice(0, 3);
};

/** A day begins at the least of its moments, and all of them lie between this one and the next day's. */
const findDayFaults = async (
  test: TestDatabase,
  name: string,
  { fromMs, untilMs }: Span,
): Promise<string[]> => {
  const rows = await test.rows<{ day: string; what: string }>(
    `WITH read AS (
      SELECT at, day_in_zone(at, $1) AS day
      FROM generate_series($2::timestamptz - interval '2 days', $3::timestamptz + interval '2 days',
        interval '15 minutes') s (at)
    ), days AS (
      SELECT day, min(at) AS first, max(at) AS last FROM read GROUP BY day
    ), compared AS (
      SELECT day, first, last, lead(first) OVER (ORDER BY day) AS next, lag(day) OVER (ORDER BY day) AS before,
        day_begins_at(day, $1) AS begins, day_begins_at(day + 1, $1) AS ends FROM days
    ), whole AS (
      SELECT * FROM compared WHERE before IS NOT NULL AND next IS NOT NULL
    )
    SELECT day::text, CASE
      WHEN begins <> first THEN 'begins at another moment'
      WHEN before <> day - 1 THEN 'does not follow the day before'
      WHEN last + interval '15 minutes' <> next THEN 'and the next one mix'
      ELSE 'ends at another moment than the next one begins' END AS what
    FROM whole WHERE begins <> first OR before <> day - 1 OR last + interval '15 minutes' <> next OR ends <> next`,
    name,
    new Date(fromMs),
    new Date(untilMs),
  );
  return rows.slice(0, 3).map(({ day, what }) => `${day} ${what}`);
};

/** What the clock shows at each quarter of an hour, as if it were UTC. */
interface Reading {
  atMs: number;
  localMs: number;
}

const readClock = (changes: readonly ZoneOffset[], { fromMs, untilMs }: Span): Reading[] => {
  const readings: Reading[] = [];
  let next = 0;
  let aheadMs = 0;
  for (let atMs = fromMs; atMs <= untilMs; atMs += stepMs) {
    for (let change = changes[next]; change && change.fromMs <= atMs; change = changes[next]) {
      ({ aheadMs } = change);
      next++;
    }
    readings.push({ atMs, localMs: atMs + aheadMs });
  }
  return readings;
};

const dayOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10);

/** Around the changes of the clock, and in the first days: between them each day is like the one before. */
const nearChanges = (changes: readonly ZoneOffset[], { fromMs, untilMs }: Span): Span[] =>
  [fromMs, ...changes.map((change) => change.fromMs)]
    .filter((ms) => ms >= fromMs && ms < untilMs)
    .map((ms) => ({ fromMs: Math.max(fromMs, ms - 2 * dayMs), untilMs: Math.min(untilMs, ms + 2 * dayMs) }));

const isIn = (ms: number, spans: readonly Span[]): boolean =>
  spans.some(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs);

/** The wheel asks `today` and `tomorrow` what it announces. */
const findAnnouncedFaults = async (
  test: TestDatabase,
  name: string,
  readings: readonly Reading[],
  spans: readonly Span[],
): Promise<string[]> => {
  const asked = readings.filter(({ atMs }) => atMs % hourMs === 0 && isIn(atMs, spans));
  const rows = await test.rows<{ moment: Date; day: string; ends_at: Date }>(
    'SELECT * FROM announced_at($1, $2)',
    name,
    asked.map(({ atMs }) => new Date(atMs)),
  );
  const begins = new Map<string, number>();
  for (const { atMs, localMs } of readings) if (!begins.has(dayOf(localMs))) begins.set(dayOf(localMs), atMs);
  const expected = asked.map(({ atMs, localMs }) => {
    const next = begins.get(dayOf(Date.parse(dayOf(localMs)) + dayMs));
    return `${show(atMs)} ${dayOf(localMs)} until ${show(next ?? 0)}`;
  });
  const seen = rows.map(
    ({ moment, day, ends_at: ends }) => `${show(moment.getTime())} ${day} until ${show(ends.getTime())}`,
  );
  return differences('announced', seen, expected);
};

const findDrawFaults = (site: SiteZone, readings: readonly Reading[], spans: readonly Span[]): string[] => {
  const drawsOf = (cron: string): string[] => {
    const calendar = createCalendar({ cron, zone: site, closeMs: 60_000 });
    if (!calendar) throw new Error('the pattern names no day');
    return spans.flatMap(({ fromMs, untilMs }) => {
      const slots: string[] = [];
      for (let ms = calendar.after(fromMs - 1); ms < untilMs; ms = calendar.after(ms))
        slots.push(`${show(ms)} of ${calendar.dayOf(ms)}`);
      return slots;
    });
  };
  const write = ({ atMs, localMs }: Reading) => `${show(atMs)} of ${dayOf(localMs)}`;
  const stepped = readings.filter(
    ({ atMs, localMs }) => isIn(atMs, spans) && localMs % steppedPattern.everyMs === 0,
  );
  return [
    ...Object.entries(namedPatterns).flatMap(([cron, times]) => {
      const named = times
        .flatMap((time) => firstShown(readings, time))
        .filter(({ atMs }) => isIn(atMs, spans));
      return differences(`draws at ${cron}`, drawsOf(cron), named.map(write));
    }),
    ...differences(`draws at ${steppedPattern.cron}`, drawsOf(steppedPattern.cron), stepped.map(write)),
  ];
};

/** Where the clock shows this time first on each of its days, or leaps over it. */
const firstShown = (readings: readonly Reading[], time: string): Reading[] => {
  const shown: Reading[] = [];
  const [first] = readings;
  if (!first) return shown;
  let dueMs = Date.parse(`${dayOf(first.localMs)}T${time}:00Z`);
  while (dueMs <= first.localMs) dueMs += dayMs;
  for (const reading of readings) {
    if (reading.localMs < dueMs) continue;
    shown.push(reading);
    dueMs += dayMs;
  }
  return shown;
};
