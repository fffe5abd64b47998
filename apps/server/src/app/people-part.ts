/** What concerns players rather than games, wired: the leaderboard, referrals, limits, closing an account. */
import type { User } from '@fairground/contract/user';
import type { ClosedList } from '../modules/closing/closed-list.ts';
import type { GameModule } from '@fairground/game-kit/server';
import { createClosingService, type ClosingDeps } from '../modules/closing/service.ts';
import { closingRoutes } from '../modules/closing/routes.ts';
import { leaderboardRoutes } from '../modules/leaderboard/routes.ts';
import { createLeaderboardService } from '../modules/leaderboard/service.ts';
import { limitsRoutes } from '../modules/limits/routes.ts';
import { createLimitsService } from '../modules/limits/service.ts';
import { endGameInPlay } from '../modules/minefield/service.ts';
import { createOperatorNews } from '../modules/operator/service.ts';
import { createReferrals } from '../modules/referrals/service.ts';
import { changedPlayersChannel, userChannel } from './channels.ts';
import type { PartDeps, SitePart } from './site-part.ts';

/** The export lists of games that have no folder with a server part yet. */
export const unmovedGames: ClosingDeps['games'] = [
  {
    ledger: { prefix: 'aviator' },
    exportTables: {
      aviatorBets: `SELECT id, round_id, amount, outcome, auto_hundredths, cash_out_hundredths, amount_won, created_at,
          settled_at
        FROM aviator_bet WHERE player_id = $1`,
    },
  },
  {
    ledger: { prefix: 'minefield' },
    exportTables: {
      minefieldGames: `SELECT id, difficulty, amount, state, gem_tiles, hit_tile, amount_won, seed_id, nonce, created_at,
          updated_at
        FROM minefield_game WHERE player_id = $1`,
    },
  },
  {
    ledger: { prefix: 'lottery' },
    exportTables: {
      lotteryTickets: `SELECT t.id, d.draw_key AS draw_id, t.bid, t.created_at,
          (SELECT json_agg(n ORDER BY n) FROM generate_series(1, 49) n WHERE t.pick & (1::bigint << (n - 1)) > 0) AS numbers
        FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id WHERE t.player_id = $1`,
    },
  },
  {
    ledger: { prefix: 'wheel' },
    exportTables: {
      wheelSpins: `SELECT id, site_day, segment, amount, seed_id, nonce, created_at FROM wheel_spin WHERE player_id = $1`,
    },
  },
];

export const wirePeople = (
  deps: PartDeps,
  games: readonly GameModule[],
  account: Pick<ClosingDeps, 'passwords' | 'limiter' | 'mailer' | 'closeSession'> & {
    closedList: ClosedList;
  },
): SitePart[] => {
  const { database, bus, clock, settings } = deps;
  const { siteTimeZone } = settings;
  const limits = createLimitsService(database);
  const closing = createClosingService({
    ...account,
    database,
    entropy: deps.entropy,
    siteTimeZone,
    games: [...unmovedGames, ...games],
    async giveUp(query, playerId) {
      await endGameInPlay(query, playerId, siteTimeZone);
      for (const game of games) await game.abandonOpen?.(query, playerId, siteTimeZone);
    },
  });
  const referrals = createReferrals({
    database,
    clock,
    coins: settings.referralCoins,
    siteTimeZone,
    settledStakes: games.flatMap(({ stakes }) => (stakes ? [stakes.settledOf] : [])),
    playersChanged: deps.playersChanged,
  });
  bus.subscribe(userChannel, (message) => referrals.notice(BigInt((JSON.parse(message) as User).id)));
  bus.subscribe(changedPlayersChannel, (message) => {
    for (const id of JSON.parse(message) as string[]) referrals.notice(BigInt(id));
  });
  const news = createOperatorNews({
    ...deps,
    sessionEnded: account.closeSession,
  });
  return [
    { routes: leaderboardRoutes(createLeaderboardService({ database, siteTimeZone })) },
    { routes: limitsRoutes(limits), engines: [limits.engine] },
    {
      routes: closingRoutes(closing),
      engines: [closing.engine, referrals.engine],
      load: () => account.closedList.complete(),
      clean: () => account.closedList.complete(),
    },
    { load: () => news.start(), clean: () => news.clean(), stop: () => news.stop() },
  ];
};
