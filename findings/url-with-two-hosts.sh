#!/usr/bin/env bash
# libpq takes several hosts in an address: postgres://user@db1,db2/name. Node's URL takes the same text as one host named
# "db1,db2", and refuses it once each host has a port. The driver pg takes either as one host, so what fails is the look-up of
# a name, after the start, with ENOTFOUND.
# Guess: refused in both forms. Seen on 2026-11-28 with Node 20 and 26 and pg 8.23.1. Source: run; the URL standard allows
# a comma in the host of a scheme that it does not know.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg@8.23.1 >/dev/null
cat > run.cjs <<'JS'
const pg = require('pg');
const forms = ['postgres://fair@db1,db2/site', 'postgres://fair@db1:5432,db2:5433/site'];
const seen = forms.map((text) => {
  const url = (() => { try { return new URL(text).host; } catch { return 'refused'; } })();
  const driver = (() => { try { return new pg.Client(text).host; } catch { return 'refused'; } })();
  return `${text}: URL ${url}, pg ${driver}`;
});
console.log(seen.join('\n'));
const expected = ['URL db1,db2, pg db1,db2', 'URL refused, pg refused'];
if (!seen.every((line, at) => line.endsWith(expected[at]))) {
  console.error('This has changed.');
  process.exit(1);
}
JS
node run.cjs
