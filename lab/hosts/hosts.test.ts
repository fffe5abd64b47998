/**
 * One host dies and one wire is cut, with players on a site of five hosts.
 * `npm run test:faults -- hosts` does more of it.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { hostsMissing, startHosts, type Hosts } from './hosts.ts';
import { cuts, HostFaultRun, hostsEnv, kills, type HostFault } from './host-faults.ts';

const called = (faults: readonly HostFault[], name: string): HostFault => {
  const found = faults.find((fault) => fault.name === name);
  if (!found) throw new Error(`there is no fault ${name}`);
  return found;
};

const missing = hostsMissing();
if (missing !== undefined) console.info(missing);

describe.runIf(missing === undefined)('a site of five hosts', () => {
  let hosts: Hosts;
  let run: HostFaultRun;

  beforeAll(async () => {
    hosts = await startHosts({ env: hostsEnv });
    run = await HostFaultRun.start(hosts, 20);
  });

  afterAll(() => {
    if (run) console.log(run.report());
    hosts?.close();
  });

  it('F31: a standby takes over when the host of the primary dies, and nothing is lost', () =>
    run.measure(called(kills, 'host of the primary loses power')));

  it('F32: a primary that is cut off acknowledges nothing, even where a wait for its standby is canceled', () =>
    run.measure(called(cuts, 'primary cut off, and waits for its standby canceled')));

  it('F31, F32: each acknowledged bet is there once, and no other', () => run.judge());
});
