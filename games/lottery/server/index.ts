/** The lottery as the core sees it. */
import { defineGame } from '@fairground/game-kit/server';
import { SettingError } from '@fairground/server/platform/settings-reader';
import { configSchema, liveMessages, topic } from '../contract.ts';
import { lotteryRules } from '../rules.ts';
import { advanceRoutes } from './advance-routes.ts';
import { createAdvanceService } from './advance-service.ts';
import { achievements } from './achievements.ts';
import { lotteryChecks } from './audit.ts';
import { lotteryEvent } from './bus-events.ts';
import { createCalendar } from './calendar.ts';
import { lotteryConfig } from './config.ts';
import { endPlay } from './end-play.ts';
import { createEndedDraws } from './ended-draws.ts';
import { createDrawEngine } from './engine.ts';
import { createFavouritesService } from './favourites.ts';
import { lotteryLedger } from './ledger.ts';
import { lotteryNotices } from './notices.ts';
import { createLotteryLive } from './live.ts';
import { loggedDraws } from './log.ts';
import { lotteryRoutes } from './routes.ts';
import { lotterySealedRows } from './seal.ts';
import { createLotteryService } from './service.ts';
import { readLotterySettings } from './settings.ts';
import * as operators from './sql/operators.sql.ts';
import * as tickets from './sql/tickets.sql.ts';
import { voidPendingDraw } from './void-open.ts';
import { createVoidDraw } from './void-round.ts';

export default defineGame({
  id: 'lottery',
  folder: 'lottery',
  ledger: lotteryLedger,
  settings: readLotterySettings,
  config: { schema: configSchema, value: lotteryConfig, position: 10 },
  live: { topic, messages: liveMessages },
  stakes: {
    noun: 'lottery ticket',
    settledSince: (query, since) =>
      tickets.sumSettledSince.first(query, { ...since, tierHundredths: lotteryRules.tierHundredths }),
  },
  countTickets: async (query, playerId) =>
    (await tickets.countTickets.first(query, { playerId }))?.tickets ?? 0n,
  abandonOpen: endPlay,
  voidOpen: voidPendingDraw,
  watch: (query) => operators.watchDraws.first(query),
  running: (query) => operators.countRunning.first(query),
  newestRounds: (query, maxRows) => operators.listNewestDraws.run(query, { maxRows }),
  sealedRows: lotterySealedRows,
  log: loggedDraws,
  achievements,
  notices: lotteryNotices,
  audit: lotteryChecks,
  lists: ['lotteryTickets', 'lotteryAdvanceTickets', 'lotteryFavourites'],
  create(deps) {
    const { bus, settings, siteZone: zone } = deps;
    const { drawCron: cron, ...closing } = settings;
    const calendar = createCalendar({ cron, zone, ...closing });
    if (!calendar) {
      throw new SettingError(
        `LOTTERY_DRAW_CRON is ${JSON.stringify(cron)}: it must be a pattern that matches a future day`,
      );
    }
    const live = createLotteryLive(deps);
    bus.subscribe(lotteryEvent, live.handle);
    const engine = createDrawEngine({
      ...deps,
      calendar,
      publish: (event) => bus.publish(lotteryEvent, event),
    });
    const service = createLotteryService({ ...deps, calendar });
    const routes = lotteryRoutes(service);
    const advance = advanceRoutes(createAdvanceService({ ...deps, calendar }), createFavouritesService(deps));
    return {
      routes: async (app) => {
        await app.register(routes);
        await app.register(advance);
      },
      rounds: createEndedDraws({ ...deps, findProof: service.findProof }),
      voidRound: createVoidDraw(deps),
      engines: [engine],
      topicState: live.state,
      stall: () => ({ ...live.stall() }),
      load: live.refresh,
      refresh: live.refresh,
      stop: live.stop,
    };
  },
});
