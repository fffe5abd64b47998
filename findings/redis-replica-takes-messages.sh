#!/usr/bin/env bash
# Versions: redis-server and redis-tools 7.0.15 of Debian 12; 2026-11-30.
# Guess: a replica refuses PUBLISH with READONLY, as it refuses each write.
# Seen: it takes the message and hands it to those who are subscribed there. Subscribers of the primary never get it;
# what is published on the primary arrives at both.
# Source: run; documented is only that the primary's messages are replicated.
# Meaning: a process that stays connected to a former primary hears all and is heard by nobody. All processes need one
# address, whose connections end when it leads elsewhere (docs/operations/several-processes.md).
set -euo pipefail
for program in redis-server redis-cli; do
  command -v "$program" >/dev/null || { echo 'needs apt-get install redis-server' >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true
  for each in one two; do redis-cli -s $each shutdown nosave >/dev/null 2>&1 || true; done
  rm -rf "$folder"' EXIT
cd "$folder"
port=$((20000 + RANDOM % 10000))
redis-server --port $port --bind 127.0.0.1 --unixsocket "$PWD/one" --save '' --dir "$PWD" --daemonize yes >/dev/null
redis-server --port 0 --unixsocket "$PWD/two" --replicaof 127.0.0.1 $port --save '' --dir "$PWD" --daemonize yes \
  >/dev/null
until redis-cli -s two info replication 2>/dev/null | grep -q master_link_status:up; do sleep 0.1; done
for each in one two; do redis-cli -s $each subscribe rounds > heard-$each & done
sleep 1
{
  echo "SET on the replica: $(redis-cli -s two set a 1 2>&1 | cut -d' ' -f1)"
  for each in one two; do redis-cli -s $each publish rounds "of-$each" >/dev/null; sleep 0.5; done
  for each in one two; do echo "heard at $each: $(grep -o 'of-.*' heard-$each | tr '\n' ' ')"; done
} | sed 's/ *$//' | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
SET on the replica: READONLY
heard at one: of-one
heard at two: of-one of-two
SEEN
