#!/usr/bin/env bash
# Versions: caddy 2.6.2 and nginx 1.22.1 of Debian 12, ws 8.23.0; 2026-11-29.
# Guess: live connections outlive a reload of Caddy as they outlive one of nginx: "graceful, without downtime".
# Seen: nginx keeps them with its old worker. Caddy ends all of them at once, with close code 1001 for the player; what
# it sends to the site is a frame without a mask, which ws counts as a fault of the protocol: the site sees 1006.
# Source: run; the documentation of later versions names it, with stream_close_delay to put it off.
# Meaning: after a reload of Caddy all players come back at once, as after a restart; a site's own count of faults of
# the protocol rises with it.
set -euo pipefail
for tool in caddy nginx; do
  command -v $tool >/dev/null || { echo "needs apt-get install $tool" >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ws@8.23.0 >/dev/null
cat > run.cjs <<'JS'
const { createServer } = require('node:http');
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { writeFileSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');
const { WebSocket, WebSocketServer } = require('ws');
const listen = async (server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};
const freePort = async () => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
};
const open = async (port) => {
  for (let tries = 0; ; tries += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    const isOpen = once(socket, 'open').then(() => true);
    const isClosed = once(socket, 'close').then(() => false);
    if (await Promise.race([isOpen, isClosed]).catch(() => false)) return socket;
    if (tries === 100) throw new Error('no connection');
    await pause(200);
  }
};
(async () => {
  const site = createServer();
  const sitePort = await listen(site);
  let seen = 'open';
  new WebSocketServer({ server: site }).on('connection', (socket) => {
    seen = 'open';
    let fault = '';
    socket.on('error', ({ code }) => (fault = ` after ${code}`));
    socket.on('close', (code) => (seen = `closed ${code}${fault}`));
  });
  const [port, adminPort, nginxPort] = [await freePort(), await freePort(), await freePort()];
  const write = (header) => writeFileSync('Caddyfile', `{
  admin 127.0.0.1:${adminPort}
  auto_https off
}
http://127.0.0.1:${port} {
  header X-Version ${header}
  reverse_proxy 127.0.0.1:${sitePort}
}
`);
  write('one');
  writeFileSync('nginx.conf', `daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  server {
    listen 127.0.0.1:${nginxPort};
    location / {
      proxy_pass http://127.0.0.1:${sitePort};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
    }
  }
}
`);
  const ofCaddy = ['--config', 'Caddyfile', '--adapter', 'caddyfile'];
  const quiet = { stdio: 'ignore', env: { ...process.env, HOME: process.cwd() } };
  const caddy = spawn('caddy', ['run', ...ofCaddy], quiet);
  const nginx = spawn('nginx', ['-p', process.cwd(), '-c', 'nginx.conf'], quiet);
  const reloads = {
    caddy: () => {
      write('two');
      spawnSync('caddy', ['reload', ...ofCaddy, '--address', `127.0.0.1:${adminPort}`], quiet);
    },
    nginx: () => nginx.kill('SIGHUP'),
  };
  for (const [name, at] of [['caddy', port], ['nginx', nginxPort]]) {
    const socket = await open(at);
    let player = 'open';
    socket.on('error', () => undefined);
    socket.on('close', (code) => (player = `closed ${code}`));
    reloads[name]();
    await pause(3_000);
    console.log(`${name}: the player sees ${player}, the site ${seen}`);
    socket.terminate();
    await pause(200);
  }
  caddy.kill();
  nginx.kill();
  await Promise.all([once(caddy, 'exit'), once(nginx, 'exit')]);
  process.exit();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
caddy: the player sees closed 1001, the site closed 1006 after WS_ERR_EXPECTED_MASK
nginx: the player sees open, the site open
SEEN
