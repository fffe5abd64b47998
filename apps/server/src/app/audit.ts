/** Every invariant of the site, the ledger's and the games'. */
import { ledgerChecks, runChecks, type Finding } from '../ledger/audit.ts';
import { adsChecks } from '../modules/ads/audit.ts';
import { aviatorChecks } from '../modules/aviator/audit.ts';
import { lotteryChecks } from '../modules/lottery/audit.ts';
import { doubleTroubleChecks } from '../modules/double-trouble/audit.ts';
import { leaderboardChecks } from '../modules/leaderboard/audit.ts';
import { limitChecks } from '../modules/limits/audit.ts';
import { referralChecks } from '../modules/referrals/audit.ts';
import { minefieldChecks } from '../modules/minefield/audit.ts';
import { seedChecks } from '../modules/seeds/audit.ts';
import { wheelChecks } from '../modules/wheel/audit.ts';
import type { Database } from '../platform/database.ts';

const checks = [
  ...ledgerChecks,
  ...aviatorChecks,
  ...lotteryChecks,
  ...doubleTroubleChecks,
  ...adsChecks,
  ...wheelChecks,
  ...seedChecks,
  ...minefieldChecks,
  ...leaderboardChecks,
  ...limitChecks,
  ...referralChecks,
];

export const audit = (database: Database): Promise<Finding[]> => runChecks(database, checks);
