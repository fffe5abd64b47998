/**
 * F35: in every zone that the database and this program know, each day, draw and announcement of five years
 * goes by the clock that the database reads. The lane db has a few zones of it.
 */
import { beforeAll, expect, it } from 'vitest';
import { isZoneName } from '../../apps/server/src/platform/time-zone.ts';
import { databaseForAll } from '../../apps/server/test/for-tests.ts';
import { findZoneFaults, prepareZoneFaults, yearsOf } from '../../games/test/zone-days.ts';

const test = databaseForAll();
beforeAll(() => prepareZoneFaults(test));

const span = yearsOf(2026, 2030);

/** Names of zones whose clocks show the same at each hour. */
const readSameZones = async (): Promise<string[][]> => {
  const names = (await test.rows<{ name: string }>('SELECT name FROM pg_timezone_names ORDER BY name'))
    .map(({ name }) => name)
    .filter(isZoneName);
  const rows = await test.rows<{ names: string[] }>(
    `SELECT array_agg(name ORDER BY name) AS names FROM (
      SELECT name, md5(string_agg((h AT TIME ZONE name)::text, ',' ORDER BY h)) AS shown
      FROM unnest($1::text[]) n (name), generate_series($2::timestamptz, $3::timestamptz, interval '1 hour') h
      GROUP BY name
    ) read GROUP BY shown`,
    names,
    new Date(span.fromMs),
    new Date(span.untilMs),
  );
  return rows.map((row) => row.names);
};

it('in every zone days, draws and what is announced go by the clock that the database reads', async () => {
  const groups = await readSameZones();
  expect(groups.flat().length).toBeGreaterThan(500);
  const faults: string[] = [];
  for (const [first = '', ...others] of groups)
    for (const fault of await findZoneFaults(test, first, span))
      faults.push(`${[first, ...others].join(', ')}: ${fault}`);
  expect(faults).toEqual([]);
  console.log(`${groups.flat().length} zones with ${groups.length} clocks`);
});
