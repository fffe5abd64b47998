/** Aviator's rounds for the public log. */
import { toLoggedBeacon, type LoggedRounds } from '@fairground/game-kit/server';
import * as sql from './sql/log.sql.ts';

export const loggedRounds: LoggedRounds = {
  lastOver: async (query) => (await sql.lastOver.first(query))?.key ?? 0n,
  read: async (query, page) =>
    (await sql.readRounds.run(query, page)).map(({ crash_hundredths: crash, ...row }) => ({
      key: row.id,
      id: String(row.id),
      commitment: row.commitment,
      link: { chain: row.chain_id, round: row.link },
      beaconRound: row.beacon_round,
      seal:
        row.bets_root === null || row.bet_count === null
          ? null
          : { betsRoot: row.bets_root, betCount: row.bet_count },
      result:
        row.seed === null || crash === null || row.state === 'void'
          ? null
          : { seed: row.seed, outcome: { crashMultiplier: crash / 100 }, beacon: toLoggedBeacon(row) },
      isSettled: row.state === 'finished',
      void: row.state === 'void' ? { reason: null, seed: row.seed } : null,
    })),
  sums: (query, range) => sql.sumBets.run(query, range),
  algorithms: (query, ids) => sql.readAlgorithms.run(query, { ids: [...ids] }),
};
