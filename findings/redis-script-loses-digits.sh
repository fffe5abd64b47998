#!/usr/bin/env bash
# Versions: redis-server and redis-tools 7.0.15 of Debian 12; 2026-11-29.
# Guess: a script's numbers are doubles, exact up to 2 ** 53 as in JavaScript.
# Seen: only where they go straight into a command. What becomes text (.., tostring, cjson.encode) keeps 14 digits, so
# that a time in microseconds or a long id changes; an answer that is a number loses its fraction; a list that is
# empty comes back from cjson as an object.
# Source: run; the documentation names the fraction alone.
# Meaning: ids and times stay text in a script, and amounts are whole numbers.
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
  id=1764384000123456
  echo "command: $(ask eval 'redis.call("SET", "id", tonumber(ARGV[1])) return redis.call("GET", "id")' 0 $id)"
  echo "text: $(ask eval 'return "bet:" .. tonumber(ARGV[1])' 0 $id)"
  echo "json: $(ask eval 'return cjson.encode(cjson.decode(ARGV[1]))' 0 "{\"id\":$id}")"
  echo "empty list: $(ask eval 'return cjson.encode(cjson.decode(ARGV[1]))' 0 '{"bets":[]}')"
  echo "answer: $(ask eval 'return 3.99' 0)"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
command: 1764384000123456
text: bet:1.7643840001235e+15
json: {"id":1.7643840001235e+15}
empty list: {"bets":{}}
answer: 3
SEEN
