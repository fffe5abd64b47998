/**
 * A site of five hosts under load, while hosts die and wires between them are cut, chosen by a seed:
 *
 *   HOSTS_FAULTS=100 HOSTS_SEED=7 npm run test:faults -- hosts
 *
 * A hundred take about an hour. `RECOVERY_LIMIT_SECONDS` (60) is how long a recovery may take.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostsMissing, startHosts, type Hosts } from './hosts.ts';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import { clocks, cuts, HostFaultRun, hostsEnv, kills, type HostFault } from './host-faults.ts';
import { expectNothingLost } from '../faults/nothing-lost.ts';

const seed = process.env['HOSTS_SEED'] ?? String(Date.now() % 100_000);
const count = Number(process.env['HOSTS_FAULTS'] ?? 20);
const playerCount = 30;
const faultsBetweenAudits = 10;

/** Kills, and cuts or set clocks, in turn, each kind once in an order of the seed before any comes again. */
const chooseFaults = (): HostFault[] => {
  const entropy = seededEntropy(seed);
  const shuffle = (faults: readonly HostFault[]): HostFault[] =>
    faults
      .map((fault) => ({ fault, at: entropy.randomBytes(6).toString('hex') }))
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map(({ fault }) => fault);
  const endless = function* (faults: readonly HostFault[]): Generator<HostFault, never> {
    for (;;) yield* shuffle(faults);
  };
  const [killing, cutting] = [endless(kills), endless([...cuts, ...clocks])];
  return Array.from({ length: count }, (_, index) => (index % 2 === 0 ? killing : cutting).next().value);
};

const missing = hostsMissing();
if (missing !== undefined) console.info(missing);

describe.runIf(missing === undefined)(`a site of five hosts, seed ${seed}`, () => {
  let hosts: Hosts;
  let run: HostFaultRun;

  beforeAll(async () => {
    hosts = await startHosts({ env: hostsEnv });
    run = await HostFaultRun.start(hosts, playerCount);
  }, 900_000);

  afterAll(() => {
    if (run) console.log(run.report());
    hosts?.close();
  });

  it.each(chooseFaults().map((fault, index) => ({ number: index + 1, fault, name: fault.name })))(
    'F31, F32: loses nothing and heals, $number: $name',
    async ({ number, fault }) => {
      await run.measure(fault);
      if (number % faultsBetweenAudits === 0) await expectNothingLost(hosts, run.players);
    },
    600_000,
  );

  it('F31, F32: has each acknowledged bet once and no other', async () => {
    await run.judge();
    expect(run.players.cashOuts.length).toBeGreaterThan(playerCount);
  }, 300_000);
});
