/** `fairness …` and `log`: how far the seed chains reach, and what the operator did. */
import { listChains, logCommand, readLog } from '../modules/operator/queries.ts';
import { ensureChains } from '../modules/fairness/seed-chain.ts';
import { systemEntropy } from '../platform/entropy.ts';
import { createSeal, readSealKey } from '../platform/seal.ts';
import { printTable, requireWord, UsageError, withDatabase, type Command } from './command.ts';

export const fairnessCommands: readonly Command[] = [
  {
    name: 'fairness chains',
    usage: '',
    help: 'Lists the hash chains with the links that are left, and where each salt came from.',
    async run({ settings, print }) {
      const chains = await withDatabase(settings, ({ query }) => listChains(query));
      printTable(
        print,
        chains.map(({ next_link, links, ...chain }) => ({ ...chain, links, left: links - next_link + 1 })),
      );
    },
  },
  {
    name: 'fairness successor',
    usage: 'GAME [--dry-run]',
    help: `Publishes a successor for the chain of a game (as \`fairness chains\` names it). The site does so by itself well before a
chain runs out; the rounds go on with the old chain to its end.`,
    flags: ['dry-run'],
    async run(input) {
      const { print } = input;
      const game = requireWord(input, 0, 'The name of a game');
      const seal = createSeal(await readSealKey(input.settings.seedKeyFile));
      await withDatabase(input.settings, async (database) => {
        const chains = await listChains(database.query);
        if (!chains.some((chain) => chain.game === game)) {
          const games = [...new Set(chains.map((chain) => chain.game))].join(' or ');
          throw new UsageError(`There is no chain of ${game}: the game is ${games}.`);
        }
        if (input.flag('dry-run')) {
          print(`Would publish a successor for the chain of ${game}.`);
          return;
        }
        await ensureChains({ database, entropy: systemEntropy, seal, game, force: true });
        await logCommand(database.query, 'fairness successor', { game });
        print(`A successor for the chain of ${game} is published.`);
      });
    },
  },
  {
    name: 'log',
    usage: '',
    help: 'Lists the newest 100 commands that changed something or gave something out.',
    async run({ settings, print }) {
      printTable(
        print,
        (await withDatabase(settings, ({ query }) => readLog(query, 100))).map((entry) => ({ ...entry })),
      );
    },
  },
];
