/** A statement on a connection of its own, for servers that a test stops and starts. */
import pg from 'pg';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';

export const queryOnce = async <Row extends object>(
  address: DatabaseAddress,
  text: string,
): Promise<Row[]> => {
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    void client.end().catch(() => undefined);
  }
};
