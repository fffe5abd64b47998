/** What concerns players rather than games, wired: the leaderboard, referrals, limits, closing an account. */
import type { AuthService } from '../accounts/auth/service.ts';
import type { ClosedList } from '../accounts/closing/closed-list.ts';
import type { GameModule } from '@fairground/game-kit/server';
import { createAchievementsEngine } from '../accounts/achievements/engine.ts';
import { achievementsRoutes } from '../accounts/achievements/routes.ts';
import type { AchievementsService } from '../accounts/achievements/service.ts';
import { cardRoutes } from '../accounts/card/routes.ts';
import { createCardService } from '../accounts/card/service.ts';
import { createClosingService, type ClosingDeps } from '../accounts/closing/service.ts';
import { closingRoutes } from '../accounts/closing/routes.ts';
import { createUnusedGuests } from '../accounts/closing/unused-guests.ts';
import { boardCleaning } from '../accounts/leaderboard/cleaning.ts';
import { createMarksEngine, startMarksRefresh } from '../accounts/leaderboard/marks.ts';
import { placeRules } from '../accounts/leaderboard/own-place.ts';
import { leaderboardRoutes } from '../accounts/leaderboard/routes.ts';
import { createPlayerSearch } from '../accounts/leaderboard/search.ts';
import { createLeaderboardService } from '../accounts/leaderboard/service.ts';
import { limitsRoutes } from '../accounts/limits/routes.ts';
import { createLimitsService } from '../accounts/limits/service.ts';
import { createStaffActs } from '../admin/operator/staff-acts.ts';
import { createSeasonsEngine } from '../accounts/seasons/engine.ts';
import { seasonsRoutes } from '../accounts/seasons/routes.ts';
import { createSeasonsService } from '../accounts/seasons/service.ts';
import { createOperatorEvents } from '../admin/operator/service.ts';
import { playRoutes } from '../accounts/play/routes.ts';
import { createPlayService } from '../accounts/play/service.ts';
import { createInvitations } from '../accounts/referrals/invitations.ts';
import { invitationRoutes } from '../accounts/referrals/routes.ts';
import { createReferrals } from '../accounts/referrals/service.ts';
import type { Timer } from '../platform/clock.ts';
import type { Database } from '../platform/postgres/database.ts';
import { playersChangedEvent, userChangedEvent } from './events.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wirePeople = (
  deps: PartDeps,
  games: readonly GameModule[],
  account: Pick<ClosingDeps, 'limiter' | 'hashAddress' | 'mailer' | 'closeSession'> & {
    /** Notifies these players' open pages that their lists of notices changed. */
    noticesChanged: (playerIds: readonly bigint[]) => void;
    recordStaffAct: () => void;
    auth: Pick<AuthService, 'mails' | 'reauthenticate'>;
    closedList: ClosedList;
    achievements: AchievementsService;
    /** Engines report settled bets to the listener. */
    onBetsSettled: (listener: PartDeps['betsSettled']) => void;
  },
): SitePart[] => {
  const { database, bus, clock, settings } = deps;
  const { mails, reauthenticate } = account.auth;
  const { noticesChanged } = account;
  const limits = createLimitsService({ database, mails, reauthenticate });
  const abandonOpen = async (query: Database['query'], playerId: bigint): Promise<void> => {
    for (const game of games) await game.abandonOpen?.(query, playerId);
  };
  const closing = createClosingService({
    ...account,
    mails,
    reauthenticate,
    database,
    entropy: deps.entropy,
    games,
    abandonOpen,
  });
  const unusedGuests = createUnusedGuests({ ...account, database, entropy: deps.entropy, abandonOpen });
  const referrals = createReferrals({
    database,
    clock,
    coins: settings.referralCoins,
    settledStakes: games.flatMap(({ stakes }) => (stakes ? [stakes.settledOf] : [])),
    playersChanged: deps.playersChanged,
    noticesChanged,
  });
  bus.subscribe(userChangedEvent, ({ id }) => referrals.notice(BigInt(id)));
  bus.subscribe(playersChangedEvent, ({ playerIds }) => {
    for (const id of playerIds) referrals.notice(BigInt(id));
  });
  account.onBetsSettled((players) => {
    if (players === 'unnamed') referrals.noticeMany();
    else for (const id of players) referrals.notice(id);
  });
  const operatorEvents = createOperatorEvents({
    ...deps,
    sessionEnded: account.closeSession,
  });
  const leaderboard = createLeaderboardService({ database, games });
  let marksRefresh: Timer | undefined;
  return [
    {
      routes: leaderboardRoutes(leaderboard, createPlayerSearch({ database, limiter: account.limiter })),
      engines: [createMarksEngine({ query: database.query, rules: placeRules })],
      cleaning: [boardCleaning(database)],
      // Nothing waits for it.
      async load() {
        marksRefresh = startMarksRefresh({ clock, log: deps.log, refresh: leaderboard.refreshMarks });
      },
      stop: () => marksRefresh?.cancel(),
    },
    {
      routes: seasonsRoutes(createSeasonsService({ database, leaderboard })),
      engines: [createSeasonsEngine({ query: database.query, bus, noticesChanged })],
    },
    { routes: cardRoutes(createCardService(deps)) },
    {
      routes: achievementsRoutes(account.achievements),
      engines: [createAchievementsEngine({ query: database.query, bus, noticesChanged, games })],
    },
    { routes: invitationRoutes(createInvitations(database, account.limiter)) },
    { routes: limitsRoutes(limits), engines: [limits.engine] },
    { routes: playRoutes(createPlayService({ database, limiter: account.limiter, games })) },
    {
      routes: closingRoutes({ service: closing, mails, reauthenticate }),
      engines: [closing.engine, unusedGuests, referrals.engine],
      load: () => account.closedList.complete(),
      clean: () => account.closedList.complete(),
    },
    {
      engines: [createStaffActs({ database, log: deps.log, record: account.recordStaffAct })],
      load: () => operatorEvents.start(),
      clean: () => operatorEvents.clean(),
      stop: () => operatorEvents.stop(),
    },
  ];
};
