/** Aviator, wired: its calls, its rounds, and what sockets hear of them. */
import { aviatorChannel, type AviatorEvent } from '../modules/aviator/events.ts';
import { createAviatorLive } from '../modules/aviator/live.ts';
import { aviatorChainGame, createRoundEngine } from '../modules/aviator/round-engine.ts';
import { aviatorRoutes } from '../modules/aviator/routes.ts';
import { createAviatorService } from '../modules/aviator/service.ts';
import { ensureChains, type SeedChainDeps } from '../modules/fairness/seed-chain.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireAviator = (deps: PartDeps): SitePart => {
  const { database, clock, log, bus, settings } = deps;
  const chains: SeedChainDeps = {
    ...deps,
    game: aviatorChainGame,
    ...(deps.chainLinks === undefined ? {} : { links: deps.chainLinks }),
  };
  const service = createAviatorService({
    ...deps,
    recordBet: (result) => deps.recordBet('aviator', result),
  });
  const live = createAviatorLive({
    clock,
    database,
    databaseNowMs: deps.databaseNowMs,
    publish: (event) => deps.publish('aviator', event),
  });
  bus.subscribe(aviatorChannel, (message) => live.handle(JSON.parse(message) as AviatorEvent));
  const engine = createRoundEngine({
    database,
    chains,
    countdownMs: settings.aviatorCountdownMs,
    log,
    publish: (event: AviatorEvent) => bus.publish(aviatorChannel, JSON.stringify(event)),
    leads: (flight) => live.lead(flight),
    playersChanged: deps.playersChanged,
  });
  return {
    routes: aviatorRoutes(service),
    engines: [engine],
    topicState: { aviator: () => live.state() },
    async load() {
      await ensureChains(chains);
      await live.load();
    },
    clean: () => ensureChains(chains),
    stop: () => live.stop(),
  };
};
