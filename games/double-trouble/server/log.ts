/** Double Trouble's draws for the public log. */
import { logRounds } from '@fairground/game-kit/server';
import * as sql from './sql/log.sql.ts';

export const loggedDraws = logRounds('draw30/v2', sql, ({ winning_number: number }) =>
  number === null ? null : { winningNumbers: [number] },
);
