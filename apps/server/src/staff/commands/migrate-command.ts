/** `migrate`: the schema brought up to date by the owner of the tables, for sites whose own login may not. */
import { migrate } from '../../platform/database/migrate.ts';
import { openForCommand, withAddress, type Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  help: `\
Brings the tables up to date as the owner: DATABASE_OWNER_URL, or DATABASE_URL if that logs in as the owner. A start
does the same if it may. Processes of the previous version can keep running on the new tables.`,
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
