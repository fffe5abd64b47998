/** Double Trouble as the core sees it. */
import { chainDepsOf, createChainSlots, createMembersBets, defineGame } from '@fairground/game-kit/server';
import { configSchema, liveMessages, topic } from '../contract.ts';
import { tableMessages, tableTopic } from '../table-contract.ts';
import { achievements } from './achievements.ts';
import { doubleTroubleChecks } from './audit.ts';
import { doubleTroubleEvent } from './bus-events.ts';
import { doubleTroubleConfig } from './config.ts';
import { createEndedDraws } from './ended-draws.ts';
import { createDrawEngine, doubleTroubleChainGame } from './engine.ts';
import { doubleTroubleLedger } from './ledger.ts';
import { createDoubleTroubleLive } from './live.ts';
import { createLiveTable } from './live-table.ts';
import { loggedDraws } from './log.ts';
import { doubleTroubleRoutes } from './routes.ts';
import { createDoubleTroubleService } from './service.ts';
import { readDoubleTroubleSettings } from './settings.ts';
import { sumSettledSince } from './sql/bets.sql.ts';
import * as operators from './sql/operators.sql.ts';
import { readMembersBets, readTable } from './sql/table.sql.ts';
import { voidOpenDraw } from './void-open.ts';
import { createVoidDraw } from './void-round.ts';

export default defineGame({
  id: 'doubleTrouble',
  folder: 'double-trouble',
  ledger: doubleTroubleLedger,
  settings: readDoubleTroubleSettings,
  config: { schema: configSchema, value: doubleTroubleConfig, position: 30 },
  live: { topic, messages: { ...liveMessages, ...tableMessages }, tableTopic },
  stakes: {
    noun: 'Double Trouble bet',
    settledSince: (query, since) => sumSettledSince.first(query, since),
  },
  voidOpen: voidOpenDraw,
  watch: (query) => operators.watchDraws.first(query),
  running: (query) => operators.countRunning.first(query),
  newestRounds: (query, maxRows) => operators.listNewestDraws.run(query, { maxRows }),
  log: loggedDraws,
  achievements,
  audit: doubleTroubleChecks,
  lists: ['doubleTroubleBets'],
  create(deps) {
    const { settings, bus } = deps;
    const chains = chainDepsOf(deps, doubleTroubleChainGame);
    const slots = createChainSlots(chains);
    const live = createDoubleTroubleLive({
      ...deps,
      publish(push) {
        deps.publish(push);
        void table.follow();
      },
    });
    const table = createLiveTable({
      ...deps,
      readStakes: (draw) => readTable.first(deps.database.query, draw),
      nextDraw: live.nextDraw,
      publish: deps.publishToTable,
      max: settings.max,
    });
    const service = createDoubleTroubleService({ ...deps, max: settings.max });
    bus.subscribe(doubleTroubleEvent, live.handle);
    const engine = createDrawEngine({
      ...deps,
      chains,
      terms: { ...settings, beaconChainId: deps.beacon.chainId },
      publish: (event) => bus.publish(doubleTroubleEvent, event),
    });
    return {
      routes: doubleTroubleRoutes(service),
      rounds: createEndedDraws({ ...deps, findProof: service.findProof }),
      voidRound: createVoidDraw(deps.playersChanged),
      engines: [engine],
      topicState: live.state,
      stall: () => ({ ...live.stall() }),
      tableState: table.state,
      membersBets: createMembersBets({
        read: (of) => readMembersBets.first(deps.database.query, of),
        shownId: () => live.nextDraw()?.drawId,
      }),
      async load() {
        await slots.ensure();
        await live.refresh();
        await table.follow();
      },
      refresh: live.refresh,
      clean: slots.ensure,
      stop: live.stop,
    };
  },
});
