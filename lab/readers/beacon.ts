/** The beacon of this machine, which stands in for drand's network, as drand's own client reads it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localChain } from '@fairground/fairness/local-beacon';
import { startLocalBeacon } from '../../apps/server/test/local-beacon.ts';
import { installPackages } from './installed.ts';
import { demand, readingsOf, reasonIn, runTool, type Part } from './reading.ts';

const version = '1.4.2';

/** Each verifies what it gets; prints the last round and how many were watched. */
const clientScript = `
import { HttpCachingChain, HttpChainClient, fetchBeacon, watch } from 'drand-client';
const options = { disableBeaconVerification: false, noCache: false,
  chainVerificationParams: { chainHash: process.argv[3], publicKey: process.argv[4] } };
const chain = new HttpCachingChain(process.argv[2] + '/' + process.argv[3], options);
const client = new HttpChainClient(chain, options);
const latest = await fetchBeacon(client);
const older = await fetchBeacon(client, latest.round - 5);
const end = new AbortController();
let watched = 0;
for await (const beacon of watch(client, end)) {
  watched += 1;
  if (watched === 3) break;
}
console.log(latest.round - older.round, watched);
process.exit(0);
`;

export const beacon: Part = {
  needs: {},
  async read() {
    const { folder } = await installPackages([`drand-client@${version}`]);
    const local = await startLocalBeacon({ nowMs: () => Date.now() });
    const { hash, publicKey } = localChain;
    const { readings, look } = readingsOf(`drand-client ${version}`);
    try {
      await look(
        'the beacon of `npm run dev -- --beacon`: the newest, an older one, and three as they come',
        async () => {
          const script = join(folder, 'client.js');
          await writeFile(script, clientScript);
          const { code, output } = await runTool(process.execPath, [script, local.url, hash, publicKey], {
            cwd: folder,
          });
          demand(code === 0 && /^5 3$/m.test(output), reasonIn(output));
          return 'all verified';
        },
      );
      return readings;
    } finally {
      await local.stop();
    }
  },
};
