#!/usr/bin/env bash
# Versions: haproxy 2.6.12 of Debian 12; 2026-11-29.
# Guess: a proxy that compresses leaves the ETag alone, or turns the tag of a repeated question back.
# Seen: HAProxy makes "one" into W/"one" and hands what the browser then asks on as it is. A site that compares the
# texts never answers 304 again; one that leaves out W/, as RFC 9110 asks of If-None-Match, does. no-transform keeps
# the answer as it was.
# Source: run; documented under "compression algo" in part.
# Meaning: If-None-Match is compared weakly.
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
  compression algo gzip
  compression type text/html
  server one unix@site
CFG
cat > run.cjs <<'JS'
const { createServer, request } = require('node:http');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const asked = [];
let isWeak = false;
const get = async (headers = {}) => {
  const sent = request({ socketPath: 'front', path: '/', headers });
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer;
};

const server = createServer(({ headers }, response) => {
  const known = headers['if-none-match'];
  asked.push(known ?? 'nothing');
  const isKnown = (isWeak ? known?.replace(/^W\//, '') : known) === '"one"';
  response.writeHead(isKnown ? 304 : 200, { etag: '"one"', 'content-type': 'text/html' });
  response.end(isKnown ? undefined : 'x'.repeat(5_000));
});
server.listen('site', async () => {
  const proxy = spawn('haproxy', ['-db', '-f', 'haproxy.cfg']);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { headers } = await get({ 'accept-encoding': 'gzip' });
  console.log(`sent "one", arrived ${headers.etag} ${headers['content-encoding']}`);
  for (isWeak of [false, true]) {
    const { statusCode } = await get({ 'accept-encoding': 'gzip', 'if-none-match': headers.etag });
    console.log(`asked again with ${asked.at(-1)}, compared ${isWeak ? 'weakly' : 'as text'}: ${statusCode}`);
  }
  proxy.kill();
  server.close();
  server.closeAllConnections();
});
JS
node run.cjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
sent "one", arrived W/"one" gzip
asked again with W/"one", compared as text: 200
asked again with W/"one", compared weakly: 304
SEEN
