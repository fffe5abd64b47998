/** The migrations and functions of the core and of the games that had tables before version 1.0.0: others came later. */
import { existsSync } from 'node:fs';
import { siteSources } from '../src/platform/database/migrate.ts';

export const sourcesBefore1 = siteSources.filter(({ migrations }) =>
  existsSync(new URL('0001-baseline.sql', migrations)),
);
