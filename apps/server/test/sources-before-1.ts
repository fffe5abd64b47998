/** The migrations and functions of the core and of the games that had tables before version 1.0.0: others came later. */
import { existsSync } from 'node:fs';
import { siteSources } from '../src/platform/database/migrate.ts';

/** What `migrate` applies to an adopted database. */
export const laterMigrations = ['double-trouble/0002-sealed-draws'];

export const sourcesBefore1 = siteSources.filter(({ migrations }) =>
  existsSync(new URL('0001-baseline.sql', migrations)),
);
