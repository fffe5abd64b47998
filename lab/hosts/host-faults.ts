/**
 * Faults of hosts and of the wires between them, while players bet: what is done, how long it takes until bets are
 * accepted again, and whether every player is served soon after its end.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { disturb, disturbBothWays, heal, type WireFault } from './wires.ts';
import { canSetClocks, type Hosts, type Roles } from './hosts.ts';
import type { Host } from './network.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { loadEnv, startClusterPlayers, type ClusterPlayers } from '../faults/cluster-players.ts';
import { expectNothingElse, expectNothingLost } from '../faults/nothing-lost.ts';

const recoveryLimitMs = 1_000 * Number(process.env['RECOVERY_LIMIT_SECONDS'] ?? 60);
/** Longer than Patroni waits for a primary. One after which nothing is accepted lasts until something is. */
const lastsMs = 8_000;

/** More than the director has at a time. */
const enoughCanceled = 10;

export const hostsEnv = {
  SITE_URL: 'http://localhost:3000',
  RATE_LIMITS: 'off',
  MAX_SOCKETS_PER_ADDRESS: '100000',
  ...loadEnv,
};

/** What a fault is about, as it is when it begins. */
export interface Cast extends Roles {
  director: Host;
  otherSite: Host;
  etcdLeader: Host;
  messages: Host;
}

type End = () => void | Promise<void>;

export interface HostFault {
  name: string;
  kind: 'kill' | 'cut';
  /** Whether commits are shown that a promotion takes back. */
  isTakenBack?: boolean;
  /** Returns how it ends. */
  cause(cast: Cast, hosts: Hosts): End | Promise<End>;
}

const kill = (name: string, cause: HostFault['cause']): HostFault => ({ name, kind: 'kill', cause });
const cut = (name: string, cause: HostFault['cause']): HostFault => ({ name, kind: 'cut', cause });
const nothing = (): void => undefined;

const losePower =
  (who: keyof Cast): HostFault['cause'] =>
  (cast) => {
    cast[who].cutPower();
    return () => cast[who].boot();
  };

/** A service that is down until the fault's end. */
const hold =
  (who: keyof Cast, service: string): HostFault['cause'] =>
  (cast) => {
    cast[who].kill(service, true);
    return () => cast[who].release(service);
  };

export const kills: readonly HostFault[] = [
  kill('PostgreSQL of the primary killed', ({ primary }) => {
    primary.killPostgres();
    return nothing;
  }),
  kill('host of the primary loses power', losePower('primary')),
  kill('all processes of the primary’s host killed', ({ primary }) => {
    primary.killAll();
    return () => primary.boot();
  }),
  kill('Patroni of the primary killed', hold('primary', 'patroni')),
  kill('PostgreSQL of the synchronous standby killed', ({ synchronous }) => {
    synchronous.killPostgres();
    return nothing;
  }),
  kill('host of the synchronous standby loses power', losePower('synchronous')),
  kill('host of the other standby loses power', losePower('other')),
  kill('leader of etcd killed', hold('etcdLeader', 'etcd')),
  kill('two members of etcd killed', ({ synchronous, other }) => {
    for (const host of [synchronous, other]) host.kill('etcd', true);
    return () => [synchronous, other].forEach((host) => host.release('etcd'));
  }),
  kill('process of the director killed', ({ director }) => {
    director.kill('site');
    return nothing;
  }),
  kill('host of the director loses power', losePower('director')),
  kill('primary of Valkey killed', hold('messages', 'valkey')),
];

const ways = ['both ways', 'one way', 'the other way', 'slow', 'lossy'] as const;

const wire = (name: string, ends: (cast: Cast) => readonly [Host, readonly Host[]]): HostFault[] =>
  ways.map((way) =>
    cut(`${name}: ${way}`, (cast) => {
      const [one, others] = ends(cast);
      const fault: WireFault = way === 'slow' || way === 'lossy' ? way : 'cut';
      if (way === 'one way') disturb(one, others, fault);
      else if (way === 'the other way') for (const other of others) disturb(other, [one], fault);
      else disturbBothWays(one, others, fault);
      return () => [one, ...others].forEach(heal);
    }),
  );

