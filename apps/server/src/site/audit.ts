/** Every invariant of the site, the ledger's and the games'. */
import { stakeCheck, type GameModule } from '@fairground/game-kit/server';
import { ledgerChecks, runChecks, type Check, type Finding } from '../ledger/audit.ts';
import { adsChecks } from '../players/ads/audit.ts';
import { achievementChecks } from '../players/achievements/audit.ts';
import { clubChecks } from '../players/clubs/audit.ts';
import { cardChecks } from '../players/punch-card/audit.ts';
import { guestChecks } from '../identity/guests/audit.ts';
import { leaderboardChecks } from '../players/leaderboard/audit.ts';
import { limitChecks } from '../players/limits/audit.ts';
import { noticeChecks } from '../players/notices/audit.ts';
import { referralChecks } from '../players/referrals/audit.ts';
import { tokenChecks } from '../identity/tokens/audit.ts';
import { seasonChecks } from '../players/seasons/audit.ts';
import { logChecks } from '../fairness/log/audit.ts';
import { seedChecks } from '../fairness/player-seeds/audit.ts';
import type { Database } from '../platform/database/database.ts';
import { loadGames } from './games.ts';

const checks: readonly Check[] = [
  ...ledgerChecks,
  ...adsChecks,
  ...cardChecks,
  ...guestChecks,
  ...leaderboardChecks,
  ...limitChecks,
  ...noticeChecks,
  ...referralChecks,
  ...tokenChecks,
  ...seasonChecks,
  ...clubChecks,
  ...seedChecks,
];

const checksOf = ({ folder, ledger, stakes, audit: own }: GameModule): readonly Check[] =>
  stakes ? [stakeCheck({ folder, ...ledger }, stakes), ...own] : own;

export const audit = async (database: Database): Promise<Finding[]> => runChecks(database, await allChecks());

/** What `audit` runs; `npm run check` plans each of them. */
export const allChecks = async (): Promise<readonly Check[]> => {
  const games = await loadGames();
  return [
    ...checks,
    ...achievementChecks(games),
    ...logChecks(games.flatMap(({ id, log }) => (log ? { id, log } : []))),
    ...games.flatMap(checksOf),
  ];
};
