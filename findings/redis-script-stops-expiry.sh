#!/usr/bin/env bash
# Versions: redis-server and redis-tools 7.0.15 of Debian 12; 2026-11-29.
# Guess: a key with a time to live is gone once that time is over, inside of a script too.
# Seen: in a script nothing expires: a key of 50 ms is there after 300 ms, with 0 ms left, while TIME goes on. Whoever
# measures a lease by TIME and by the key gets two answers.
# Source: run on 7.0; the documentation of EVAL names it for replication.
# Meaning: a script decides by one of the two, as short as it can be.
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
  ask eval '
    redis.call("SET", KEYS[1], "held", "PX", 50)
    local start, now = redis.call("TIME")
    repeat now = redis.call("TIME") until (now[1] - start[1]) * 1000000 + now[2] - start[2] > 300000
    local exists, left = redis.call("EXISTS", KEYS[1]), redis.call("PTTL", KEYS[1])
    return "after 300 ms in a script: exists " .. exists .. ", left " .. left
  ' 1 lease
  echo "after it: exists $(ask exists lease)"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
after 300 ms in a script: exists 1, left 0
after it: exists 0
SEEN
