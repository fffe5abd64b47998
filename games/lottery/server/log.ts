/** The lottery's draws for the public log. */
import { toLoggedBeacon, type LoggedRounds } from '@fairground/game-kit/server';
import { lotteryRules } from '../rules.ts';
import { decodePick } from './pick.ts';
import * as sql from './sql/log.sql.ts';

export const loggedDraws: LoggedRounds = {
  lastOver: async (query) => (await sql.lastOver.first(query))?.key ?? 0n,
  read: async (query, page) =>
    (await sql.readDraws.run(query, page)).map((row) => ({
      key: row.id,
      id: row.draw_key,
      commitment: row.commitment,
      link: null,
      beaconRound: row.beacon_round,
      seal:
        row.root === null || row.ticket_count === null
          ? null
          : { betsRoot: row.root, betCount: row.ticket_count },
      result:
        row.seed === null || row.winning === null
          ? null
          : {
              seed: row.seed,
              outcome: { winningNumbers: decodePick(row.winning) },
              beacon: toLoggedBeacon(row),
            },
      isSettled: row.state === 'finished',
      void: row.voided_at === null ? null : { reason: null, seed: row.void_seed },
    })),
  sums: (query, range) =>
    sql.sumTickets.run(query, { ...range, tierHundredths: lotteryRules.tierHundredths }),
  algorithms: (query, ids) => sql.readAlgorithms.run(query, { ids: [...ids] }),
};
