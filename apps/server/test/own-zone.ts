/** A zone by the table of this program, for tests without a database. */
import { createSiteZone, ownAheadMs, type SiteZone, type ZoneOffset } from '../src/platform/time-zone.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

export const ownZone = (name: string, from: string, until: string): SiteZone => {
  const ahead = ownAheadMs(name);
  const fromMs = Date.parse(from);
  const offsets: ZoneOffset[] = [{ fromMs, aheadMs: ahead(fromMs) }];
  for (let ms = fromMs; ms < Date.parse(until); ms += hourMs) {
    if (ahead(ms + hourMs) === ahead(ms)) continue;
    let changedMs = ms + minuteMs;
    while (ahead(changedMs) === ahead(ms)) changedMs += minuteMs;
    offsets.push({ fromMs: changedMs, aheadMs: ahead(changedMs) });
  }
  return createSiteZone(offsets);
};