export const cuts: readonly HostFault[] = [
  ...wire('site and primary', ({ director, primary }) => [director, [primary]]),
  ...wire('site and all databases', ({ director, primary, synchronous, other }) => [
    director,
    [primary, synchronous, other],
  ]),
  ...wire('the two sites and their Valkeys', ({ director, otherSite }) => [director, [otherSite]]),
  ...wire('primary and synchronous standby', ({ primary, synchronous }) => [primary, [synchronous]]),
  ...wire('primary and other standby', ({ primary, other }) => [primary, [other]]),
  ...wire('primary, and standbys with their etcd', ({ primary, synchronous, other }) => [
    primary,
    [synchronous, other],
  ]),
  // What it has committed by then is lost, and nobody may have been told that it was done.
  {
    isTakenBack: true,
    ...cut('primary cut off, and waits for its standby canceled', async (cast, hosts) => {
      const { primary, synchronous, other } = cast;
      disturbBothWays(primary, [synchronous, other], 'cut');
      let canceled = 0;
      await until(
        'waits of players are canceled',
        async () => {
          await pause(100);
          return (canceled += await hosts.cancelWaits(primary)) >= enoughCanceled;
        },
        recoveryLimitMs,
      );
      await until('the standby is promoted', () => hosts.isPromoted(synchronous), recoveryLimitMs);
      return () => [primary, synchronous, other].forEach(heal);
    }),
  },
  ...(['primary', 'synchronous', 'director'] as const).map((who) =>
    cut(`${who} unplugged`, (cast) => {
      cast[who].unplug();
      return () => cast[who].plugIn();
    }),
  ),
];

/** Sets the clock of the site's process on the director's host. */
const setClock = (offset: string): HostFault =>
  cut(`clock of the director’s host jumps by ${offset}`, async ({ director }) => {
    director.setClock(offset);
    await until('the site has that time', async () => {
      const url = 'http://127.0.0.1:3000/api/health/live';
      const date = await director.read(
        'curl',
        '-sf',
        '-m',
        '2',
        '-o',
        '/dev/null',
        '-w',
        '%header{date}',
        url,
      );
      return Math.abs(Date.parse(date) - Date.now()) > 20_000;
    });
    return () => director.setClock('+0s');
  });

export const clocks: readonly HostFault[] = canSetClocks ? ['+30s', '-30s'].map(setClock) : [];

interface Result {
  /** Seconds from the strike to the first accepted bet that was sent after it. */
  firstBet: number;
  /** Seconds from the fault's end until each player had a bet accepted that was sent after it. */
  allBet: number;
  voids: number;
}

export class HostFaultRun {
  readonly players: ClusterPlayers;
  private readonly hosts: Hosts;
  private readonly results = new Map<HostFault, Result[]>();
  private isSound = false;

  private constructor(hosts: Hosts, players: ClusterPlayers) {
    this.hosts = hosts;
    this.players = players;
  }

  static async start(hosts: Hosts, playerCount: number): Promise<HostFaultRun> {
    const players = await startClusterPlayers(() => hosts.urls, playerCount, hostsEnv.SITE_URL);
    const run = new HostFaultRun(hosts, players);
    await run.untilAllBet(0, 'every player has a bet');
    return run;
  }

