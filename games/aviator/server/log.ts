/** Aviator's rounds for the public log. */
import { logRounds } from '@fairground/game-kit/server';
import * as sql from './sql/log.sql.ts';

export const loggedRounds = logRounds(sql, ({ crash_hundredths: crash }) =>
  crash === null ? null : { crashMultiplier: crash / 100 },
);
