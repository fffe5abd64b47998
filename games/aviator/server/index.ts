/** Aviator as the core sees it. */
import { chainDepsOf, createChainSlots, createMembersBets, defineGame } from '@fairground/game-kit/server';
import type { Engine } from '@fairground/server/director/director';
import { configSchema, liveMessages, topic } from '../contract.ts';
import { aviatorRules, flightMsForCrash } from '../rules.ts';
import { tableMessages, tableTopic } from '../table-contract.ts';
import { achievements } from './achievements.ts';
import { aviatorChecks } from './audit.ts';
import { aviatorEvent, type AviatorEvent } from './bus-events.ts';
import { createCashOuts } from './cash-outs.ts';
import { aviatorConfig } from './config.ts';
import { createEndedRounds } from './ended-rounds.ts';
import { aviatorChainGame, createRoundEngine } from './engine.ts';
import { createFlights } from './flights.ts';
import { aviatorLedger } from './ledger.ts';
import { createAviatorLive } from './live.ts';
import { createLiveTable } from './live-table.ts';
import { loggedRounds } from './log.ts';
import { createParachutes } from './parachutes.ts';
import { createReceiver } from './receiver.ts';
import { createPresses } from './presses.ts';
import { aviatorRoutes } from './routes.ts';
import { createAviatorService } from './service.ts';
import { readAviatorSettings } from './settings.ts';
import { createSigns, signHandler } from './sign-handler.ts';
import { readParachutes, readReceivers, sumSettledSince } from './sql/bets.sql.ts';
import * as operators from './sql/operators.sql.ts';
import { readMembersBets, readTable } from './sql/table.sql.ts';
import { tableEvent } from './table-event.ts';
import { createTableReader } from './table-reader.ts';
import { voidOpenRound } from './void-open.ts';
import { createVoidRound } from './void-round.ts';

const readTableEveryMs = 1_000;
const maxFlightMs = flightMsForCrash(aviatorRules.maxHundredths);

export default defineGame({
  id: 'aviator',
  folder: 'aviator',
  ledger: aviatorLedger,
  settings: readAviatorSettings,
  config: { schema: configSchema, value: aviatorConfig, position: 20 },
  live: { topic, messages: { ...liveMessages, ...tableMessages }, tableTopic },
  stakes: {
    noun: 'Aviator bet',
    settledSince: (query, since) => sumSettledSince.first(query, since),
  },
  voidOpen: voidOpenRound,
  watch: (query) => operators.watchRounds.first(query, { maxFlightMs }),
  running: (query) => operators.countRunning.first(query),
  newestRounds: (query, maxRows) => operators.listNewestRounds.run(query, { maxRows }),
  log: loggedRounds,
  achievements,
  audit: aviatorChecks,
  lists: ['aviatorBets'],
  create(deps) {
    const { settings, bus } = deps;
    const chains = chainDepsOf(deps, aviatorChainGame);
    const slots = createChainSlots(chains);
    const flights = createFlights(slots);
    const presses = createPresses({
      clock: deps.clock,
      // A round that was not shown here yet may be open.
      isRunning: (roundId) => roundId >= BigInt(live.shownRound()?.roundId ?? 0),
      judge: createCashOuts({ ...deps, flights }),
    });
    const receiver = createReceiver({ ...deps, process: deps.lines.process, presses });
    const live = createAviatorLive({
      ...deps,
      flights,
      published: () => table.accompany(),
      ticked: (roundId, count) => table.ticked(roundId, count),
      entered: receiver.follow,
    });
    const signs = createSigns(bus);
    const table = createLiveTable({
      shownRound: live.shownRound,
      hidesName: deps.hidesName,
      isBot: deps.isBot,
      takeSigns: signs.take,
      publish: deps.publishToTable,
      watchers: deps.tableWatchers,
    });
    const readRound = createTableReader({
      readBets: (bets) => readTable.first(deps.database.query, bets),
      shownRound: live.shownRound,
      countdownMs: settings.countdownMs - settings.closeMs,
    });
    bus.subscribe(aviatorEvent, live.handle);
    bus.subscribe(tableEvent, table.show);
    const publish = (event: AviatorEvent) => bus.publish(aviatorEvent, event);
    const engine = createRoundEngine({
      ...deps,
      chains,
      terms: { ...settings, beaconChainId: deps.beacon.chainId },
      flights,
      presses,
      publish,
      leads: live.lead,
    });
    /** Reads the table for all processes: engines run on the leader alone. */
    const tableEngine: Engine = {
      name: 'aviator-table',
      async step() {
        const reading = await readRound();
        if (reading) bus.publish(tableEvent, reading);
        return readTableEveryMs;
      },
    };
    const parachutes = createParachutes({
      ...deps,
      shownRound: live.shownRound,
      readParachutes: (roundId) => readParachutes.run(deps.database.query, { roundId }),
      async readReceivers(roundId) {
        return (await readReceivers.run(deps.database.query, { roundId })).map(({ process }) => process);
      },
      press: presses.make,
    });
    const parachuteEngine: Engine = { name: 'aviator-parachutes', step: parachutes.step };
    const service = createAviatorService(deps);
    return {
      routes: aviatorRoutes({ ...deps, service, receiver, presses }),
      rounds: createEndedRounds({ ...deps, findProof: service.findProof }),
      voidRound: createVoidRound({ slots, publish, playersChanged: deps.playersChanged }),
      engines: [engine, tableEngine, parachuteEngine],
      topicState: live.state,
      stall: () => ({ ...live.stall() }),
      tableState: table.state,
      membersBets: createMembersBets({
        read: (of) => readMembersBets.first(deps.database.query, of),
        shownId: () => table.roundId() ?? live.shownRound()?.roundId,
      }),
      handlers: { aviatorSign: signHandler({ ...deps, sent: signs.sent }) },
      async load() {
        await slots.ensure();
        await receiver.load();
        await live.refresh();
      },
      async refresh() {
        await live.refresh();
        const reading = await readRound();
        if (reading) table.show(reading);
      },
      clean: slots.ensure,
      stop: live.stop,
    };
  },
});
