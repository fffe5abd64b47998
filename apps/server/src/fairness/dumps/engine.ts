/**
 * Makes the dump of each day of the site once the day is over. What is made is a row, which any process continues
 * after.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import type { MonitoredDay } from './monitor.ts';
import { readDay, type DumpedDay, type DumpedGames } from './day.ts';
import * as sql from './sql/dumps.sql.ts';

export interface DumpsDeps {
  database: Pick<Database, 'query'>;
  log: Pick<Log, 'info'>;
  games: DumpedGames;
  /** What the monitor adds up. */
  monitor: (day: Pick<DumpedDay, 'rounds' | 'totals'>) => MonitoredDay;
}

const settledMs = 600_000;
const checkEveryMs = 60_000;

export const createDumps = ({ database: { query }, log, games, monitor }: DumpsDeps): Engine => ({
  name: 'dumps',
  async step({ epoch }) {
    const due = await sql.findDueDay.first(query, { settledMs });
    if (!due) return checkEveryMs;
    const found = await readDay(query, due, games);
    if (!found) return checkEveryMs;
    const { lines, origin, through } = found;
    const body = await compress(`${lines.join('\n')}\n`);
    const { day, ends_at: endsAt } = due;
    const made = await sql.insertDump.first(query, {
      epoch,
      day,
      endsAt,
      origin,
      through,
      body,
      monitored: JSON.stringify(monitor(found)),
    });
    if (made)
      log.info({ day, bytes: body.length, sha256: made.sha256.toString('hex') }, 'the day was dumped');
    // After a time without a leader there are several.
    return 0;
  },
});

const systemByte = 9;

/** The header of gzip has no time, and no name of the system either. */
const compress = async (text: string): Promise<Buffer> => {
  const body = await promisify(gzip)(text, { level: 9 });
  body[systemByte] = 255;
  return body;
};
