#!/usr/bin/env bash
# Versions: redis-server and redis-tools 7.0.15 of Debian 12, redis (npm) 6.3.1; 2026-11-30.
# Guess: connect() is rejected where the server refuses the password, since another try cannot help.
# Seen: it tries again for ever, by its strategy for lost connections, and connect() stays pending: neither "ready" nor
# a rejection, only an `error` event for each try.
# Source: run; the documentation has the strategy for sockets.
# Meaning: whoever logs what connect() rejects with logs nothing. The bus logs each reason of an outage once, also of
# one that began with the process (`bus.db.test.ts`).
set -euo pipefail
for program in redis-server redis-cli; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install redis-server' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'redis-cli -s socket -a right shutdown nosave >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund redis@6.3.1 >/dev/null
redis-server --port 0 --unixsocket "$PWD/socket" --requirepass right --save '' --dir "$PWD" --daemonize yes >/dev/null
until [ -S socket ]; do sleep 0.1; done
cat > run.cjs <<'JS'
const { createClient } = require('redis');
(async () => {
  for (const password of ['right', 'wrong']) {
    const reconnectStrategy = (tries) => Math.min(1_000, 50 * 2 ** tries);
    const client = createClient({ password, socket: { path: `${process.cwd()}/socket`, reconnectStrategy } });
    const reasons = [];
    client.on('error', (error) => reasons.push(error.message.split(' ')[0]));
    const late = new Promise((resolve) => setTimeout(resolve, 3_000, 'still pending after 3 s'));
    const connected = client.connect().then(() => 'connected', (error) => `rejected: ${error.message}`);
    const end = await Promise.race([connected, late]);
    console.log(`${password}: ${end}${reasons.length > 1 ? `, several errors, all ${[...new Set(reasons)]}` : ''}`);
    client.destroy();
  }
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
right: connected
wrong: still pending after 3 s, several errors, all WRONGPASS
SEEN
