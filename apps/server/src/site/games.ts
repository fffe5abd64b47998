/** The games of the site: loaded by the list in games/index.ts, so that no other file names one. */
import { isGameModule, type ConfiguredGame, type GameModule } from '@fairground/game-kit/server';
import { loadGameParts } from '@fairground/games/load';
import type { Settings } from '../platform/settings.ts';
import type { PartDeps, SitePart } from './site-part.ts';

let loaded: Promise<readonly GameModule[]> | undefined;

/** In the order of the list. Throws where a game's server part is not the result of `defineGame`. */
export const loadGames = (): Promise<readonly GameModule[]> => (loaded ??= load());

const load = async (): Promise<readonly GameModule[]> =>
  (await loadGameParts('server')).map(({ folder, exports }) => {
    const game = exports['default'];
    if (!isGameModule(game)) throw new Error(`games/${folder}/server exports no game by default`);
    checkNames(game, folder);
    return game;
  });

/** A game has one name, in three spellings: folder `two-words`, id `twoWords`, prefix `two_words`. */
export const checkNames = ({ id, folder, ledger }: GameModule, listed: string): void => {
  const prefix = listed.replaceAll('-', '_');
  if (folder !== listed) throw new Error(`games/${listed}/server says that its folder is ${folder}`);
  if (ledger.prefix !== prefix) {
    throw new Error(`games/${listed}: its prefix in the ledger must be ${prefix}, not ${ledger.prefix}`);
  }
  if (id.toLowerCase() !== listed.replaceAll('-', '')) {
    throw new Error(`games/${listed}: its id must be the folder's name in camel case, not ${id}`);
  }
};

/** Reads every game's settings; throws a `SettingError` for the first variable that does not fit. */
export const configureGames = async (
  settings: Pick<Settings, 'gameSettings' | 'beaconUrls'>,
): Promise<readonly ConfiguredGame[]> =>
  (await loadGames()).map((game) =>
    game.configure(settings.gameSettings, { hasBeacon: settings.beaconUrls.length > 0 }),
  );

/** A game as a part of the site. */
export const wireGame = ({ module, create }: ConfiguredGame, deps: PartDeps): SitePart => {
  const { topicState, tableState, voidRound, membersBets, stall, ...created } = create({
    ...deps,
    isClosed: () => deps.isGameClosed(module.id),
    recordBet: (result) => deps.recordBet(module.metricsName, result),
    sendToClub: (sign) => deps.sendToClub(module.id, sign),
    publish(event) {
      if (!module.live) throw new Error(`${module.id} has no topic to publish to`);
      deps.publish(module.live.topic, event);
    },
    publishToTable(event) {
      if (module.live?.tableTopic === undefined) throw new Error(`${module.id} has no table to publish to`);
      deps.publish(module.live.tableTopic, event);
    },
    tableWatchers: () =>
      module.live?.tableTopic === undefined ? 0 : deps.sparseConnections(module.live.tableTopic),
  });
  const instance = {
    ...created,
    ...(voidRound && { voidRounds: { [module.id]: voidRound } }),
    ...(membersBets && { membersBets: { [module.id]: membersBets } }),
    ...(stall && { stalls: { [module.id]: stall } }),
  };
  if (!topicState && !tableState) return instance;
  if (!module.live) throw new Error(`${module.id} has a topic's state and no topic`);
  const { topic, tableTopic } = module.live;
  if ((tableTopic === undefined) !== (tableState === undefined)) {
    throw new Error(`${module.id} needs both a table's topic and its state, or neither`);
  }
  return {
    ...instance,
    topicState: {
      ...(topicState && { [topic]: topicState }),
      ...(tableState && tableTopic !== undefined && { [tableTopic]: tableState }),
    },
  };
};
