/** Every invariant of the site, the ledger's and the games'. */
import { ledgerChecks, runChecks, type Finding } from '../ledger/audit.ts';
import { aviatorChecks } from '../modules/aviator/audit.ts';
import type { Database } from '../platform/database.ts';

const checks = [...ledgerChecks, ...aviatorChecks];

export const audit = (database: Database): Promise<Finding[]> => runChecks(database, checks);
