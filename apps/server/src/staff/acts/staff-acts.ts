/** Writes the operator's commands into the site's own log, where the security log is collected. Run by the director. */
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import { findNewestCommand, readCommands } from './sql/operator.sql.ts';

export interface StaffActsDeps {
  database: Pick<Database, 'query'>;
  log: Pick<Log, 'info'>;
  /** Called for each command. */
  record: () => void;
}

const checkEveryMs = 5_000;

/** Begins with the commands after its first step: those before were logged by the leader of that time. */
export const createStaffActs = ({ database, log, record }: StaffActsDeps): Engine => {
  let last: bigint | undefined;
  return {
    name: 'staff-acts',
    async step() {
      last ??= (await findNewestCommand.first(database.query))?.id ?? 0n;
      for (const { id, command, at } of await readCommands.run(database.query, { after: last })) {
        last = id;
        record();
        log.info({ security: 'staff', result: 'ok', command, operatorLog: String(id), at }, 'security event');
      }
      return checkEveryMs;
    },
  };
};
