/** The migrations and functions of the core and of the games that had tables before version 1.0.0: others came later. */
import { existsSync, readdirSync } from 'node:fs';
import { siteSources } from '../src/platform/database/migrate.ts';

export const sourcesBefore1 = siteSources.filter(({ migrations }) =>
  existsSync(new URL('0001-baseline.sql', migrations)),
);

/** What `migrate` applies to them once they have the baselines. */
export const laterMigrations = sourcesBefore1
  .flatMap(({ prefix, migrations }) =>
    readdirSync(migrations)
      .filter((file) => /^\d{4}-.*\.sql$/.test(file) && !file.startsWith('0001-'))
      .map((file) => `${prefix === '' ? '' : `${prefix}/`}${file.replace('.sql', '')}`),
  )
  .sort();
