#!/usr/bin/env bash
# Versions: redis-server and redis-tools 7.0.15 of Debian 12; 2026-11-29.
# Guess: three times 0.1 is the same number in INCRBYFLOAT, HINCRBYFLOAT and ZINCRBY.
# Seen: the first two add long doubles and write 17 digits: 0.3. ZINCRBY adds doubles: 0.30000000000000004, as
# JavaScript does. A board and a counter that are fed alike disagree, and scores beyond 2 ** 53 tie.
# Source: the documentation gives the formats, not the difference.
# Meaning: coins are whole numbers, and boards come from the ledger.
set -euo pipefail
for program in redis-server redis-cli; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install redis-server' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'redis-cli -s socket shutdown nosave 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
redis-server --port 0 --unixsocket "$PWD/socket" --save '' --dir "$PWD" --daemonize yes >/dev/null
ask() { redis-cli -s socket "$@"; }
until ask ping >/dev/null 2>&1; do sleep 0.1; done
{
  for _ in 1 2 3; do
    { ask incrbyfloat text 0.1; ask hincrbyfloat hash field 0.1; ask zincrby board 0.1 ann; } >/dev/null
  done
  echo "INCRBYFLOAT $(ask get text), HINCRBYFLOAT $(ask hget hash field), ZINCRBY $(ask zscore board ann)"
  ask zadd board 9007199254740992 bob 9007199254740993 eve >/dev/null
  echo "bob $(ask zscore board bob), eve $(ask zscore board eve)"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
INCRBYFLOAT 0.3, HINCRBYFLOAT 0.3, ZINCRBY 0.30000000000000004
bob 9007199254740992, eve 9007199254740992
SEEN
