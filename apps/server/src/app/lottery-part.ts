/** The lottery, wired: its calls, its draws, and what sockets hear of them. */
import { createCalendar } from '../modules/lottery/calendar.ts';
import { createDrawEngine } from '../modules/lottery/draw-engine.ts';
import { lotteryChannel, type LotteryEvent } from '../modules/lottery/events.ts';
import { createLotteryLive } from '../modules/lottery/live.ts';
import { lotteryRoutes } from '../modules/lottery/routes.ts';
import { createLotteryService } from '../modules/lottery/service.ts';
import { SettingError } from '../platform/settings-reader.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireLottery = (deps: PartDeps): SitePart => {
  const { bus, settings } = deps;
  const calendar = createCalendar({
    cron: settings.lotteryDrawCron,
    timeZone: settings.siteTimeZone,
    closeMs: settings.lotteryCloseMs,
  });
  if (!calendar) {
    throw new SettingError(
      `LOTTERY_DRAW_CRON is ${JSON.stringify(settings.lotteryDrawCron)}: allowed is a pattern with a day that comes`,
    );
  }
  const service = createLotteryService({
    ...deps,
    recordBet: (result) => deps.recordBet('lottery', result),
  });
  const live = createLotteryLive({ ...deps, publish: (event) => deps.publish('lottery', event) });
  bus.subscribe(lotteryChannel, (message) => live.handle(JSON.parse(message) as LotteryEvent));
  const engine = createDrawEngine({
    ...deps,
    calendar,
    publish: (event) => bus.publish(lotteryChannel, JSON.stringify(event)),
  });
  return {
    routes: lotteryRoutes(service),
    engines: [engine],
    topicState: { lottery: () => live.state() },
    load: () => live.load(),
    stop: () => live.stop(),
  };
};
