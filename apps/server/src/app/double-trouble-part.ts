/** Double Trouble, wired: its calls, its draws, and what sockets hear of them. */
import { createDrawEngine, doubleTroubleChainGame } from '../modules/double-trouble/draw-engine.ts';
import { doubleTroubleChannel, type DoubleTroubleEvent } from '../modules/double-trouble/events.ts';
import { createDoubleTroubleLive } from '../modules/double-trouble/live.ts';
import { doubleTroubleRoutes } from '../modules/double-trouble/routes.ts';
import { createDoubleTroubleService } from '../modules/double-trouble/service.ts';
import { ensureChains, type SeedChainDeps } from '../modules/fairness/seed-chain.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireDoubleTrouble = (deps: PartDeps): SitePart => {
  const { database, clock, log, bus, settings } = deps;
  const { doubleTroubleMax: max } = settings;
  const chains: SeedChainDeps = {
    ...deps,
    game: doubleTroubleChainGame,
    ...(deps.chainLinks === undefined ? {} : { links: deps.chainLinks }),
  };
  const service = createDoubleTroubleService({
    ...deps,
    max,
    recordBet: (result) => deps.recordBet('doubleTrouble', result),
  });
  const live = createDoubleTroubleLive({
    clock,
    database,
    databaseNowMs: deps.databaseNowMs,
    publish: (event) => deps.publish('doubleTrouble', event),
  });
  bus.subscribe(doubleTroubleChannel, (message) => live.handle(JSON.parse(message) as DoubleTroubleEvent));
  const engine = createDrawEngine({
    database,
    chains,
    terms: {
      intervalMs: settings.doubleTroubleIntervalMs,
      closeMs: settings.doubleTroubleCloseMs,
      max,
    },
    log,
    publish: (event: DoubleTroubleEvent) => bus.publish(doubleTroubleChannel, JSON.stringify(event)),
    playersChanged: deps.playersChanged,
  });
  return {
    routes: doubleTroubleRoutes(service),
    engines: [engine],
    topicState: { doubleTrouble: () => live.state() },
    async load() {
      await ensureChains(chains);
      await live.load();
    },
    clean: () => ensureChains(chains),
    stop: () => live.stop(),
  };
};
