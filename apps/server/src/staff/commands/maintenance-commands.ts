/** `maintenance on`, `off`, `status`: takes no new stakes while what runs is finished, and says what still runs. */
import { loadGames } from '../../site/games.ts';
import { readRunning } from '../../site/running-play.ts';
import type { Database } from '../../platform/database/database.ts';
import { UsageError, withDatabase, type Command, type CommandInput } from './command.ts';
import { endMaintenance, findMaintenance, startMaintenance } from '../acts/maintenance.ts';

const findReason = ({ option }: CommandInput, name: string): string | undefined => {
  const reason = option(name)?.trim();
  if (reason !== undefined && (reason.length < 3 || reason.length > 500)) {
    throw new UsageError(`--${name} is shown to players and has 3 to 500 characters.`);
  }
  return reason;
};

const printStatus = async ({ query }: Pick<Database, 'query'>, print: CommandInput['print']) => {
  const maintenance = await findMaintenance(query);
  if (maintenance) {
    const { since, staff, reason, reason_es: reasonEs } = maintenance;
    print(
      `Maintenance is on since ${since.toISOString()}${staff === null ? '' : `, by ${staff}`}: ${reason}`,
    );
    if (reasonEs !== null) print(`In Spanish: ${reasonEs}`);
  } else print('Maintenance is off.');
  const rows = await readRunning(query, await loadGames());
  const [running, waiting] = [listCounts(rows, 'running'), listCounts(rows, 'waiting')];
  print(`${running.total} rounds still running${running.games}`);
  if (waiting.total > 0n) {
    print(`${waiting.total} open games and tickets can stay open; they survive a restart${waiting.games}`);
  }
};

const listCounts = (
  rows: readonly { game: string; running: bigint; waiting: bigint }[],
  column: 'running' | 'waiting',
) => {
  const counted = rows.filter((row) => row[column] > 0n);
  return {
    total: counted.reduce((sum, row) => sum + row[column], 0n),
    games: counted.length === 0 ? '' : `: ${counted.map((row) => `${row.game} ${row[column]}`).join(', ')}`,
  };
};

export const maintenanceCommands: readonly Command[] = [
  {
    name: 'maintenance on',
    usage: '--reason TEXT [--reason-es TEXT]',
    help: `\
Every game refuses stakes and spins within seconds, on every process. Rounds and draws with bets are finished and
paid; cash-outs, games in play, pages, sign-ins and proofs continue. Draws with a date take place on time, with the
tickets that were sold. Players see the reason (--reason-es on Spanish pages). It survives restarts; \`maintenance off\`
ends it.`,
    options: ['reason', 'reason-es'],
    async run(input) {
      const reason = findReason(input, 'reason');
      if (reason === undefined) throw new UsageError('--reason is missing: players see it.');
      const reasonEs = findReason(input, 'reason-es');
      await withDatabase(input.settings, async (database) => {
        if (!(await startMaintenance(database, { reason, reasonEs }))) {
          throw new UsageError('Maintenance is already on: end it first to change the reason.');
        }
        await printStatus(database, input.print);
      });
    },
  },
  {
    name: 'maintenance off',
    usage: '',
    help: 'Games take stakes again within seconds, and rounds begin with a new countdown.',
    async run({ settings, print }) {
      await withDatabase(settings, async (database) => {
        if (!(await endMaintenance(database))) throw new UsageError('Maintenance is already off.');
        print('Maintenance is off.');
      });
    },
  },
  {
    name: 'maintenance status',
    usage: '',
    help: 'Shows whether maintenance is on, and how many rounds and draws have not finished yet.',
    run: ({ settings, print }) => withDatabase(settings, (database) => printStatus(database, print)),
  },
];
