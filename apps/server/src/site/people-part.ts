/** What concerns players rather than games, wired: the leaderboard, referrals, limits, closing an account. */
import type { AuthService } from '../identity/sign-in/service.ts';
import type { LastingActs } from '../identity/lasting-acts/service.ts';
import type { GameModule } from '@fairground/game-kit/server';
import { createAchievementsEngine } from '../players/achievements/engine.ts';
import { achievementsRoutes } from '../players/achievements/routes.ts';
import type { AchievementsService } from '../players/achievements/service.ts';
import { cardRoutes } from '../players/punch-card/routes.ts';
import { createCardService } from '../players/punch-card/service.ts';
import { createClosingService, type ClosingDeps } from '../identity/closing/service.ts';
import { closingRoutes } from '../identity/closing/routes.ts';
import { createUnusedGuests } from '../identity/closing/unused-guests.ts';
import { boardCleaning } from '../players/leaderboard/cleaning.ts';
import { createHistogramEngine } from '../players/leaderboard/histogram.ts';
import { leaderboardRoutes } from '../players/leaderboard/routes.ts';
import { createPlayerSearch } from '../players/leaderboard/search.ts';
import { createLeaderboardService } from '../players/leaderboard/service.ts';
import { limitsRoutes } from '../players/limits/routes.ts';
import { createLimitsService } from '../players/limits/service.ts';
import { createStaffActs } from '../staff/acts/staff-acts.ts';
import { createSeasonsEngine } from '../players/seasons/engine.ts';
import { seasonsRoutes } from '../players/seasons/routes.ts';
import { createSeasonsService } from '../players/seasons/service.ts';
import { createOperatorEvents } from '../staff/acts/service.ts';
import { playRoutes } from '../players/history/routes.ts';
import { createPlayService } from '../players/history/service.ts';
import { createInvitations } from '../players/referrals/invitations.ts';
import { invitationRoutes } from '../players/referrals/routes.ts';
import { createReferrals } from '../players/referrals/service.ts';
import type { Database } from '../platform/database/database.ts';
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
    lastingActs: LastingActs;
    achievements: AchievementsService;
    /** Engines report settled bets to the listener. */
    onBetsSettled: (listener: PartDeps['betsSettled']) => void;
  },
): SitePart[] => {
  const { database, bus, clock, settings } = deps;
  const { mails, reauthenticate } = account.auth;
  const { noticesChanged } = account;
  const limits = createLimitsService({ ...account, database, mails, reauthenticate });
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
  return [
    {
      routes: leaderboardRoutes(leaderboard, createPlayerSearch({ database, limiter: account.limiter })),
      engines: [createHistogramEngine(database.query)],
      cleaning: [boardCleaning(database)],
    },
    {
      routes: seasonsRoutes(createSeasonsService({ database, leaderboard })),
      engines: [createSeasonsEngine({ query: database.query, bus, noticesChanged })],
    },
    { routes: cardRoutes(createCardService(deps)) },
    {
      routes: achievementsRoutes(account.achievements),
      engines: [createAchievementsEngine({ database, bus, noticesChanged, games })],
    },
    { routes: invitationRoutes(createInvitations(database, account.limiter)) },
    { routes: limitsRoutes(limits), engines: [limits.engine] },
    { routes: playRoutes(createPlayService({ database, limiter: account.limiter, games })) },
    {
      routes: closingRoutes({ service: closing, mails, reauthenticate }),
      engines: [closing.engine, unusedGuests, referrals.engine],
      load: () => account.lastingActs.complete(),
      clean: () => account.lastingActs.complete(),
    },
    {
      engines: [createStaffActs({ database, log: deps.log, record: account.recordStaffAct })],
      load: () => operatorEvents.start(),
      clean: () => operatorEvents.clean(),
      stop: () => operatorEvents.stop(),
    },
  ];
};