  async measure(fault: HostFault): Promise<void> {
    const { hosts } = this;
    await hosts.whole();
    const cast = await this.cast();
    const voidsBefore = await this.countVoids();
    const struckAt = performance.now();
    const end = await fault.cause(cast, hosts);
    await until(
      `bets are accepted: ${fault.name}`,
      () => this.firstBet(struckAt) !== undefined,
      recoveryLimitMs,
    );
    const firstBet = ((this.firstBet(struckAt) ?? 0) - struckAt) / 1_000;
    if (end !== nothing) await pause(Math.max(0, lastsMs - (performance.now() - struckAt)));
    const endedAt = performance.now();
    if (fault.isTakenBack) this.players.history.expectTakenBack(struckAt, endedAt);
    await end();
    await this.untilAllBet(endedAt, `every player bets again: ${fault.name}`);
    const allBet = (performance.now() - endedAt) / 1_000;
    await hosts.whole();
    const voids = (await this.countVoids()) - voidsBefore;
    const result = { firstBet, allBet, voids };
    this.results.set(fault, [...(this.results.get(fault) ?? []), result]);
    console.log(
      `${fault.name} (${cast.primary.name} is the primary, ${cast.director.name} directs): first bet after ` +
        `${firstBet.toFixed(1)} s, all ${allBet.toFixed(1)} s after its end, ${voids} void`,
    );
  }

  /** Nothing acknowledged is missing, nothing else is there, and one order explains what each player saw. */
  async judge(): Promise<void> {
    await this.players.stop();
    await expectNothingLost(this.hosts, this.players);
    await expectNothingElse(this.hosts, this.players);
    this.isSound = true;
  }

  report(): string {
    const rows = [...this.results].map(([{ name }, results]) => {
      const median = (of: (result: Result) => number): string => {
        const sorted = results.map(of).toSorted((a, b) => a - b);
        return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
          .map((each) => each?.toFixed(1))
          .join(' / ');
      };
      const voids = results.reduce((sum, result) => sum + result.voids, 0);
      const waits = [median(({ firstBet }) => firstBet), median(({ allBet }) => allBet)];
      return `| ${name} | ${results.length} | ${waits.join(' | ')} | ${voids} |`;
    });
    return [
      '| fault | times | first bet, s: median / max | all players, s after its end | rounds void |',
      '| --- | ---: | ---: | ---: | ---: |',
      ...rows,
      '',
      `${this.players.bets.length} bets and ${this.players.cashOuts.length} cash-outs acknowledged: ` +
        (this.isSound ? 'none is missing, and all histories hold' : 'what was found is above'),
    ].join('\n');
  }

  private async cast(): Promise<Cast> {
    const { hosts } = this;
    const roles = await hosts.roles();
    const director = await hosts.director();
    const otherSite = hosts.sites.find((each) => each !== director);
    const [etcdLeader, messages] = [await hosts.etcdLeader(), await hosts.messagesPrimary()];
    if (!roles || !director || !otherSite || !etcdLeader || !messages)
      throw new Error('the cluster is not whole');
    return { ...roles, director, otherSite, etcdLeader, messages };
  }

  private firstBet(sinceMs: number): number | undefined {
    return this.acceptedSince(sinceMs)[0]?.answeredAtMs;
  }

  private acceptedSince(sinceMs: number): ClusterPlayers['calls'] {
    const { calls } = this.players;
    // In the order of their answers.
    const answered = calls.slice(calls.findLastIndex(({ answeredAtMs }) => answeredAtMs < sinceMs) + 1);
    return answered.filter(
      ({ path, status, isReplay, sentAtMs }) =>
        sentAtMs >= sinceMs && path.endsWith('/create') && status === 201 && !isReplay,
    );
  }

  private untilAllBet(sinceMs: number, what: string): Promise<void> {
    const count = this.players.count;
    return until(
      what,
      () => new Set(this.acceptedSince(sinceMs).map(({ player }) => player)).size === count,
      recoveryLimitMs,
    );
  }

  private async countVoids(): Promise<number> {
    const [row] = await this.hosts.asOwner<{ voids: number }>(
      `SELECT ((SELECT count(*) FROM aviator_round WHERE state = 'void')
        + (SELECT count(*) FROM double_trouble_draw WHERE state = 'void'))::integer AS voids`,
    );
    return row?.voids ?? 0;
  }
}
