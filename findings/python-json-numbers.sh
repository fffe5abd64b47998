#!/usr/bin/env bash
# Versions: python3 3.11 of Debian 12, Node 20.20.2 and 26.10.0; 2026-11-29.
# Guess: json.dumps with sorted keys and without spaces gives the bytes of canonical JSON (RFC 8785) for plain
# numbers.
# Seen: numbers differ: 1.0, 1e+16 for 10000000000000000, 1e-07, -0.0. And where both read a text, Python keeps whole
# numbers exact beyond 2 ** 53 and JavaScript rounds them: a verifier in one language hashes other bytes than one in
# the other.
# Source: run; RFC 8785 asks for the numbers of ECMAScript.
# Meaning: what is hashed holds whole numbers below 2 ** 53 and texts, or a verifier brings its own writer of numbers.
set -euo pipefail
command -v python3 >/dev/null || { echo 'needs apt-get install python3' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '[1.0, 1e16, 1e-7, -0.0, 9007199254740993, 1.5]' > numbers.json
{
  python3 -c 'import json; print(json.dumps(json.load(open("numbers.json")), separators=(",", ":")))'
  node -p 'JSON.stringify(JSON.parse(require("fs").readFileSync("numbers.json", "utf8")))'
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
[1.0,1e+16,1e-07,-0.0,9007199254740993,1.5]
[1,10000000000000000,1e-7,0,9007199254740992,1.5]
SEEN
