/** The lottery's draws for the public log. */
import { logRounds } from '@fairground/game-kit/server';
import { lotteryRules } from '../rules.ts';
import { decodePick } from './pick.ts';
import * as sql from './sql/log.sql.ts';

const { tierHundredths } = lotteryRules;

export const loggedDraws = logRounds(
  'lotto/v2',
  { ...sql, sumBets: { run: (query, range) => sql.sumBets.run(query, { ...range, tierHundredths }) } },
  ({ winning }) => (winning === null ? null : { winningNumbers: decodePick(winning) }),
);
