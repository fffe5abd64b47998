/** The PostgreSQL that the sites of a run share: its address travels from the run's set-up to the workers. */
import type { DatabaseAddress } from '../apps/server/src/platform/database/connection.ts';

const variable = 'FAIRGROUND_E2E_POSTGRES';

export const shareAddress = (address: DatabaseAddress): void => {
  process.env[variable] = JSON.stringify(address);
};

export const sharedPostgres = (): DatabaseAddress => {
  const address = process.env[variable];
  if (address === undefined) throw new Error('the set-up of the run started no PostgreSQL');
  return JSON.parse(address) as DatabaseAddress;
};
