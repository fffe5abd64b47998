#!/usr/bin/env bash
# Versions: systemd 252 of Debian 12; 2026-11-29.
# Guess: `OnCalendar=hourly` starts 25 times on the day in autumn whose clock is set back, and each five minutes means
# that no more than five minutes pass.
# Seen: the hour that is there twice is run once: after 02:55 in summer time comes 03:00 in winter time, 65 minutes
# later. With a zone of its own, `hourly UTC`, nothing is left out. In spring a time inside of the gap is left out for
# that day, not moved.
# Source: run; systemd.time(7) does not say it.
# Meaning: a timer of a witness, a monitor or a backup names UTC, or counts from its last run (OnUnitActiveSec=).
set -euo pipefail
command -v systemd-analyze >/dev/null || { echo 'needs apt-get install systemd' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
runs() { # FROM COUNT EXPRESSION: the runs after FROM, in UTC
  TZ=Europe/Berlin systemd-analyze calendar --base-time="$1" --iterations="$2" "$3" |
    sed -nE 's/.*\(in UTC\): [A-Z][a-z]+ [0-9]{4}-([0-9-]+ [0-9:]{5}).*/\1/p' | paste -sd, | sed 's/,/, /g'
}
{
  echo "hourly, in UTC:          $(runs '2027-10-30 23:30 UTC' 3 hourly)"
  echo "each five minutes:       $(runs '2027-10-31 00:52 UTC' 3 '*:0/5')"
  echo "hourly UTC:              $(runs '2027-10-30 23:30 UTC' 3 'hourly UTC')"
  echo "02:30 around the gap:    $(runs '2027-03-27 00:00 UTC' 2 '02:30')"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
hourly, in UTC:          10-31 00:00, 10-31 02:00, 10-31 03:00
each five minutes:       10-31 00:55, 10-31 02:00, 10-31 02:05
hourly UTC:              10-31 00:00, 10-31 01:00, 10-31 02:00
02:30 around the gap:    03-27 01:30, 03-29 00:30
SEEN
