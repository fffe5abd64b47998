#!/usr/bin/env bash
# Versions: chromium and chromium-headless-shell 156 of Debian 12, playwright-core 1.65.1; 2026-11-28.
# Guess: without --disable-back-forward-cache, which test libraries give it, a headless Chromium keeps a page that is left.
# Seen: chromium-headless-shell never does (pageshow is not persisted); chromium --headless=new does.
# Source: run. Needs both programs: apt-get install chromium chromium-headless-shell.
# Meaning: a test of returning pages in the shell passes or fails by an ordinary load.
set -euo pipefail
shell=$(command -v chromium-headless-shell) || { echo 'needs apt-get install chromium-headless-shell' >&2; exit 2; }
whole=$(command -v chromium) || { echo 'needs apt-get install chromium' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund playwright-core@1.65.1 >/dev/null
cat > run.cjs <<'JS'
const { createServer } = require('node:http');
const { chromium } = require('playwright-core');
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>${request.url}</title>
    <script>addEventListener('pageshow', ({ persisted }) => (window.kept = persisted));</script>`);
});
const look = async (url, executablePath, args) => {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...args],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage();
  await page.goto(`${url}/one`);
  await page.goto(`${url}/two`);
  await page.evaluate(() => void setTimeout(() => history.back(), 100));
  await page.waitForURL('**/one', { waitUntil: 'commit' });
  await page.waitForFunction(() => window.kept !== undefined);
  const kept = await page.evaluate(() => window.kept);
  await browser.close();
  return kept;
};
server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const seen = {
    shell: await look(url, process.argv[2], []),
    whole: await look(url, process.argv[3], ['--headless=new']),
  };
  server.close();
  console.log(`kept by the headless shell: ${seen.shell}, by the whole Chromium: ${seen.whole}`);
});
JS
node run.cjs "$shell" "$whole" | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
kept by the headless shell: false, by the whole Chromium: true
SEEN
