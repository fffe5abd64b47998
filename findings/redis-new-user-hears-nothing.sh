#!/usr/bin/env bash
# Versions: redis-server and redis-tools 7.0.15 of Debian 12, redis (npm) 6.3.1; 2026-11-30.
# Guess: a user with all commands and all keys (`~* +@all`) may subscribe and publish.
# Seen: not to any channel, until `allchannels` or a pattern says so. The client stays connected and ready and answers
# pings; only the promise of each call is rejected.
# Source: documented under acl-pubsub-default (since 7.0); that nothing but the promise tells it, run.
# Meaning: the site took such a server for well and heard nothing; a refused channel is an outage now
# (`bus.db.test.ts`).
set -euo pipefail
for program in redis-server redis-cli; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install redis-server' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'redis-cli -s socket shutdown nosave 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund redis@6.3.1 >/dev/null
redis-server --port 0 --unixsocket "$PWD/socket" --save '' --dir "$PWD" --daemonize yes >/dev/null
until redis-cli -s socket ping >/dev/null 2>&1; do sleep 0.1; done
redis-cli -s socket acl setuser site on '>word' '~*' '+@all' >/dev/null
cat > run.cjs <<'JS'
const { createClient } = require('redis');
(async () => {
  const socket = { path: `${process.cwd()}/socket` };
  const client = createClient({ username: 'site', password: 'word', socket });
  const events = [];
  for (const name of ['error', 'ready', 'reconnecting', 'end']) client.on(name, () => events.push(name));
  await client.connect();
  const told = (promise) => promise.then(() => 'done', (error) => error.message.split(' ').slice(0, 2).join(' '));
  console.log(`set: ${await told(client.set('a', '1'))}`);
  console.log(`publish: ${await told(client.publish('rounds', 'open'))}`);
  console.log(`subscribe: ${await told(client.subscribe('rounds', () => undefined))}`);
  console.log(`ping: ${await told(client.ping())}, ready ${client.isReady}, events ${events.join(', ')}`);
  client.destroy();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
set: done
publish: NOPERM this
subscribe: NOPERM this
ping: done, ready true, events ready
SEEN
