/** Players who come together, play for a while and leave: what was acknowledged is compared then, and forgotten. */
import { appendFile } from 'node:fs/promises';
import { until } from '../../apps/server/test/player-client.ts';
import type { Cluster } from '../faults/cluster.ts';
import type { Call } from '../faults/cluster-client.ts';
import { startClusterPlayers, type PlacedBet } from '../faults/cluster-players.ts';
import { expectNothingLost } from '../faults/nothing-lost.ts';
import { startVisitors } from './visitors.ts';

export interface Shift {
  /** Takes what was made since the last time. */
  takeCalls(): Call[];
  /** Each player has seen a take-off and each visitor was served after this moment. */
  untilServed(limitMs: number): Promise<void>;
  /** After the last call was answered and the last bet decided. */
  end(): Promise<Played>;
  /** Rejects if anything that was acknowledged is missing, or the audit is not clean. */
  expectNothingLost(): Promise<void>;
}

interface Played {
  /** Bets on rounds and draws. */
  bets: readonly PlacedBet[];
  calls: readonly Call[];
  /** Bets of all kinds. */
  betCount: number;
}

/** Half of them are visitors. Names of accounts contain the number. */
export const startShift = async (cluster: Cluster, number: number, count: number): Promise<Shift> => {
  const urls = () => cluster.members.map(({ url }) => url);
  const visiting = Math.floor(count / 2);
  const players = await startClusterPlayers(urls, count - visiting);
  const { history, cashOuts } = players;
  const calls: Call[] = [];
  const visitors = await startVisitors(
    urls,
    Array.from({ length: visiting }, (_, index) => `visitor_${number}_${index}`),
    { history, call: (call) => void calls.push(call) },
  );
  let taken = [0, 0];
  return {
    takeCalls() {
      const lists = [players.calls, calls];
      const since = lists.flatMap((list, at) => list.slice(taken[at]));
      taken = lists.map(({ length }) => length);
      return since;
    },
    async untilServed(limitMs) {
      const [dateMs, atMs] = [Date.now(), performance.now()];
      const missing = () => [
        ...(players.countShownSince(dateMs) < players.count ? ['players without a take-off'] : []),
        ...visitors.findStuck(atMs),
      ];
      await until('all are served', () => missing().length === 0, limitMs).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${missing().join(', ')}`);
      });
    },
    async end() {
      await Promise.all([players.stop(), visitors.stop()]);
      return {
        bets: players.bets,
        calls: players.calls,
        betCount: players.bets.length + visitors.bets.length,
      };
    },
    expectNothingLost: () =>
      expectNothingLost(cluster, {
        history,
        cashOuts,
        async writeAcknowledgements(file) {
          await players.writeAcknowledgements(file);
          await appendFile(file, visitors.bets.map((bet) => `${JSON.stringify(bet)}\n`).join(''));
        },
      }),
  };
};
