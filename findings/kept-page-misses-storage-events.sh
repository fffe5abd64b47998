#!/usr/bin/env bash
# Versions: chromium 156 and firefox-esr 153 of Debian 12, puppeteer-core 25.15.0; 2026-11-29.
# Guess: a page that the back-forward cache keeps learns of what another page wrote to localStorage: the storage event
# comes when it is back, or in no browser.
# Seen: Chromium delivers it after pageshow; Firefox never does. The value itself is the new one in both.
# Source: run.
# Meaning: a page that comes back reads what it depends on (who is signed in) once more.
set -euo pipefail
for program in chromium firefox-esr; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install chromium firefox-esr' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@25.15.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { launch } from 'puppeteer-core';
const firefox = { browser: 'firefox', executablePath: '/usr/bin/firefox-esr' };
const chromium = {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>A page</title><p>A page');
});
const look = async (name, options) => {
  const browser = await launch({ headless: true, ...options });
  const page = await browser.newPage();
  const url = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`${url}/one`);
  await page.evaluate(() => {
    localStorage.setItem('player', 'ann');
    globalThis.seen = [];
    addEventListener('storage', ({ newValue }) => seen.push(newValue));
    addEventListener('pageshow', ({ persisted }) => seen.push(persisted ? 'kept' : 'loaded'));
  });
  await page.goto(`${url}/two`);
  await page.evaluate(() => localStorage.setItem('player', 'nobody'));
  await page.evaluate(() => void setTimeout(() => history.back(), 50));
  await wait(2_000);
  const { seen, value } = await page.evaluate(() => ({ seen: globalThis.seen, value: localStorage.getItem('player') }));
  console.log(`${name}: ${seen.join(', ')}; the value is ${value}`);
  await browser.close();
};
server.listen(0, '127.0.0.1', async () => {
  await look('Chromium', chromium);
  await look('Firefox', firefox);
  server.close();
  server.closeAllConnections();
});
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
Chromium: kept, nobody; the value is nobody
Firefox: kept; the value is nobody
SEEN
