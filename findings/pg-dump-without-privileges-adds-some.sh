#!/usr/bin/env bash
# Versions: postgresql-15 15.18 of Debian 12; 2026-11-30.
# Guess: `pg_restore --no-acl`, as moves between hosted servers use it, leaves others with fewer rights than before.
# Seen: it leaves REVOKE away as well as GRANT. A function that only one role might run, with the rights of its owner,
# can be run by every login afterwards; the tables' rights are gone as expected.
# Source: documented, in two places: a new function may be run by PUBLIC, and --no-acl leaves out grant and revoke.
# Meaning: a dump of the site is restored with its privileges (docs/operations/backups.md), or no process starts. Its
# functions with rights of the owner are in a schema of their own, which others may not use.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -x $bin/initdb ] || { echo 'needs apt-get install postgresql-15' >&2; exit 2; }
folder=$(mktemp -d)
as=()
trap '"${as[@]}" "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown nobody . && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
"${as[@]}" "$bin/initdb" -D data -U fair --auth=trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D data -o "-c listen_addresses= -k $PWD" -l log -w start >/dev/null
export PGHOST=$PWD PGUSER=fair
psql -qd postgres -c 'CREATE ROLE site LOGIN' -c 'CREATE ROLE stranger LOGIN' -c 'CREATE DATABASE old' \
  -c 'CREATE DATABASE kept' -c 'CREATE DATABASE bare'
psql -qd old <<'SQL'
CREATE TABLE wallet (coins int);
INSERT INTO wallet VALUES (10);
GRANT SELECT ON wallet TO site;
CREATE FUNCTION pay() RETURNS int LANGUAGE sql SECURITY DEFINER AS
  'UPDATE wallet SET coins = coins + 1 RETURNING coins';
REVOKE EXECUTE ON FUNCTION pay() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pay() TO site;
SQL
pg_dump -Fc old > old.dump
pg_restore -d kept old.dump
pg_restore --no-owner --no-acl -d bare old.dump
for database in kept bare; do
  psql -d $database -Atc "SELECT current_database(), r, 'reads ' || has_table_privilege(r, 'wallet', 'SELECT'),
    'pays ' || has_function_privilege(r, 'pay()', 'EXECUTE') FROM unnest(ARRAY['site', 'stranger']) AS r"
done | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
kept|site|reads true|pays true
kept|stranger|reads false|pays false
bare|site|reads false|pays true
bare|stranger|reads false|pays true
SEEN
