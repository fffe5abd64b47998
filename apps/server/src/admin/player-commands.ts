/** `players …`: finding, suspending, signing out, and correcting coins by a recorded transfer. */
import { correctCoins } from '../ledger/correction.ts';
import { logCommand } from './operator/log.ts';
import * as sql from './operator/sql/operator.sql.ts';
import type { Database } from '../platform/postgres/database.ts';
import {
  printTable,
  requireWord,
  UsageError,
  withDatabase,
  type Command,
  type CommandInput,
} from './command.ts';

type Query = Database['query'];

class DryRun extends Error {}

/** Runs a change in one transaction with its line in the log; a dry run takes it back at the end. */
const change = async (
  input: CommandInput,
  command: string,
  work: (query: Query, playerId: bigint) => Promise<object>,
): Promise<void> => {
  const { print } = input;
  const name = requireWord(input, 0, 'The name of a player');
  await withDatabase(input.settings, async (database) => {
    try {
      await database.transaction(async (query) => {
        const playerId = (await sql.findPlayerId.first(query, { username: name }))?.id;
        if (playerId === undefined) throw new UsageError(`There is no player ${name}.`);
        const details = await work(query, playerId);
        await logCommand(query, command, { player: String(playerId), ...details });
        print(`${command} ${name}: ${JSON.stringify(details)}`);
        if (input.flag('dry-run')) throw new DryRun();
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
      print('This was a dry run: nothing was changed.');
    }
  });
};

/** Returns how many. */
const endSessions = async (query: Query, playerId: bigint): Promise<number> =>
  (await sql.endSessions.run(query, { playerId })).length;

/** False where it was so already. */
const setSuspended = async (query: Query, playerId: bigint, suspended: boolean): Promise<boolean> =>
  (await sql.setSuspended.first(query, { playerId, suspended })) !== undefined;

const parseAmount = (word: string): bigint => {
  if (!/^[+-]\d{1,12}$/.test(word) || BigInt(word) === 0n) {
    throw new UsageError('The amount is whole coins with their sign, such as +100 or -100.');
  }
  return BigInt(word);
};

export const playerCommands: readonly Command[] = [
  {
    name: 'players find',
    usage: 'TEXT',
    help: 'Lists up to 50 players by a part of their name or address, or by their id. The log records who was shown.',
    async run(input) {
      const text = requireWord(input, 0, 'What to look for');
      const players = await withDatabase(input.settings, async ({ query }) => {
        const found = await sql.findPlayers.run(query, { text, maxRows: 50 });
        // Ids, not the text: the log is permanent, and an address in it would outlive its account.
        await logCommand(query, 'players find', { players: found.map(({ id }) => String(id)) });
        return found;
      });
      printTable(
        input.print,
        players.map((player) => ({ ...player })),
      );
    },
  },
  {
    name: 'players suspend',
    usage: 'NAME [--dry-run]',
    help: 'Signs the player out everywhere and refuses their sign-in. Their coins and bets stay as they are.',
    flags: ['dry-run'],
    run: (input) =>
      change(input, 'players suspend', async (query, playerId) => ({
        changed: await setSuspended(query, playerId, true),
        endedSessions: await endSessions(query, playerId),
      })),
  },
  {
    name: 'players resume',
    usage: 'NAME [--dry-run]',
    help: 'Ends a suspension.',
    flags: ['dry-run'],
    run: (input) =>
      change(input, 'players resume', async (query, playerId) => ({
        changed: await setSuspended(query, playerId, false),
      })),
  },
  {
    name: 'players sign-out',
    usage: 'NAME [--dry-run]',
    help: 'Ends every session of the player; open pages close their connection within two seconds.',
    flags: ['dry-run'],
    run: (input) =>
      change(input, 'players sign-out', async (query, playerId) => ({
        endedSessions: await endSessions(query, playerId),
      })),
  },
  {
    name: 'players correct',
    usage: 'NAME AMOUNT --reason TEXT [--dry-run]',
    help: `Gives (+100) or takes (-100) coins by a recorded transfer with a reason. What is taken comes from the
coins first, then from the winnings, and never below zero.`,
    options: ['reason'],
    flags: ['dry-run'],
    run(input) {
      const amount = parseAmount(requireWord(input, 1, 'The amount'));
      const reason = input.option('reason')?.trim() ?? '';
      if (reason.length < 3 || reason.length > 500)
        throw new UsageError('--reason wants 3 to 500 characters.');
      return change(input, 'players correct', async (query, playerId) => {
        const after = await correctCoins(query, { playerId, amount, reason });
        if (!after.ok) throw new UsageError('The player has not that many coins.');
        await sql.publishPlayerChange.run(query, { playerId });
        return {
          amount: Number(amount),
          reason,
          coins: Number(after.value.coins),
          winnings: Number(after.value.winnings),
        };
      });
    },
  },
];
