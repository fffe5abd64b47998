/**
 * A database for reads that join what several statements found: the first one is held back, so that others
 * overtake it.
 */
import type { Database } from '../src/platform/database/database.ts';

export interface HeldDatabase {
  database: Database;
  /** Once every statement that was sent beside the first one is answered. */
  overtaken: () => Promise<void>;
  /** Sends the first statement. */
  release: () => void;
}

export const holdFirstStatement = (database: Database): HeldDatabase => {
  const released = Promise.withResolvers<void>();
  const answered: Promise<unknown>[] = [];
  return {
    database: {
      ...database,
      async query<Row extends object>(statement: Parameters<Database['query']>[0]): Promise<Row[]> {
        const isFirst = answered.length === 0;
        const answer = (isFirst ? released.promise : Promise.resolve()).then(() =>
          database.query<Row>(statement),
        );
        answered.push(answer);
        return answer;
      },
    },
    overtaken: async () => void (await Promise.all(answered.slice(1))),
    release: released.resolve,
  };
};
