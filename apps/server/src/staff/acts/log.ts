/** The permanent log of what the operator and the staff did. */
import type { Database } from '../../platform/database/database.ts';
import { toStorableJson } from '../../platform/database/storable-text.ts';
import * as sql from './sql/operator.sql.ts';

export interface ActDetails {
  /** Absent for a command from a shell. */
  staffId?: bigint;
  /** What the act changed, as it was and as it became. */
  before?: object | null | undefined;
  after?: object | null | undefined;
}

/**
 * `details` name whom and what it concerned, by ids: the log is permanent, so it contains no
 * names or addresses of players.
 */
export const logCommand = async (
  query: Database['query'],
  command: string,
  details: object,
  { staffId, before, after }: ActDetails = {},
): Promise<void> => {
  await sql.logCommand.run(query, {
    command,
    details: toStorableJson(details),
    staffId: staffId ?? null,
    before: before ? toStorableJson(before) : null,
    after: after ? toStorableJson(after) : null,
  });
};
