/**
 * Tells the database the zone of the site, reads when its clock is set, and compares that with this program's
 * own table.
 */
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { readClock } from '../platform/database/sql/clock.sql.ts';
import { SettingError } from '../platform/settings-reader.ts';
import { createSiteZone, findZoneDifference, zoneRule, type SiteZone } from '../platform/time-zone.ts';
import * as sql from './sql/zone.sql.ts';

const dayMs = 86_400_000;
/** Longer than a process runs. */
const knownMs = 3_660 * dayMs;
const comparedMs = 731 * dayMs;

export const openSiteZone = async (
  query: Database['query'],
  name: string,
  log: Pick<Logger, 'warn'>,
): Promise<SiteZone> => {
  const fromMs = (await readClock.first(query))?.now.getTime() ?? Date.now();
  const since = new Date(fromMs - 400 * dayMs);
  const until = new Date(fromMs + knownMs);
  const rows = await sql.readOffsets.run(query, { zone: name, since, until }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== unknownZone) throw error;
    throw new SettingError(
      `SITE_TIME_ZONE is ${JSON.stringify(name)}: the database does not know it; it must be ${zoneRule}`,
    );
  });
  await sql.setSiteZone.run(query, { zone: name });
  const zone = createSiteZone(rows.map(({ at, ahead_ms: aheadMs }) => ({ fromMs: at.getTime(), aheadMs })));
  const differsMs = findZoneDifference(name, zone, { fromMs, untilMs: fromMs + comparedMs });
  if (differsMs !== undefined) {
    log.warn(
      { zone: name, from: new Date(differsMs).toISOString() },
      `the database and this program know different clocks of ${name}, and days and draws go by the database's: ` +
        'see "Zones" in docs/operations/database.md',
    );
  }
  return zone;
};

/** invalid_parameter_value */
const unknownZone = '22023';
