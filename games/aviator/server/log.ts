/** Aviator's rounds for the public log. */
import { logRounds } from '@fairground/game-kit/server';
import * as sql from './sql/log.sql.ts';

export const loggedRounds = logRounds('crash/v2', sql, ({ crash_hundredths: crash }) =>
  crash === null ? null : { crashMultiplier: crash / 100 },
);
