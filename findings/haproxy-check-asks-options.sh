#!/usr/bin/env bash
# Versions: haproxy 2.6.12 of Debian 12; 2026-11-29.
# Guess: `option httpchk` alone asks GET / and takes any answer for life.
# Seen: it asks OPTIONS / by HTTP/1.0, and only 2xx and 3xx count: a site that knows no OPTIONS answers 404, is marked
# down at once, and every visitor gets 503. Without the option a refused connection alone is down.
# Source: documented under "option httpchk".
# Meaning: the check names its path (`http-check send meth GET uri /api/health/ready`).
set -euo pipefail
command -v haproxy >/dev/null || { echo 'needs apt-get install haproxy' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > haproxy.cfg <<'CFG'
defaults
  mode http
  timeout connect 2s
  timeout client 5s
  timeout server 5s
frontend front
  bind unix@front
  default_backend site
backend site
  option httpchk
  server one unix@site check inter 200ms fall 1
CFG
cat > run.cjs <<'JS'
const { createServer, request } = require('node:http');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const asked = [];
const get = async (headers = {}) => {
  const sent = request({ socketPath: 'front', path: '/', headers });
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer;
};

const server = createServer(({ method, url, httpVersion }, response) => {
  asked.push(`${method} ${url} HTTP/${httpVersion}`);
  response.writeHead(method === 'GET' ? 200 : 404).end();
});
server.listen('site', async () => {
  const proxy = spawn('haproxy', ['-db', '-f', 'haproxy.cfg']);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  console.log(`check: ${asked[0]}; a visitor gets ${(await get()).statusCode}`);
  proxy.kill();
  server.close();
  server.closeAllConnections();
});
JS
node run.cjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
check: OPTIONS / HTTP/1.0; a visitor gets 503
SEEN
