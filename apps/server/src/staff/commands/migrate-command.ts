/** `migrate`: the schema brought up to date by the owner of the tables, for sites whose own login may not. */
import { migrate } from '../../platform/database/migrate.ts';
import { openForCommand, withAddress, type Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  help: `Brings the tables up to date, as the owner of DATABASE_OWNER_URL (or of DATABASE_URL, where that is the owner's).
A start does the same where it may. Processes of the previous version can run on the new tables.`,
  async run({ settings, print }) {
    const applied = await withAddress(settings, async (address) => {
      const database = openForCommand(address);
      try {
        return await migrate(database);
      } finally {
        await database.close();
      }
    });
    for (const name of applied) print(`applied ${name}`);
    if (applied.length === 0) print('The tables are up to date.');
    return 0;
  },
};
