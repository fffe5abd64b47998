#!/usr/bin/env bash
# Versions: jq 1.6 of Debian 12, jq-wasm 1.0.1 of npm, which has a later one, Node 20.20.2; 2026-11-30.
# Guess: `fromdate` of jq reads a time of ISO 8601, which is its name in full: `fromdateiso8601`.
# Seen: a time with milliseconds is an error, and so it is with an offset instead of the Z; only whole seconds in UTC
# are read. The other way round `todate` cuts the fraction off.
# Source: run; the manual says so only of `strptime` and by its examples.
# Meaning: times here have milliseconds. They are compared as texts, or cut: `.time[:19] + "Z" | fromdate`.
set -euo pipefail
command -v jq >/dev/null || { echo 'needs apt-get install jq' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jq-wasm@1.0.1 >/dev/null
cat > run.mjs <<'JS'
import * as module from 'jq-wasm';
const { raw } = module.raw ? module : module.default;
const [text, filter] = process.argv.slice(2);
const seen = await raw(text, filter, ['-c']).catch(({ message }) => message);
console.log(/does not match/.exec(seen)?.[0] ?? seen);
JS
look() {
  echo "1.6: $1 | $2: $(jq -c "$2" <<<"$1" 2>&1 | sed 's/.*does not match.*/does not match/')"
  echo "wasm: $1 | $2: $(node run.mjs "$1" "$2")"
}
{
  look '"2026-11-30T08:42:23Z"' fromdate
  look '"2026-11-30T08:42:23.551Z"' fromdate
  look '"2026-11-30T09:42:23+01:00"' fromdate
  look '"2026-11-30T08:42:23.551Z"' '.[:19] + "Z" | fromdate'
  look 1796028143.551 todate
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
1.6: "2026-11-30T08:42:23Z" | fromdate: 1796028143
wasm: "2026-11-30T08:42:23Z" | fromdate: 1796028143
1.6: "2026-11-30T08:42:23.551Z" | fromdate: does not match
wasm: "2026-11-30T08:42:23.551Z" | fromdate: does not match
1.6: "2026-11-30T09:42:23+01:00" | fromdate: does not match
wasm: "2026-11-30T09:42:23+01:00" | fromdate: does not match
1.6: "2026-11-30T08:42:23.551Z" | .[:19] + "Z" | fromdate: 1796028143
wasm: "2026-11-30T08:42:23.551Z" | .[:19] + "Z" | fromdate: 1796028143
1.6: 1796028143.551 | todate: "2026-11-30T08:42:23Z"
wasm: 1796028143.551 | todate: "2026-11-30T08:42:23Z"
SEEN
