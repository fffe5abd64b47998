/** What games paid against their rules, counted again from all that was settled. */
import type { Check } from '../../../../ledger/audit.ts';
import { dailySums, type CountedGame } from './composed-returns.ts';

/** In all: the days of the site are those of the zone that was set when they were counted. */
export const returnChecks = (games: readonly CountedGame[]): readonly Check[] =>
  games.flatMap(({ id, returns }) =>
    returns === undefined
      ? []
      : {
          line: 'I22',
          states: `the sums of what ${id} paid and of what its rules expect are those of its settled bets`,
          broken: `WITH progress AS MATERIALIZED (
              SELECT coalesce((SELECT counted_through FROM game_return_progress WHERE game = '${id}'), 0) AS through
            ), due AS (
              SELECT sum(d.bets) AS bets, sum(d.staked) AS staked, sum(d.paid) AS paid, sum(d.expected) AS expected,
                sum(d.variance) AS variance
              FROM (${dailySums(
                returns.units(
                  (unit) => `${unit} <= (SELECT through FROM progress) AND NOT EXISTS (
                    SELECT FROM game_return_open o WHERE o.game = '${id}' AND o.id = ${unit})`,
                ),
              )}) d
            ), counted AS (
              SELECT sum(r.bets) AS bets, sum(r.staked) AS staked, sum(r.paid) AS paid, sum(r.expected) AS expected,
                sum(r.variance) AS variance
              FROM game_return r WHERE r.game = '${id}'
            )
            SELECT to_json(d) AS due, to_json(c) AS counted FROM due d, counted c
            WHERE (d.bets, d.staked, d.paid, d.expected, d.variance)
              IS DISTINCT FROM (c.bets, c.staked, c.paid, c.expected, c.variance)`,
        },
  );
