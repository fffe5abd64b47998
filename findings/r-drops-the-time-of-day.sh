#!/usr/bin/env bash
# Versions: R 4.2.2 of Debian 12; 2026-11-30.
# Guess: as.POSIXct("2026-11-30T08:42:23Z") is that moment, or an error.
# Seen: midnight of that day, without a warning: of the forms that it tries, the one of a day alone fits the beginning,
# and the rest is left over. The same with a space instead of the T has its time. A format of one's own reads it.
# Source: run; the manual lists the forms. R 4.3.0 added some with a T, says its list of changes (not run).
# Meaning: whoever reads movements.csv or the export in R names the format: "%Y-%m-%dT%H:%M:%OSZ", with tz = "UTC".
set -euo pipefail
command -v Rscript >/dev/null || { echo 'needs apt-get install r-base-core' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > run.R <<'R'
options(warn = 1)
show <- function(at) cat(format(at, "%Y-%m-%d %H:%M:%S"), "\n")
times <- read.csv(text = "time\n2026-11-30T08:42:23.551Z\n2026-11-30T19:05:00.000Z")$time
show(as.POSIXct(times, tz = "UTC"))
show(as.POSIXct("2026-11-30 08:42:23", tz = "UTC"))
show(as.POSIXct(times, tz = "UTC", format = "%Y-%m-%dT%H:%M:%OSZ"))
R
Rscript run.R 2>&1 | tee seen.txt
diff -Z seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
2026-11-30 00:00:00 2026-11-30 00:00:00
2026-11-30 08:42:23
2026-11-30 08:42:23 2026-11-30 19:05:00
SEEN
