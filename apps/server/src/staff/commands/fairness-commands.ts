/** `fairness …` and `log`: how far the seed chains reach, and what the operator did. */
import { describeRestart, restartSite } from '../../site/restart.ts';
import { mergeFiles } from '../../identity/lasting-acts/acts-file.ts';
import { isUnfinished } from '../../platform/database/archive.ts';
import { toWireGame } from '../../fairness/chains/service.ts';
import { logCommand } from '../acts/log.ts';
import { listChains, readLog } from '../acts/sql/operator.sql.ts';
import { ensureChains } from '../../fairness/chains/seed-chain.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { openSeedKey, rotateSeedKey } from '../../fairness/chains/seed-key.ts';
import { loadSealedRows } from '../../site/sealed-rows.ts';
import {
  printTable,
  requireFiles,
  requireWord,
  UsageError,
  withDatabase,
  withStoppedDatabase,
  type Command,
} from './command.ts';

export const fairnessCommands: readonly Command[] = [
  {
    name: 'fairness chains',
    usage: '',
    help: 'Lists the seed chains with the links left and the source of each salt.',
    async run({ settings, print }) {
      const chains = await withDatabase(settings, ({ query }) => listChains.run(query));
      printTable(
        print,
        chains.map(({ next_link, links, game, ended_at, ...chain }) => ({
          game: toWireGame(game),
          ...chain,
          links,
          left: ended_at === null ? links - next_link + 1 : 0,
          ended_at,
        })),
      );
    },
  },
  {
    name: 'fairness successor',
    usage: 'GAME [--dry-run]',
    help: `\
Publishes a successor for the chain of a game, named as in \`fairness chains\`. The site does this by itself well
before a chain runs out; rounds continue with the old chain to its end.`,
    flags: ['dry-run'],
    async run(input) {
      const { print } = input;
      const game = requireWord(input, 0, 'The name of a game');
      await withDatabase(input.settings, async (database) => {
        const { query } = database;
        const { seal } = await openSeedKey({
          query,
          path: input.settings.seedKeyFile,
        });
        const chains = await listChains.run(database.query);
        const chain = chains.find((each) => toWireGame(each.game) === toWireGame(game));
        if (!chain) {
          const games = [...new Set(chains.map((each) => toWireGame(each.game)))].join(' or ');
          throw new UsageError(`There is no chain of ${game}: the game is ${games}.`);
        }
        if (input.flag('dry-run')) {
          print(`Would publish a successor for the chain of ${toWireGame(game)}.`);
          return;
        }
        await ensureChains({ database, entropy: systemEntropy, seal, game: chain.game, force: true });
        await logCommand(database.query, 'fairness successor', { game: toWireGame(game) });
        print(`A successor for the chain of ${toWireGame(game)} is published.`);
      });
    },
  },
  {
    name: 'fairness restart',
    usage: '[ACTS ...]',
    help: `\
For a database that went back in time other than by \`restore\`: a promoted replica that lacked the last transactions,
a point-in-time recovery, or a disk snapshot. Does what restore does after reading the rows: it makes sure that nothing
drawn since can be drawn again, and that the acts in the files ACTS are in effect. Stop all processes of the site
first. It also finishes an interrupted restore.`,
    async run({ settings, words, print }) {
      const given = requireFiles(words);
      const { seedKeyFile, lastingActsFile } = settings;
      await withStoppedDatabase(settings, async (database) => {
        const restarted = await restartSite({
          database,
          entropy: systemEntropy,
          seedKeyFile,
          actsFiles: [lastingActsFile, ...given],
          reason: (await isUnfinished(database.query)) ? 'restore' : 'recovery',
          restoredTo: null,
          details: {},
        });
        for (const line of describeRestart(restarted)) print(line);
        await mergeFiles(lastingActsFile, given);
      });
    },
  },
  {
    name: 'fairness rotate-key',
    usage: '',
    help: `\
Creates a new seed key, seals every seed with it, and replaces the old file. Stop all processes of the site first; if
they do not share the file, copy the new one to each. Keep the old key as long as backups that were made with it.`,
    async run({ settings, print }) {
      const path = settings.seedKeyFile;
      await withStoppedDatabase(settings, async (database) => {
        const { query } = database;
        const { resealed, fingerprint } = await rotateSeedKey(database, {
          query,
          path,
          sealedRows: await loadSealedRows(),
        });
        await logCommand(query, 'fairness rotate-key', { resealed, fingerprint });
        print(
          `${path}: a new seed key with the fingerprint ${fingerprint}; ${resealed} seeds are sealed with it.`,
        );
      });
    },
  },
  {
    name: 'log',
    usage: '',
    help: 'Lists the newest 100 commands that changed or disclosed something.',
    async run({ settings, print }) {
      printTable(
        print,
        (await withDatabase(settings, ({ query }) => readLog.run(query, { maxRows: 100 }))).map((entry) => ({
          ...entry,
        })),
      );
    },
  },
];
