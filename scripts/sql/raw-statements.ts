/** Finds statements that are written as strings in TypeScript, where nothing checks them. */
import { globSync, readFileSync } from 'node:fs';

/**
 * Transactions, migrations and what they make, copies of all tables or of a server's files, and the probes and the
 * passwords of a server.
 */
const exempt = new RegExp(
  `^apps/server/src/platform/database/(${[
    'database',
    'connection',
    'migrate',
    'views',
    'archive',
    'embedded-postgres-(server|passwords)',
  ].join('|')})\\.ts$`,
);

const statement =
  /[`'"]\s*(?:WITH\s+\w+\s+AS\b|SELECT\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+(?:\w+\s+)?SET\s|DELETE\s+FROM\s)/g;

export const findRawStatements = (): string[] =>
  globSync(['apps/server/src/**/*.ts', 'games/*/server/**/*.ts', 'packages/game-kit/server/**/*.ts'])
    .filter((file) => !/\.(test|sql)\.ts$/.test(file) && !exempt.test(file) && !composed.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(statement)].map(
        ({ index }) =>
          `${file}:${text.slice(0, index).split('\n').length}: move this statement to a sql/ folder next to it`,
      );
    });

/**
 * Texts that the core composes, which scripts/sql/composed.ts plans instead: what a game declares to the core in its
 * achievements.ts and its notices.ts, the checks of the auditor, and the statements that are made of these.
 */
const composed = new RegExp(
  `^(${[
    'games/[^/]+/server/(achievements|notices)',
    'packages/game-kit/server/(stakes|achievements|instant/composed-bets)',
    'apps/server/src/players/achievements/rules',
    '.*/audit',
    'apps/server/src/.*/composed-[^/]+',
  ].join('|')})\\.ts$`,
);
