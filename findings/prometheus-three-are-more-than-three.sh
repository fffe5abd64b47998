#!/usr/bin/env bash
# Versions: prometheus 2.42 of Debian 12 (promtool); 2026-11-29.
# Guess: `increase(failures_total[15m]) > 3` needs a fourth failure.
# Seen: three failures are 3.07 where samples and window do not meet: the increase is stretched from the first and last
# sample to the whole window. The alert fires at the third failure, and is silent a minute later, where the newest
# sample lies at the end of the window and the increase is exactly 3.
# Source: documented under "increase"; that a whole number is passed by its own count is seldom expected.
# Meaning: a limit of n events is written as n - 0.5 or n + 0.5, where the difference matters.
set -euo pipefail
command -v promtool >/dev/null || { echo 'needs apt-get install prometheus' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > rules.yaml <<'YAML'
groups:
  - name: fair
    rules:
      - { alert: MoreThanThree, expr: 'sum(increase(failures_total[15m])) > 3' }
YAML
cat > test.yaml <<'YAML'
rule_files: [rules.yaml]
tests:
  - interval: 40s
    input_series: [{ series: failures_total, values: '0x6 1x3 2x3 3x40' }]
    alert_rule_test:
      - { alertname: MoreThanThree, eval_time: 17m, exp_alerts: [{ exp_labels: {} }] }
      - { alertname: MoreThanThree, eval_time: 18m, exp_alerts: [] }
    promql_expr_test:
      - { expr: 'sum(increase(failures_total[15m]))', eval_time: 17m, exp_samples: [{ value: 3.0681818181818183 }] }
YAML
if promtool test rules test.yaml >/dev/null; then echo 'three failures are 3.068, and more than 3'; fi | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
three failures are 3.068, and more than 3
SEEN
