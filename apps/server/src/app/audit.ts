/** Every invariant of the site, the ledger's and the games'. */
import { stakeCheck, type GameModule } from '@fairground/game-kit/server';
import { ledgerChecks, runChecks, type Check, type Finding } from '../ledger/audit.ts';
import { adsChecks } from '../site/ads/audit.ts';
import { achievementChecks } from '../accounts/achievements/audit.ts';
import { cardChecks } from '../accounts/card/audit.ts';
import { guestChecks } from '../accounts/guests/audit.ts';
import { leaderboardChecks } from '../accounts/leaderboard/audit.ts';
import { limitChecks } from '../accounts/limits/audit.ts';
import { noticeChecks } from '../accounts/notices/audit.ts';
import { referralChecks } from '../accounts/referrals/audit.ts';
import { tokenChecks } from '../accounts/tokens/audit.ts';
import { seasonChecks } from '../accounts/seasons/audit.ts';
import { returnChecks } from '../console/games/returns/audit.ts';
import { seedChecks } from '../fairness/player-seeds/audit.ts';
import type { Database } from '../platform/postgres/database.ts';
import { loadGames } from './games.ts';

const checks: readonly Check[] = [
  ...ledgerChecks,
  ...adsChecks,
  ...guestChecks,
  ...leaderboardChecks,
  ...limitChecks,
  ...noticeChecks,
  ...referralChecks,
  ...tokenChecks,
  ...seasonChecks,
];

const checksOf = ({ ledger, stakes, audit: own }: GameModule): readonly Check[] =>
  stakes ? [stakeCheck(ledger, stakes), ...own] : own;

export const audit = async (database: Database): Promise<Finding[]> => runChecks(database, await allChecks());

/** What `audit` runs; `npm run check` plans each of them. */
export const allChecks = async (): Promise<readonly Check[]> => {
  const games = await loadGames();
  const nonceUses = games.flatMap(({ playerSeeds }) => (playerSeeds ? [playerSeeds.uses] : []));
  const freeDays = games.flatMap(({ freeDays: days }) => days ?? []);
  return [
    ...checks,
    ...cardChecks(freeDays),
    ...achievementChecks(games),
    ...returnChecks(games),
    ...seedChecks(nonceUses),
    ...games.flatMap(checksOf),
  ];
};
