/** `players …`: finding, suspending, signing out, and correcting coins by a recorded transfer. */
import type { Refusal, Result } from '@fairground/contract/errors';
import { logCommand } from '../acts/log.ts';
import {
  correctPlayer,
  removeSecondFactor,
  resumePlayer,
  signOutPlayer,
  suspendPlayer,
  type PlayerAct,
} from '../acts/player-acts.ts';
import * as sql from '../acts/sql/operator.sql.ts';
import { invitationDays } from '@fairground/contract/console/invitations';
import { makeInvitation } from '../acts/invitations.ts';
import { openSeedKey } from '../../fairness/chains/seed-key.ts';
import { createLastingActs } from '../../identity/lasting-acts/service.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { SealKeyError } from '../../platform/secrets/seal.ts';
import type { Database } from '../../platform/database/database.ts';
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

/** Runs an act in one transaction with its line in the log; a dry run takes it back at the end. */
const change = async (
  input: CommandInput,
  command: string,
  act: (query: Query, playerId: bigint) => Promise<Result<PlayerAct>>,
  changed?: (database: Database, playerId: bigint) => Promise<void>,
): Promise<void> => {
  const { print } = input;
  const name = requireWord(input, 0, 'The name of a player');
  await withDatabase(input.settings, async (database) => {
    try {
      const playerId = await database.transaction(async (query) => {
        const playerId = (await sql.findPlayerId.first(query, { username: name }))?.id;
        if (playerId === undefined) throw new UsageError(`There is no player ${name}.`);
        const done = await act(query, playerId);
        if (!done.ok) throw new UsageError(refusalText(done));
        const { details, before, after } = done.value;
        await logCommand(query, command, { player: String(playerId), ...details }, { before, after });
        print(`${command} ${name}: ${JSON.stringify({ ...details, ...after })}`);
        if (input.flag('dry-run')) throw new DryRun();
        return playerId;
      });
      await changed?.(database, playerId);
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
      print('This was a dry run: nothing was changed.');
    }
  });
};

/** Suspensions are recorded outside the database too, so that they outlive a restore. */
const recordSuspension =
  ({ settings, print }: CommandInput) =>
  async ({ query }: Database, playerId: bigint): Promise<void> => {
    try {
      const { closingKey } = await openSeedKey({ query, path: settings.seedKeyFile });
      const acts = createLastingActs({ query, path: settings.lastingActsFile, closingKey });
      await acts.add([playerId], ['suspension']);
    } catch (error) {
      if (!(error instanceof SealKeyError)) throw error;
      print(`WARNING ${settings.lastingActsFile} has no record of this for a restore: ${error.message}`);
    }
  };

const refusalText = ({ detail }: Refusal): string => detail ?? 'The account is closed.';

/** The text of `--reason`; null where it is not given. */
const readReason = ({ option }: CommandInput): string | null => {
  const reason = option('reason')?.trim();
  if (reason === undefined) return null;
  if (reason.length < 3 || reason.length > 500)
    throw new UsageError('--reason must have 3 to 500 characters.');
  return reason;
};

/** The time of `--until`; null where it is not given. */
const readUntil = ({ option }: CommandInput): Date | null => {
  const text = option('until');
  if (text === undefined) return null;
  const until = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(until.getTime())) {
    throw new UsageError('--until is a day or a time, such as 2026-12-31 or 2026-12-31T18:00Z.');
  }
  return until;
};

const parseAmount = (word: string): bigint => {
  if (!/^[+-]\d{1,12}$/.test(word) || BigInt(word) === 0n) {
    throw new UsageError('The amount is whole coins with their sign, such as +100 or -100.');
  }
  return BigInt(word);
};

export const playerCommands: readonly Command[] = [
  {
    name: 'invite',
    usage: '[--note TEXT]',
    help: `\
Prints a link that opens one account within ${invitationDays.usual} days, for a site with REGISTRATION=invite. The
console lists it with the note.`,
    options: ['note'],
    async run({ settings, print, option }) {
      const { link } = await withDatabase(settings, (database) =>
        makeInvitation(database, {
          note: option('note')?.trim().slice(0, 100) ?? '',
          days: invitationDays.usual,
          entropy: systemEntropy,
          siteUrl: settings.siteUrl(settings.port),
        }),
      );
      print(link);
    },
  },
  {
    name: 'players find',
    usage: 'TEXT',
    help: 'Lists up to 50 players by part of their name or address, or by id. The log records who was shown.',
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
    usage: 'NAME [--reason TEXT] [--until TIME] [--dry-run]',
    help: `\
Signs the player out everywhere and refuses sign-ins, until the given time or until \`players resume\`. Coins and
bets stay as they are.`,
    options: ['reason', 'until'],
    flags: ['dry-run'],
    run(input) {
      const [reason, until] = [readReason(input), readUntil(input)];
      return change(
        input,
        'players suspend',
        (query, playerId) => suspendPlayer(query, { playerId, reason, until }),
        recordSuspension(input),
      );
    },
  },
  {
    name: 'players resume',
    usage: 'NAME [--dry-run]',
    help: 'Ends a suspension.',
    flags: ['dry-run'],
    run: (input) => change(input, 'players resume', resumePlayer, recordSuspension(input)),
  },
  {
    name: 'players sign-out',
    usage: 'NAME [--dry-run]',
    help: 'Ends every session of the player; open pages close their connection within two seconds.',
    flags: ['dry-run'],
    run: (input) => change(input, 'players sign-out', signOutPlayer),
  },
  {
    name: 'players remove-second-factor',
    usage: 'NAME --reason TEXT [--dry-run]',
    help: `\
Removes the authenticator app and recovery codes of a player who lost both, and signs them out. First make sure that
the owner is asking: reply only to the account's own address, and ask about play that only they know of.`,
    options: ['reason'],
    flags: ['dry-run'],
    run(input) {
      const reason = readReason(input);
      if (reason === null) throw new UsageError('--reason is missing.');
      return change(input, 'players remove-second-factor', (query, playerId) =>
        removeSecondFactor(query, { playerId, reason }),
      );
    },
  },
  {
    name: 'players correct',
    usage: 'NAME AMOUNT --reason TEXT [--dry-run]',
    help: `\
Gives (+100) or takes (-100) coins by a recorded transfer with a reason. Coins are taken before winnings, and no
balance goes below zero.`,
    options: ['reason'],
    flags: ['dry-run'],
    run(input) {
      const amount = parseAmount(requireWord(input, 1, 'The amount'));
      const reason = readReason(input);
      if (reason === null) throw new UsageError('--reason is missing.');
      return change(input, 'players correct', (query, playerId) =>
        correctPlayer(query, { playerId, amount, reason }),
      );
    },
  },
];
