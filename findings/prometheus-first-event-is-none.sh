#!/usr/bin/env bash
# Versions: prometheus 2.42 of Debian 12 (promtool), prom-client 15.1.3; 2026-11-29.
# Guess: `increase(events_total{event="staff"}[1h]) > 0` fires at the first event, and 50 events at once are 50.
# Seen: a counter with labels exists from its first event on, and what it appears with is no increase: one event, or 50
# before the first scrape, are 0. Only later ones count. A counter without labels starts at 0 and has no such gap.
# Source: run; Prometheus' guide to instrumentation says "avoid missing metrics".
# Meaning: series that an alert watches are made with 0 at the start (`platform/metrics.ts`); before, the first command
# of the staff and a burst of failed mails after a start went unseen.
set -euo pipefail
command -v promtool >/dev/null || { echo 'needs apt-get install prometheus' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund prom-client@15.1.3 >/dev/null
cat > run.cjs <<'JS'
const { Counter, Registry } = require('prom-client');
const registers = [new Registry()];
new Counter({ name: 'plain_total', help: 'help', registers });
const labeled = new Counter({ name: 'labeled_total', help: 'help', labelNames: ['event'], registers });
const shown = async () => (await registers[0].metrics()).split('\n').filter((line) => /^\w/.test(line)).join(', ');
(async () => {
  console.log(`at the start: ${await shown()}`);
  labeled.inc({ event: 'staff' }, 50);
  console.log(`after 50 events: ${await shown()}`);
})();
JS
cat > rules.yaml <<'YAML'
groups:
  - name: fair
    rules:
      - { alert: Appears, expr: 'sum(increase(appears_total[1h])) > 0' }
      - { alert: StartsAtZero, expr: 'sum(increase(starts_total[1h])) > 0' }
YAML
cat > test.yaml <<'YAML'
rule_files: [rules.yaml]
tests:
  - interval: 15s
    input_series:
      - { series: 'appears_total{event="staff"}', values: '_x40 50x100' }
      - { series: 'starts_total{event="staff"}', values: '0x40 50x100' }
    alert_rule_test:
      - { alertname: Appears, eval_time: 20m, exp_alerts: [] }
      - { alertname: StartsAtZero, eval_time: 20m, exp_alerts: [{ exp_labels: {} }] }
YAML
{
  node run.cjs
  promtool test rules test.yaml >/dev/null && echo 'fires: the one that starts at 0; silent: the one that appears'
} 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
at the start: plain_total 0
after 50 events: plain_total 0, labeled_total{event="staff"} 50
fires: the one that starts at 0; silent: the one that appears
SEEN
