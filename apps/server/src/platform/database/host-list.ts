/**
 * The hosts of a connection string, as libpq lists them: `postgres://user@one:5432,two:5433/name`. `URL` and the driver know
 * one host each.
 */

/** A connection string for each host, in their order. */
export const splitHosts = (connectionString: string): string[] => {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [connectionString];
};
