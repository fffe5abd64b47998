/** The operator's commands by their names, and the reading of a command line. */
import { parseArgs } from 'node:util';
import { auditCommand } from './audit-command.ts';
import { UsageError, type Command } from './command.ts';
import { contentCommands } from './content-commands.ts';
import { fairnessCommands } from './fairness-commands.ts';
import { maintenanceCommands } from './maintenance-commands.ts';
import { migrateCommand } from './migrate-command.ts';
import { playerCommands } from './player-commands.ts';
import { staffCommands } from './staff-commands.ts';
import { storeCommands } from './store-commands.ts';
import { plainLine } from '../../platform/plain-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { isShowable } from '../../platform/showable-text.ts';

const commands: readonly Command[] = [
  auditCommand,
  migrateCommand,
  ...maintenanceCommands,
  ...storeCommands,
  ...playerCommands,
  ...staffCommands,
  ...contentCommands,
  ...fairnessCommands,
];

const overview = (): string => {
  const lines = commands.map(({ name, usage }) => `  ${name} ${usage}`.trimEnd());
  return `Usage: npm run admin -- COMMAND

${lines.join('\n')}
  help

Run COMMAND --help for details. The database is the one that the site's settings name (DATABASE_URL, or the one
in DATA_DIR); a site may be running on it.`;
};

/** The command with the longest name that the arguments begin with. */
const findCommand = (words: readonly string[]): Command | undefined =>
  commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));

/**
 * Runs one command line, without the program's name. Returns the exit code: 1 if it failed, 2 if it was called
 * wrongly.
 */
export const runAdmin = async (
  words: readonly string[],
  env: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<number> => {
  try {
    return await run(words, env, print);
  } catch (error) {
    const line = lineOf(error);
    if (line === undefined) throw error;
    print(line);
    return error instanceof UsageError || error instanceof TypeError ? 2 : 1;
  }
};

const run = async (
  words: readonly string[],
  env: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<number> => {
  if (!words.every(isShowable)) throw new UsageError('The command contains unprintable characters.');
  const command = findCommand(words);
  if (!command) {
    const [first = 'help'] = words;
    if (first === 'help' || first === '--help') {
      print(overview());
      return 0;
    }
    const group = commands.filter(({ name }) => name.startsWith(`${first} `));
    if (group.length > 0) {
      for (const { name, usage } of group) print(`${name} ${usage}`.trimEnd());
      return words.includes('--help') ? 0 : 2;
    }
    print(`There is no command ${first}.\n\n${overview()}`);
    return 2;
  }
  const { values, positionals } = parseArgs({
    args: shieldAmounts(words.slice(command.name.split(' ').length)),
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...Object.fromEntries((command.options ?? []).map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries((command.flags ?? []).map((name) => [name, { type: 'boolean' as const }])),
    },
  });
  const given = values as Record<string, string | boolean | undefined>;
  if (given['help'] === true) {
    print(`${command.name} ${command.usage}`.trimEnd());
    print(`\n${command.help}`);
    return 0;
  }
  const code = await command.run({
    settings: readSettings(env),
    words: positionals.map((word) => word.replace(/^=(?=-\d)/, '')),
    option: (name) => (typeof given[name] === 'string' ? given[name] : undefined),
    flag: (name) => given[name] === true,
    print,
  });
  return code ?? 0;
};

/** -100 is an amount and no option. */
const shieldAmounts = (words: readonly string[]): string[] =>
  words.map((word) => (/^-\d+$/.test(word) ? `=${word}` : word));

/** Wrong use has one line as well. */
const lineOf = (error: unknown): string | undefined => {
  const isUsage =
    error instanceof UsageError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return isUsage ? (error as Error).message : plainLine(error);
};
