/**
 * `npm run cluster`: the site on five hosts of this machine, for a look, and for trying what
 * docs/operations/high-availability.md says. Shows who leads, and how to enter each host. Needs root on Linux.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hostsMissing, startHosts } from './hosts.ts';

const lookEveryMs = 1_000;
const port = Number(process.env['PORT'] ?? 3000);

const missing = hostsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(2);
}
// Hosts, processes and files end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
const startedAt = performance.now();
const hosts = await startHosts({
  env: { SITE_URL: `http://localhost:${port}` },
  ports: [port, port + 1],
  log: (line) => console.log(line),
});
console.log(`ready after ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
for (const { name, pid } of [...hosts.sites, ...hosts.databases])
  console.log(`enter ${name}: nsenter -at ${pid} --wd=/   (logs: ${hosts.dataDir}/${name})`);
console.log(
  `The fair is open at http://localhost:${port}, by site2 at port ${port + 1}. Ctrl-C ends all of it.`,
);
let shown = '';
for (;;) {
  const roles = await hosts.roles();
  const line = [
    `director ${(await hosts.director())?.name ?? 'none'}`,
    `primary ${roles?.primary.name ?? 'none with two standbys'}`,
    `synchronous standby ${roles?.synchronous.name ?? 'unknown'}`,
    `etcd leader ${(await hosts.etcdLeader())?.name ?? 'none'}`,
    `Valkey ${(await hosts.messagesPrimary())?.name ?? 'none'}`,
  ].join(', ');
  if (line !== shown) console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
  shown = line;
  await pause(lookEveryMs);
}
